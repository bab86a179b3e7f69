-- What the scenarios share: they act as a user does, note what they see, and leave.
local M = { seen = { messages = {}, questions = {} } }

local notify = vim.notify
vim.notify = function(message, level, options)
  table.insert(M.seen.messages, { text = message, level = level or vim.log.levels.INFO })
  return notify(message, level, options)
end

--- Let messages be shown by Neovim itself, and not be noted.
function M.show_messages()
  vim.notify = notify
end

--- Answer the server's questions as a user at the keyboard would: with the word of the first choice
--- whose title matches one of some patterns; Esc where none does.
function M.answer(...)
  local patterns = { ... }
  vim.api.nvim_list_uis = function()
    return { { width = 80, height = 24 } }
  end
  require("nubbin.question").read_word = function(question)
    local lines = vim.split(question, "\n")
    table.insert(M.seen.questions, lines[1])
    for _, line in ipairs(lines) do
      local word, title = line:match("^  (.-)   *(.*)$")
      for _, pattern in ipairs(word and patterns or {}) do
        if title:lower():match(pattern) then
          return word
        end
      end
    end
    return nil
  end
end

--- The buffer's text as it would be written.
function M.text()
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  return vim.bo.endofline and text .. "\n" or text
end

--- What stands in the last line of the screen.
function M.last_line()
  local cells = {}
  for column = 1, vim.o.columns do
    table.insert(cells, vim.fn.screenstring(vim.o.lines, column))
  end
  return table.concat(cells)
end

--- Wait until `condition()`; a scenario that waits in vain ends Neovim with a failure.
function M.wait(what, condition)
  if not vim.wait(240000, condition, 20) then
    M.seen.timeout = what
    M.leave()
  end
end

--- Reduce this buffer with the user's consent, and wait until something smaller was found.
function M.reduce_a_little()
  M.answer("allow once", "continue")
  local jobs = require("nubbin.jobs")
  vim.cmd("Nubbin reduce")
  M.wait("a first improvement", function()
    local job = jobs.of(vim.uri_from_bufnr(0))
    return job ~= nil and job.best ~= nil
  end)
end

--- Wait until the reduction of this buffer has ended, and note how.
function M.wait_for_end()
  local jobs = require("nubbin.jobs")
  local uri = vim.uri_from_bufnr(0)
  M.wait("the end of the reduction", function()
    return jobs.last(uri) ~= nil
  end)
  M.seen.finished = jobs.last(uri)
end

--- Note the text now, and again after one undo.
function M.note_text_and_undo()
  M.seen.after = M.text()
  vim.cmd("silent undo")
  M.seen.undone = M.text()
end

--- Write down what was seen and end Neovim, as :qall! does.
function M.leave()
  local lines = { vim.fn.json_encode(M.seen) }
  vim.fn.writefile(lines, assert(os.getenv("NUBBIN_TEST_OUT")))
  vim.cmd("qall!")
end

--- Run a scenario once Neovim is up; an error in it is noted, not lost.
function M.run(scenario)
  vim.schedule(function()
    local ok, problem = xpcall(scenario, debug.traceback)
    if not ok then
      M.seen.problem = problem
    end
    M.leave()
  end)
end

return M
