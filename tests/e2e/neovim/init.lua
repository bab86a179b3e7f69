-- The user's init.lua of these tests: the plugin on the runtime path, its server named, some settings, a command.
vim.opt.runtimepath:prepend(assert(os.getenv("NUBBIN_TEST_PLUGIN")))
vim.g.nubbin = {
  cmd = vim.fn.json_decode(assert(os.getenv("NUBBIN_TEST_CMD"))),
  settings = vim.fn.json_decode(assert(os.getenv("NUBBIN_TEST_SETTINGS"))),
}
vim.cmd(assert(os.getenv("NUBBIN_TEST_INIT")))
