-- The user restarts a server that is busy, and reduces before it has ended: from 0.11 on, another one does that.
-- Before, Neovim gives it to the one that is about to end, and the user asks again once it is said to have ended.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  local nubbin, jobs, uri = require("nubbin.client"), require("nubbin.jobs"), vim.uri_from_bufnr(0)
  driver.wait("the server", function()
    return nubbin.find(0) ~= nil
  end)
  local process = vim.api.nvim_get_proc_children(vim.fn.getpid())[1]
  vim.loop.kill(process, "sigstop")
  vim.lsp.stop_client(nubbin.find(0).id)
  vim.cmd("Nubbin reduce")
  vim.loop.kill(process, "sigkill")
  driver.wait("a reduction, or word that there is none", function()
    local last = driver.seen.messages[#driver.seen.messages]
    return jobs.last(uri) ~= nil or last ~= nil and last.text:find("ask again", 1, true) ~= nil
  end)
  if not jobs.last(uri) then
    vim.cmd("Nubbin reduce")
  end
  driver.wait_for_end()
end)
