-- What holds for a file of a repository below a folder with settings.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  local workspace = require("nubbin.workspace")
  local path = vim.api.nvim_buf_get_name(0)
  vim.fn.mkdir(vim.fn.fnamemodify(path, ":h") .. "/repository/.git", "p")
  local inside = vim.fn.fnamemodify(path, ":h") .. "/repository/case.c"
  driver.seen.root = workspace.root(inside)
  driver.seen.settings = workspace.settings(inside) or vim.NIL
  driver.seen.outside = workspace.settings(path)
end)
