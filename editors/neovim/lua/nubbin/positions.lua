-- From positions of the protocol to offsets in a buffer's text as the server has it, and back. A line of the
-- protocol ends at LF, CRLF or CR; one of Neovim as 'fileformat' says, so that a CR may stand within a line.
local M = {}

local ENDS = { unix = "\n", dos = "\r\n", mac = "\r" }

--- The line end that stands between a buffer's lines.
function M.ending(bufnr)
  return ENDS[vim.bo[bufnr].fileformat]
end

--- The index, from 1, of the first byte of each line of a text.
function M.line_starts(text)
  local starts, position = { 1 }, text:find("[\r\n]")
  while position do
    local behind = position + (text:sub(position, position + 1) == "\r\n" and 2 or 1)
    table.insert(starts, behind)
    position = text:find("[\r\n]", behind)
  end
  return starts
end

--- The number of bytes of a line before a character, which is counted in `encoding` units.
local function bytes_before(line, character, encoding)
  if encoding == "utf-8" then
    return math.min(character, #line)
  elseif vim.fn.has("nvim-0.11") == 1 then
    return vim.str_byteindex(line, encoding, character, false)
  end
  local found, index = pcall(vim.str_byteindex, line, character, encoding == "utf-16")
  return found and index or #line
end

--- The number of `encoding` units in a text.
local function units(text, encoding)
  if encoding == "utf-8" then
    return #text
  elseif vim.fn.has("nvim-0.11") == 1 then
    return vim.str_utfindex(text, encoding)
  end
  local code_points, utf16 = vim.str_utfindex(text)
  return encoding == "utf-32" and code_points or utf16
end

--- The number of bytes of a text before a position; `starts` are its `line_starts`.
function M.offset(text, starts, position, encoding)
  local start = starts[position.line + 1]
  if not start then
    return #text
  end
  return start - 1 + bytes_before(text:match("^[^\r\n]*", start), position.character, encoding)
end

--- The position behind the first `bytes` bytes of a buffer's line `row`, which is counted from 1.
function M.position(bufnr, row, bytes, encoding)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, row, false)
  lines[row] = (lines[row] or ""):sub(1, bytes)
  local text = table.concat(lines, M.ending(bufnr))
  local starts = M.line_starts(text)
  return { line = #starts - 1, character = units(text:sub(starts[#starts]), encoding) }
end

return M
