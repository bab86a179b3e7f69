-- :'<,'>Nubbin reduce on what was selected by characters, as marks and not as whole lines.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  vim.cmd([[execute "normal! gg/from here\<CR>v/up to here/e\<CR>\<Esc>"]])
  driver.seen.selected = { vim.fn.getpos("'<"), vim.fn.getpos("'>") }
  vim.cmd("'<,'>Nubbin reduce")
  driver.wait_for_end()
  driver.note_text_and_undo()
end)
