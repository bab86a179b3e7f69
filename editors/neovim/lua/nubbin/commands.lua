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
    client.execute(server, bufnr, "nubbin.reduce", argument, function(answer)
      if type(answer) == "table" and type(answer.job) == "number" then
        jobs.begin(server.id, answer.job, uri)
      end
    end)
  end)
end

local function to_running(command)
  return function(bufnr)
    local server = client.find(bufnr)
    local job = jobs.of(vim.uri_from_bufnr(bufnr))
    if server and job then
      client.execute(server, bufnr, command, { job = job })
    else
      messages.say("nothing is being reduced in this buffer", vim.log.levels.WARN)
    end
  end
end

subcommands.cancel = to_running("nubbin.cancel")
subcommands.apply = to_running("nubbin.applyBest")

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
