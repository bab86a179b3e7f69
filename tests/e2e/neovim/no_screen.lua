-- Nobody is there to answer the server's question.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  vim.cmd("Nubbin reduce")
  driver.wait_for_end()
  driver.seen.after = driver.text()
end)
