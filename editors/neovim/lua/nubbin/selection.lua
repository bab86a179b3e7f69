-- From the lines or the selection that a command was given to a range of the protocol.
local positions = require("nubbin.positions")

local M = {}

local function line_at(bufnr, row)
  return vim.api.nvim_buf_get_lines(bufnr, row - 1, row, false)[1] or ""
end

local function whole_lines(bufnr, first, last, encoding)
  local start = positions.position(bufnr, first, 0, encoding)
  if last < vim.api.nvim_buf_line_count(bufnr) then
    return { start = start, ["end"] = positions.position(bufnr, last + 1, 0, encoding) }
  end
  return { start = start, ["end"] = positions.position(bufnr, last, #line_at(bufnr, last), encoding) }
end

--- The range of lines `first` to `last` (from 1, both included) in `encoding` units; if these are the
--- lines of the last characterwise selection, exactly the characters selected.
function M.range(bufnr, first, last, encoding)
  local from = vim.api.nvim_buf_get_mark(bufnr, "<")
  local to = vim.api.nvim_buf_get_mark(bufnr, ">")
  if vim.fn.visualmode() ~= "v" or from[1] ~= first or to[1] ~= last then
    return whole_lines(bufnr, first, last, encoding)
  end
  local tail = line_at(bufnr, last)
  local final = math.min(to[2], #tail)
  if vim.o.selection ~= "exclusive" then
    final = final + #vim.fn.matchstr(tail:sub(final + 1), "^.") -- the mark is on the first byte; `.` takes what is composed with it
  end
  return {
    start = positions.position(bufnr, first, from[2], encoding),
    ["end"] = positions.position(bufnr, last, final, encoding),
  }
end

return M
