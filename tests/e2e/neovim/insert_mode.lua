-- A user at a real terminal who is in Insert mode when the reduction ends, and leaves it later.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.show_messages()
vim.schedule(function()
  vim.api.nvim_create_autocmd("User", {
    pattern = "NubbinFinished",
    callback = function()
      vim.defer_fn(function()
        driver.seen.before = driver.last_line()
        vim.api.nvim_input("<Esc>")
      end, 500)
    end,
  })
  vim.api.nvim_create_autocmd("InsertLeave", {
    callback = function()
      vim.defer_fn(function()
        driver.seen.after = driver.last_line()
        driver.leave()
      end, 500)
    end,
  })
  vim.cmd("Nubbin reduce")
  vim.cmd("startinsert")
end)
