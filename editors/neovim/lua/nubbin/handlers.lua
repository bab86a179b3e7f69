-- Handlers for what the server sends: progress, messages, questions, edits and events.
local edits = require("nubbin.edits")
local jobs = require("nubbin.jobs")
local messages = require("nubbin.messages")
local options = require("nubbin.options")
local question = require("nubbin.question")

local M = {}

local titles = {} -- client id and token of a progress -> its title, which the server says only once

local function progress(err, params, context, config)
  vim.lsp.handlers["$/progress"](err, params, context, config)
  local value = type(params.value) == "table" and params.value or {}
  local key = context.client_id .. " " .. params.token
  if value.kind == "end" then
    titles[key] = nil
    return -- the server sends a message of its own about the end
  end
  titles[key] = value.title or titles[key]
  if options.get().progress then
    local percentage = value.percentage and value.percentage .. "%" or ""
    local said = table.concat({ titles[key] or "", value.message }, ": ")
    messages.show(table.concat({ "nubbin:", percentage, said }, " "))
  end
end

local levels = {
  vim.log.levels.ERROR,
  vim.log.levels.WARN,
  vim.log.levels.INFO,
  vim.log.levels.DEBUG,
}

local function message(_, params)
  messages.say(params.message, levels[params.type])
end

local function event(_, params, context)
  jobs.note(context.client_id, params)
  if params.event == "finished" then
    vim.api.nvim_exec_autocmds("User", { pattern = "NubbinFinished", modeline = false })
  end
end

--- Show a document with its selection; Neovim 0.8 and later do this themselves.
local function show_document(_, params)
  local path = vim.fn.fnameescape(vim.uri_to_fname(params.uri))
  local start = params.selection and params.selection.start or { line = 0, character = 0 }
  local success = pcall(vim.cmd, "split " .. path)
  return { success = success and pcall(vim.fn.cursor, start.line + 1, start.character + 1) }
end

--- The client's capabilities, with those that `table()` adds, and those that Neovim 0.7 has but does not declare.
function M.capabilities()
  local offered = vim.lsp.protocol.make_client_capabilities()
  offered.workspace.configuration = true
  local edits = offered.workspace.workspaceEdit or {}
  offered.workspace.workspaceEdit = vim.tbl_extend("force", edits, { documentChanges = true })
  offered.window = vim.tbl_extend("force", offered.window or {}, { showDocument = { support = true } })
  return offered
end

--- Handlers for the `handlers` key of a client's configuration.
function M.table()
  local handlers = {
    ["$/progress"] = progress,
    ["window/showMessage"] = message,
    ["nubbin/event"] = event,
    ["window/showMessageRequest"] = question.handle,
    ["workspace/applyEdit"] = edits.handle,
  }
  if vim.fn.has("nvim-0.8") == 0 then
    handlers["window/showDocument"] = show_document
  end
  return handlers
end

return M
