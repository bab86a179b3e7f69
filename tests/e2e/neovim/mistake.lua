-- :Nubbin reduce, with a mistake in the settings.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  vim.cmd("Nubbin reduce")
  driver.wait("a sentence", function()
    return #driver.seen.messages > 0
  end)
end)
