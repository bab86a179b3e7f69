-- A user at a real terminal to whom new buffers are not modifiable, but this one is.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  vim.go.modifiable = false
  vim.cmd("Nubbin reduce")
  driver.wait_for_end()
  driver.note_text_and_undo()
end)
