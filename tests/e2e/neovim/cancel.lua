-- :Nubbin cancel after the first improvement.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  local jobs = require("nubbin.jobs")
  vim.cmd("Nubbin reduce")
  driver.wait("a first improvement", function()
    local _, best = jobs.of(vim.uri_from_bufnr(0))
    return best ~= nil
  end)
  vim.cmd("Nubbin cancel")
  driver.wait_for_end()
  driver.note_text_and_undo()
end)
