-- What the user can read of the progress.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.seen.shown = {}
  require("nubbin.messages").show = function(message)
    table.insert(driver.seen.shown, message)
  end
  driver.answer("allow once")
  vim.cmd("Nubbin reduce")
  driver.wait_for_end()
end)
