-- How Neovim writes a buffer, apart from its text. The server goes by the file, and no server is told of a change
-- of these options; if there is one, a result would not be written as the bytes that the oracle was asked about.
local M = {}

local OPTIONS = { "binary", "bomb", "fileencoding" }

--- The options by which a buffer would be written.
function M.now(bufnr)
  local values = {}
  for _, option in ipairs(OPTIONS) do
    values[option] = vim.bo[bufnr][option]
  end
  return values
end

--- Take note that a buffer was read or written by its options.
function M.note(bufnr)
  vim.b[bufnr].nubbin_saving = M.now(bufnr)
end

--- The options by which a buffer's file was read or written.
function M.of_file(bufnr)
  return vim.b[bufnr].nubbin_saving or M.now(bufnr)
end

return M
