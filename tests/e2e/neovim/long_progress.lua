-- Progress that is wider than the window.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.show_messages()
vim.schedule(function()
  require("nubbin.messages").show("Reducing case.c:" .. (" more"):rep(20))
  vim.cmd("redraw")
  driver.seen.last_line = driver.last_line()
  driver.leave()
end)
