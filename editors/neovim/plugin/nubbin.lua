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

vim.api.nvim_create_autocmd({ "BufReadPost", "BufWritePost" }, {
  group = vim.api.nvim_create_augroup("nubbin", { clear = true }),
  desc = "Offer nubbin's code actions where the workspace is set up for them",
  callback = function(event)
    require("nubbin.client").autostart(tonumber(event.buf) or vim.api.nvim_get_current_buf())
  end,
})
