-- A user at a real terminal who is in the command-line window when the question comes.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
vim.schedule(function()
  local uri = vim.uri_from_bufnr(0)
  vim.api.nvim_create_autocmd("User", {
    pattern = "NubbinFinished",
    callback = vim.schedule_wrap(function()
      driver.seen.finished = require("nubbin.jobs").last(uri)
      driver.seen.window = vim.fn.getcmdwintype()
      driver.seen.floating = #vim.tbl_filter(function(window)
        return vim.api.nvim_win_get_config(window).relative ~= ""
      end, vim.api.nvim_list_wins())
      vim.api.nvim_input(":quit<CR>")
    end),
  })
  vim.api.nvim_create_autocmd("CmdwinLeave", { callback = vim.schedule_wrap(driver.leave) })
  vim.cmd("Nubbin reduce")
  vim.api.nvim_input("q:")
end)
