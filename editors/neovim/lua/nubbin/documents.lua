-- Keeps the server's documents in step with the buffers where Neovim does not.
local texts = require("nubbin.texts")

local M = {}

-- To the server, Neovim goes on using the old name of a renamed buffer until that is written, and 0.7 even after
-- that. So the document of the old name is closed here, and one of the new name is opened.
local function reopen(find, bufnr)
  local client = find(bufnr)
  if client then
    -- Silent, because 0.7 prints a message.
    vim.cmd(("silent lua vim.lsp.buf_detach_client(%d, %d)"):format(bufnr, client.id))
    vim.schedule(function() -- by then the buffer has its new name, unless that was refused
      if vim.api.nvim_buf_is_loaded(bufnr) and not find(bufnr) then
        vim.lsp.buf_attach_client(bufnr, client.id)
      end
    end)
  end
end

--- Tell the server of other names and line ends; `find` returns nubbin's client for a buffer, nil without one.
function M.keep_in_step(find)
  vim.api.nvim_create_autocmd("BufFilePre", {
    group = vim.api.nvim_create_augroup("nubbin.renamed", { clear = true }),
    callback = function(event)
      reopen(find, tonumber(event.buf) or vim.api.nvim_get_current_buf())
    end,
  })

  -- These options change the text that is written, and Neovim tells no server of that.
  vim.api.nvim_create_autocmd("OptionSet", {
    group = vim.api.nvim_create_augroup("nubbin.line_ends", { clear = true }),
    pattern = { "endofline", "fileformat" },
    callback = function()
      local bufnr = vim.api.nvim_get_current_buf()
      local client = find(bufnr)
      if client then
        texts.send(client, bufnr)
      end
    end,
  })
end

return M
