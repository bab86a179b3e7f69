-- Which folder is the workspace of each file that the test has listed, and which settings hold for it.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  local workspace = require("nubbin.workspace")
  driver.seen.found = {}
  for _, path in ipairs(vim.fn.readfile("files")) do
    driver.seen.found[path] = { workspace.root(path), workspace.settings(path) or vim.NIL }
  end
end)
