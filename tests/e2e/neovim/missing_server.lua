-- The server's program does not exist.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  vim.g.nubbin = { cmd = { "no-such-program-anywhere" } }
  pcall(vim.cmd, "Nubbin reduce") -- an error message is an error to a script
  driver.seen.after = driver.text()
  vim.cmd("checkhealth nubbin")
  driver.seen.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end)
