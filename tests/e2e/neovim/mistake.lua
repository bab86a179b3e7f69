-- :Nubbin reduce, with a mistake in the settings or the options.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  pcall(vim.cmd, "Nubbin reduce") -- an error message is an error to a script
  driver.wait("a sentence", function()
    return #driver.seen.messages > 0
  end)
end)
