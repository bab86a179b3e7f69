-- A user at a real terminal who has typed on before the question comes.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  vim.cmd("Nubbin reduce")
  vim.api.nvim_input("2j")
  driver.wait_for_end()
  driver.note_text_and_undo()
end)
