#!/usr/bin/env ruby
# A little of everything in Ruby.
require "set"
require_relative 'other' unless ARGV.empty?

module Weather
  LIMIT = 16
  UNITS = %w[mm cm].freeze
  KINDS = %i(rain snow)
  class NoReading < StandardError; end

  class Station < Base
    include Comparable, Enumerable
    attr_reader :name, :readings
    @@count = 0

    def initialize(name, limit = LIMIT, *rest, unit:, scale: 1.0, **options, &block)
      super(name)
      @name, @limit = name, limit
      @readings ||= []
      @unit = unit.to_sym if unit
      @scale = scale
      @options = { "a" => 1, b: 2, "c": 3, **options }
      first, *others = rest
      (x, y), z = [[1, 2], 3]
      block&.call(self)
      @@count += 1
    end

    def self.count = @@count

    class << self
      def open(path)
        yield new(path, unit: "mm") if block_given?
      end
      alias_method :start, :open
    end

    def <=>(other)
      readings.size <=> other.readings.size
    end

    def [](index)
      readings[index]
    end

    def name=(text)
      raise ArgumentError, "no name" if text.nil? || text.empty?
      @name = text
    end

    def each(&block)
      return to_enum(:each) unless block
      readings.each(&block)
    end

    def mean
      return 0 if readings.empty?
      sum = 0.0
      for reading in readings do
        next if reading < 0
        sum += reading * @scale ** 2
      end
      sum / readings.length
    end

    def classify(value)
      case value
      when 0 then :none
      when 1..5, 7
        :some
      when Float, ->(v) { v > 100 }
        :much
      else
        value.odd? ? "odd" : 'even'
      end
    end

    def read(path)
      text = File.read(path)
      text.lines.map(&:chomp).each_with_index do |line, i|
        break if i > @limit
        readings << Float(line[/\d+(\.\d+)?/])
      end
    rescue Errno::ENOENT, IOError => e
      warn "cannot read #{path}: #{e.message}"
      retry if (tries ||= 0) < 3
    rescue
      raise NoReading
    else
      puts 'done'
    ensure
      @seen = true
    end

    private

    def match(data)
      case data
      in { name: String => name, size: Integer }
        name
      in [first, *]
        first
      in nil | false
        nil
      end
    end
  end
end

def report(out, title, *lines)
  i = 0
  while i < lines.size
    out.puts "#{title}: #{lines[i]}"
    i += 1
  end
  until i.zero?
    i -= 1
  end
  begin
    i += 1
  end while i < 3
  unless out.closed? then out.flush else out.reopen end
  if lines.any? and not title.nil?
    puts lines.first
  elsif title == "none"
    puts <<~TEXT
      nothing at all, or too little
    TEXT
  else
    print title, "\n"
  end
end

station = Weather::Station.open("data.txt") { |s| s.name = 'north' }
square = lambda { |x| x * x }
add = ->(a, b = 1) { a + b }
puts add.(1, 2), square[3], -add.call(4), !true
puts [1, 2, 3].select { |n| n.even? }.map { _1 * 2 }.inject(:+)
hash = Hash.new { |h, k| h[k] = [] }
hash[:a] <<= 1
value = station&.mean || 0x1F & ~3 | 1_000
$stdout.puts "#{value} " 'mm' if value >= 1 && defined?(value)
puts __FILE__, __method__.inspect; puts :"a b".to_s
exit 1 if value > 3 or $DEBUG
BEGIN { puts "begin" }
