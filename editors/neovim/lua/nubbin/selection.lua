-- From the lines or the selection a command was given to a range of the protocol.
local M = {}

local function units(line, byte, encoding)
  if encoding == "utf-8" then
    return byte
  elseif vim.fn.has("nvim-0.11") == 1 then
    return vim.str_utfindex(line, encoding, byte)
  end
  local code_points, utf16 = vim.str_utfindex(line, byte)
  return encoding == "utf-32" and code_points or utf16
end

local function line_at(bufnr, row)
  return vim.api.nvim_buf_get_lines(bufnr, row - 1, row, false)[1] or ""
end

local function whole_lines(bufnr, first, last, encoding)
  local finish = { line = last, character = 0 }
  if last >= vim.api.nvim_buf_line_count(bufnr) then
    local text = line_at(bufnr, last)
    finish = { line = last - 1, character = units(text, #text, encoding) }
  end
  return { start = { line = first - 1, character = 0 }, ["end"] = finish }
end

--- The range of lines `first` to `last` (from 1, both included) in `encoding` units; where these are
--- the lines of the last characterwise selection, exactly the characters selected.
function M.range(bufnr, first, last, encoding)
  local from = vim.api.nvim_buf_get_mark(bufnr, "<")
  local to = vim.api.nvim_buf_get_mark(bufnr, ">")
  if vim.fn.visualmode() ~= "v" or from[1] ~= first or to[1] ~= last then
    return whole_lines(bufnr, first, last, encoding)
  end
  local head, tail = line_at(bufnr, first), line_at(bufnr, last)
  local final = math.min(to[2], #tail)
  if vim.o.selection ~= "exclusive" then
    final = final + #vim.fn.strcharpart(tail:sub(final + 1), 0, 1) -- the mark is on its first byte
  end
  return {
    start = { line = first - 1, character = units(head, math.min(from[2], #head), encoding) },
    ["end"] = { line = last - 1, character = units(tail, final, encoding) },
  }
end

return M
