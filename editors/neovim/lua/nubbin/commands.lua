-- The subcommands of :Nubbin.
local client = require("nubbin.client")
local jobs = require("nubbin.jobs")
local messages = require("nubbin.messages")
local selection = require("nubbin.selection")

local M = {}

local subcommands = {}

function subcommands.reduce(bufnr, command)
  client.with(bufnr, function(server)
    local uri = vim.uri_from_bufnr(bufnr)
    local argument = { uri = uri }
    if command.range > 0 then
      argument.range = selection.range(bufnr, command.line1, command.line2, server.offset_encoding)
    end
    client.reduce(server, bufnr, argument)
  end)
end

local NOTHING = "nothing is being reduced"

local function tell_running(job, command, sentence, here)
  local server = vim.lsp.get_client_by_id(job.client_id)
  if not server then -- it ended while the user was choosing
    jobs.forget(job.client_id)
    return messages.say(NOTHING, vim.log.levels.WARN)
  elseif job ~= here then
    messages.say(sentence:format(jobs.name(job)))
  end
  client.execute(server, 0, command, { job = job.number })
end

--- A subcommand for the reduction of this buffer. If there is none, it is for the one that runs, or that the user
--- chooses: the buffer of that may be gone, or have another name now. `sentence` then says what happens to which.
local function to_running(command, sentence)
  return function(bufnr)
    local here = jobs.of(vim.uri_from_bufnr(bufnr))
    local meant = here and { here } or jobs.running()
    if #meant == 0 then
      messages.say(NOTHING, vim.log.levels.WARN)
    elseif #meant == 1 then
      tell_running(meant[1], command, sentence, here)
    else
      vim.ui.select(meant, { prompt = "Which reduction?", format_item = jobs.name }, function(job)
        if job then
          tell_running(job, command, sentence, here)
        end
      end)
    end
  end
end

subcommands.cancel = to_running("nubbin.cancel", "the reduction of %s is being cancelled")
subcommands.apply = to_running("nubbin.applyBest", "the best of %s so far is being put into its buffer")

function subcommands.check(bufnr)
  client.with(bufnr, function(server)
    client.execute(server, bufnr, "nubbin.checkOracle", { uri = vim.uri_from_bufnr(bufnr) })
  end)
end

function subcommands.setup(bufnr)
  client.with(bufnr, function(server)
    client.execute(server, bufnr, "nubbin.setUp", { uri = vim.uri_from_bufnr(bufnr) })
  end)
end

--- The subcommands that begin with `lead`, sorted.
function M.complete(lead)
  local names = {}
  for name in pairs(subcommands) do
    if vim.startswith(name, lead) then
      table.insert(names, name)
    end
  end
  table.sort(names)
  return names
end

--- Run `:Nubbin`; `command` is what nvim_create_user_command passes to its function.
function M.run(command)
  local name = vim.trim(command.args)
  if name == "" then
    return messages.say((":Nubbin takes %s"):format(table.concat(M.complete(""), ", ")))
  end
  local subcommand = subcommands[name]
  if not subcommand then
    local known = table.concat(M.complete(""), ", ")
    return messages.say(("there is no :Nubbin %s; there are %s"):format(name, known), vim.log.levels.ERROR)
  end
  subcommand(vim.api.nvim_get_current_buf(), command)
end

return M
