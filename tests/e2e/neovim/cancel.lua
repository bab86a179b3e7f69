-- :Nubbin cancel after the first improvement.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.reduce_a_little()
  vim.cmd("Nubbin cancel")
  driver.wait_for_end()
  driver.note_text_and_undo()
end)
