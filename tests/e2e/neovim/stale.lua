-- The user goes on typing while the reduction runs.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  local jobs = require("nubbin.jobs")
  vim.cmd("Nubbin reduce")
  driver.wait("a first improvement", function()
    local _, best = jobs.of(vim.uri_from_bufnr(0))
    return best ~= nil
  end)
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { "typed meanwhile" })
  driver.wait_for_end()
  driver.seen.after = driver.text()
end)
