-- Defines :Nubbin, and starts the server for files of workspaces that have settings for nubbin.
if vim.g.loaded_nubbin then
  return
end
vim.g.loaded_nubbin = true

vim.api.nvim_create_user_command("Nubbin", function(command)
  require("nubbin.commands").run(command)
end, {
  nargs = "?",
  range = true,
  desc = "Reduce the test case in this buffer",
  complete = function(lead)
    return require("nubbin.commands").complete(lead)
  end,
})

local group = vim.api.nvim_create_augroup("nubbin", { clear = true })

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile", "BufWritePost" }, {
  group = group,
  desc = "Remember by which options a buffer was read or written",
  callback = function(event)
    local bufnr = tonumber(event.buf) or vim.api.nvim_get_current_buf()
    if event.match == vim.api.nvim_buf_get_name(bufnr) then -- :write may write to another file
      require("nubbin.saving").note(bufnr)
    end
  end,
})

vim.api.nvim_create_autocmd({ "BufReadPost", "BufWritePost" }, {
  group = group,
  desc = "Offer nubbin's code actions where the workspace is set up for them",
  callback = function(event)
    require("nubbin.client").autostart(tonumber(event.buf) or vim.api.nvim_get_current_buf())
  end,
})
