-- A user at a real terminal whose messages are shown by a plugin.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  vim.notify = function(message)
    driver.seen.told = message
  end
  vim.cmd("Nubbin reduce")
  driver.wait_for_end()
  driver.wait("a message", function()
    return driver.seen.told ~= nil
  end)
  driver.seen.last_line = driver.last_line()
end)
