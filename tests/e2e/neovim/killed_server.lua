-- The server dies twice while it reduces. Whether to go on with the first time is not said when that is
-- asked, and then it is; before the second time, something has been put into the buffer.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  local function kill()
    driver.seen.messages = {}
    for _, child in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
      vim.loop.kill(child, "sigkill")
    end
    local said
    driver.wait("word of the end", function()
      said = vim.tbl_map(function(message)
        return message.text
      end, driver.seen.messages)
      return #said == 2 -- Neovim speaks of its own accord, of exit code and signal
    end)
    return said
  end
  local original = driver.text()
  driver.reduce_a_little()
  driver.seen.nothing_changed = kill()
  driver.seen.questions = {}
  driver.answer("allow once")
  vim.cmd("Nubbin reduce")
  driver.wait_for_end()
  driver.reduce_a_little()
  vim.cmd("Nubbin apply")
  driver.wait("the edit", function()
    return driver.text() ~= original
  end)
  driver.seen.something_kept = kill()
  driver.seen.running = require("nubbin.jobs").of(vim.uri_from_bufnr(0)) ~= nil
end)
