-- Handlers for what the server sends: progress, messages, questions, edits and events.
local edits = require("nubbin.edits")
local jobs = require("nubbin.jobs")
local options = require("nubbin.options")

local M = {}

local highlights = { [vim.log.levels.WARN] = "WarningMsg", [vim.log.levels.ERROR] = "ErrorMsg" }

--- Whether vim.notify is Neovim's own, which prints on the last line, and not one from a plugin.
local function prints()
  return debug.getinfo(vim.notify, "S").source:match("vim/_") ~= nil
end

local LASTS = 3000 -- milliseconds that a message stays before progress takes its place
local MORE = "… (:messages)"
local said -- when the last message was shown, in milliseconds

--- As much of a message as fits into the last line, counted in cells, then `more` if it was cut.
local function fitting(message, more)
  local room = math.max(vim.v.echospace, 20)
  if vim.fn.strdisplaywidth(message) <= room then
    return message
  end
  return vim.fn.printf(("%%.%dS"):format(room - vim.fn.strdisplaywidth(more)), message) .. more
end

--- Tell the user something that has to last: it stays in :messages.
function M.say(message, level)
  vim.cmd("redraw") -- else the message is added to the last one, and Neovim asks for ENTER
  message, level = "nubbin: " .. message, level or vim.log.levels.INFO
  if message:find("\n") or not prints() then
    return vim.notify(message, level)
  end
  -- vim.notify would continue a long message on the next line, and then wait for a key. :echomsg
  -- cuts it in its middle, where the figures are, so that is only for :messages.
  said = vim.loop.now()
  local highlight = highlights[level] or "None"
  vim.cmd("echohl " .. highlight)
  vim.cmd("echomsg " .. vim.fn.string(message))
  vim.cmd("echohl None")
  vim.cmd("redraw")
  vim.api.nvim_echo({ { fitting(message, MORE), highlight } }, false, {})
end

--- Show a message that the next one may overwrite.
local function show(message)
  local mode = vim.api.nvim_get_mode().mode
  if mode:match("^[cr]") then
    return -- the user is in the command line or at a prompt, which must not be overwritten
  end
  if said and vim.loop.now() - said < LASTS then
    return
  end
  message = message:gsub("%s+", " ")
  vim.cmd("redraw")
  vim.api.nvim_echo({ { fitting(message, "") } }, false, {})
end

local function progress(err, params, context, config)
  vim.lsp.handlers["$/progress"](err, params, context, config)
  local value = type(params.value) == "table" and params.value or {}
  if value.kind == "end" or not options.get().progress then
    return -- the server sends a message of its own about the end
  end
  local percentage = value.percentage and value.percentage .. "%" or ""
  show(table.concat({ "nubbin:", percentage, value.title or "", value.message or "" }, " "))
end

local levels = {
  vim.log.levels.ERROR,
  vim.log.levels.WARN,
  vim.log.levels.INFO,
  vim.log.levels.DEBUG,
}

local function message(_, params)
  M.say(params.message, levels[params.type])
end

local function event(_, params, context)
  jobs.note(context.client_id, params)
  if params.event == "finished" then
    vim.api.nvim_exec_autocmds("User", { pattern = "NubbinFinished", modeline = false })
  end
end

local SHORTEST = 3 -- characters that a word of a title needs to be its answer

--- The word to type for each title: its first long enough one that no other title has, else the whole title.
local function words(titles)
  local holders = {}
  local split = vim.tbl_map(function(title)
    return vim.split(title:lower(), "%s+")
  end, titles)
  for index, each in ipairs(split) do
    for _, word in ipairs(each) do
      holders[word] = (holders[word] == nil or holders[word] == index) and index or 0
    end
  end
  local chosen = {}
  for index, each in ipairs(split) do
    chosen[index] = titles[index]:lower()
    for _, word in ipairs(each) do
      if #word >= SHORTEST and holders[word] == index then
        chosen[index] = word
        break
      end
    end
  end
  return chosen
end

local ESC = "\27"
local PROMPT = "Type one of these words, then Enter (Esc: no answer): "

--- Put a question until the user types one of the known words; return that, or nil if they dismiss it.
local function read_word(question, known)
  local complaint = ""
  while true do
    while vim.fn.getchar(0) ~= 0 do -- discard what was typed before
    end
    local asked = { prompt = question .. complaint .. "\n" .. PROMPT, cancelreturn = ESC }
    vim.cmd("echohl Question")
    local answered, line = pcall(vim.fn.input, asked)
    vim.cmd("echohl None")
    vim.cmd("redraw") -- remove the question, so that the next message does not scroll below it
    if not answered or line == ESC then
      return nil -- Ctrl-C or Esc
    end
    line = vim.trim(line):lower()
    if vim.tbl_contains(known, line) then
      return line
    end
    complaint = ("\n%s is none of them."):format(line == "" and "Enter alone" or ('"%s"'):format(line))
  end
end

--- Put the server's question to the user. The answer may allow commands to run, and the question may come
--- while the user is typing, so only a word of the answer and Enter counts, and no key or motion. (Neovim's
--- own handler takes a number, but `2` and Enter are also a motion.) Without a screen nobody can be asked,
--- and the server is told so: a script never hangs and never consents.
local function ask(_, params)
  local actions = params.actions or {}
  if #actions == 0 then
    M.say(params.message)
    return vim.NIL
  elseif #vim.api.nvim_list_uis() == 0 then
    return nil, vim.lsp.rpc_response_error(vim.lsp.protocol.ErrorCodes.MethodNotFound, "nobody is there to be asked")
  end
  local titles = vim.tbl_map(function(action)
    return action.title
  end, actions)
  local known, lines = words(titles), { params.message }
  for index, title in ipairs(titles) do
    table.insert(lines, ("  %-8s  %s"):format(known[index], title))
  end
  local word = read_word(table.concat(lines, "\n"), known)
  for index, action in ipairs(actions) do
    if known[index] == word then
      return action
    end
  end
  return vim.NIL
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
    ["window/showMessageRequest"] = ask,
    ["workspace/applyEdit"] = edits.handle,
  }
  if vim.fn.has("nvim-0.8") == 0 then
    handlers["window/showDocument"] = show_document
  end
  return handlers
end

return M
