-- A user at a real terminal, who is asked by Neovim's own dialogue and answers by a key.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  vim.cmd("Nubbin reduce")
  driver.wait_for_end()
  driver.note_text_and_undo()
end)
