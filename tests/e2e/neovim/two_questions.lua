-- A user at a real terminal is asked about two buffers at once, and something else happens during each question.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  local jobs = require("nubbin.jobs")
  driver.seen.order = {}
  local function note(what)
    table.insert(driver.seen.order, what)
  end
  driver.wait("the server", function()
    return require("nubbin.client").find(0) ~= nil
  end)
  local handlers = require("nubbin.client").find(0).handlers
  local ask = handlers["window/showMessageRequest"]
  handlers["window/showMessageRequest"] = function(...)
    if #driver.seen.order == 0 then -- the second question comes while the first is open
      vim.cmd("silent edit second.c | Nubbin reduce")
    end
    vim.loop.new_timer():start(0, 0, vim.schedule_wrap(function()
      note("something else")
    end))
    local answer = ask(...)
    note(answer.title)
    return answer
  end
  vim.o.hidden = true
  vim.cmd("Nubbin reduce")
  for _, name in ipairs({ "case.c", "second.c" }) do
    local uri = vim.uri_from_bufnr(vim.fn.bufnr(name))
    driver.wait("the end of the reduction of " .. name, function()
      return jobs.last(uri) ~= nil
    end)
    driver.seen[name] = jobs.last(uri).applied
  end
end)
