-- The user goes on typing while the reduction runs.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.reduce_a_little()
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { "typed meanwhile" })
  driver.wait_for_end()
  driver.seen.after = driver.text()
end)
