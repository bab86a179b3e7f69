-- :Nubbin reduce in a buffer in which nothing can be undone.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  vim.bo.undolevels = -1
  vim.cmd("Nubbin reduce")
  driver.wait_for_end()
  driver.seen.after = driver.text()
end)
