<?php

declare(strict_types=1);

namespace Example\Weather;

use Countable;
use InvalidArgumentException as BadArgument;
use function array_map, strlen;

/** A little of everything in PHP. */
const LIMIT = 16;

interface Named extends Countable
{
    public const NONE = 'none';
    public function name(): string;
}

enum Kind: string
{
    case Rain = 'r';
    case Snow = 's';

    public static function of(?string $text): self
    {
        return self::tryFrom($text ?? 'r') ?? self::Rain;
    }
}

trait Logged
{
    private array $log = [];

    protected function say(string $format, mixed ...$args): void
    {
        $this->log[] = vsprintf($format, $args);
    }
}

#[Attribute]
abstract class Station implements Named
{
    use Logged;

    protected static int $count = 0;
    public ?Station $next = null;
    private int|float $scale = 1.5e3, $offset = 0x1F;

    public function __construct(
        protected readonly string $name,
        private array $readings = [],
    ) {
        static::$count++;
        if (strlen($name) === 0) {
            throw new BadArgument("no name: {$name}");
        }
    }

    abstract protected function unit(): string;

    public function count(): int
    {
        return count($this->readings);
    }

    public function add(float $value, int &$times = null): static
    {
        for ($i = 0, $n = 3; $i < $n; $i++) {
            $this->readings[] = $value * $this->scale - $i;
        }
        $times += 1;
        $this->say('%s: %d', $this->name, $value);
        return $this;
    }

    public function mean(): ?float
    {
        if (!$this->readings) {
            return null;
        } elseif (count($this->readings) > LIMIT) {
            array_shift($this->readings);
        } else {
            $sum = 0.0;
        }
        foreach ($this->readings as $key => $reading) {
            if ($reading < 0 || is_nan($reading)) continue;
            $sum += (float) $reading ** 2 % 7;
        }
        while (true) {
            break;
        }
        do {
            $sum /= 2;
        } while ($sum > 100 && isset($this->next));
        return $sum ?: -1;
    }

    public function describe(Kind $kind): string
    {
        switch ($kind) {
            case Kind::Rain:
                $text = "rain in $this->name";
                break;
            default:
                $text = 'snow' . PHP_EOL;
        }
        $word = match (true) {
            $kind === Kind::Snow, $text === '' => 'cold',
            default => $text,
        };
        try {
            [$first, , $last] = explode(' ', $word, 3);
            ['a' => $a] = ['a' => 1, ...[2, 3]];
        } catch (\RuntimeException | BadArgument $e) {
            echo $e->getMessage(), "\n";
        } finally {
            unset($this->log[0], $text);
        }
        return sprintf('%s/%s', $first, $this->next?->name());
    }
}

final class North extends Station
{
    protected function unit(): string
    {
        return 'mm';
    }

    public function name(): string
    {
        return parent::describe(Kind::of(null)) . strtoupper($this->unit());
    }
}

function squares(iterable $all): \Generator
{
    static $calls = 0;
    global $argv;
    foreach ($all as $one) {
        yield $one => $one * $one;
    }
    yield from [1, 2];
}

$station = new North('north', [1.5, 2]);
$scale = 3;
$double = fn (int $x): int => $x * 2;
$shift = function ($x) use ($scale, &$station) {
    return $x << $scale;
};
$list = array_map($double, array(1, 2, 'three' => 3));
list($one, $two) = $list;
$object = new class(5) { public function __construct(public int $size) {} };
echo <<<TEXT
  Sum: {$station->mean()} and $list[0]
  TEXT;
$both = $one and $two xor !$scale;
print $station instanceof Named ? (string) $object->size : @$list['x'];
$name = 'station';
echo $$name->add(value: 1.0)->count(), clone $station, $double(4), (clone $object)->size;
if ($station->count() > 0):
    include_once __DIR__ . '/other.php';
endif;
?>
<p>Readings: <?= $station->count() ?></p>
<?php foreach ($list as $item): ?>
  <li><?= htmlspecialchars("$item") ?></li>
<?php endforeach; ?>
