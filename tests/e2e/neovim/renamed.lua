-- The buffer is served, and given another name: by :saveas, then by :file, which writes nothing.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  local jobs = require("nubbin.jobs")
  driver.wait("the server", function()
    return require("nubbin.client").find(0) ~= nil
  end)
  driver.seen.names, driver.seen.finished = {}, {}
  for _, rename in ipairs({ "saveas second.c", "file third.c" }) do
    vim.cmd("silent " .. rename)
    vim.wait(100)
    vim.cmd("Nubbin reduce")
    local uri = vim.uri_from_bufnr(0)
    driver.wait("the end of the reduction", function()
      return jobs.last(uri) ~= nil
    end)
    table.insert(driver.seen.names, vim.fn.bufname())
    table.insert(driver.seen.finished, jobs.last(uri))
    driver.seen.after = driver.text()
    vim.cmd("silent undo")
  end
end)
