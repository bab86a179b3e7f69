-- What needs no server: the end of a selection, and mistakes in the options.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "caf" .. "e\204\129 x" })
  vim.cmd([[execute "normal! 0v3l\<Esc>"]])
  driver.seen.range = require("nubbin.selection").range(0, 1, 1, "utf-8")
  vim.g.nubbin = { cmd = { "nubbin", 5 } }
  driver.seen.mistakes = require("nubbin.options").mistakes(vim.g.nubbin)
  driver.seen.cmd = require("nubbin.options").get().cmd
end)
