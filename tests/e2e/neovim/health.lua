-- :checkhealth nubbin, and what the command offers.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.seen.completions = vim.fn.getcompletion("Nubbin ", "cmdline")
  vim.cmd("Nubbin")
  vim.cmd("checkhealth nubbin")
  driver.seen.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end)
