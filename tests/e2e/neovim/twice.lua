-- :Nubbin reduce, one undo, and the same once more.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  local finished = 0
  vim.api.nvim_create_autocmd("User", {
    pattern = "NubbinFinished",
    callback = function()
      finished = finished + 1
    end,
  })
  driver.seen.results = {}
  for round = 1, 2 do
    vim.cmd("Nubbin reduce")
    driver.wait("the end of the reduction", function()
      return finished == round
    end)
    table.insert(driver.seen.results, driver.text())
    vim.cmd("silent undo")
  end
  driver.seen.undone = driver.text()
end)
