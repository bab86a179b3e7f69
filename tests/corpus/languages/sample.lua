#!/usr/bin/env lua
--[[ A store of readings, and what is said of them. ]]
local Store <const> = {}
Store.__index = Store

local unit, scale = "mm", 0x1p4
local names = { "north", 'south', [3] = [[east]]; west = true, }

function Store.new(limit, ...)
  local self = setmetatable({ limit = limit or 10, readings = {}, rest = { ... } }, Store)
  return self
end

function Store:add(name, value)
  if type(value) ~= "number" or value ~= value then
    error("no number: " .. tostring(value), 2)
  elseif #self.readings >= self.limit then
    table.remove(self.readings, 1)
  else
    self.count = (self.count or 0) + 1
  end
  self.readings[#self.readings + 1] = { name = name, value = value // 1 }
  return self, #self.readings
end

local function mean(readings)
  local sum, n = 0.0, 0
  for _, reading in ipairs(readings) do
    if not reading.value then goto continue end
    sum, n = sum + reading.value * scale, n + 1
    ::continue::
  end
  return n > 0 and sum / n or nil
end

local store = Store.new(3, "a", nil)
for i = 10, 1, -2 do
  store:add(names[i % 4 + 1], i ^ 2 - ~i & 0xff | 1 << 2)
end

local i = 0
while i < #store.readings do
  i = i + 1
  local text = string.format("%d\t%s\n", store.readings[i].value, store.readings[i].name)
  io.write(text, unit)
  if i == 2 then break end
end

repeat
  local last = table.remove(store.readings)
until not last or last.value <= 0

do
  local ok, why = pcall(function(...) return select("#", ...) end, mean(store.readings))
  print(ok, why, -i, not ok, store { 1 }, store "x");
end

return Store
