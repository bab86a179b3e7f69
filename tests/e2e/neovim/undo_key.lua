-- A user at a real terminal who types `u` when the message says that it is done.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.show_messages()
vim.schedule(function()
  local original = driver.text()
  vim.api.nvim_create_autocmd("TextChanged", {
    callback = function()
      if driver.text() ~= original then
        driver.seen.reduced = driver.text()
      elseif driver.seen.reduced then
        driver.seen.undone = driver.text()
        driver.seen.said = vim.fn.execute("messages")
        driver.leave()
      end
    end,
  })
  vim.cmd("Nubbin reduce")
end)
