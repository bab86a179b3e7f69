-- :3Nubbin reduce.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  vim.cmd("3Nubbin reduce")
  driver.wait_for_end()
  driver.note_text_and_undo()
end)
