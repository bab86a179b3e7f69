-- What the server sends: progress, questions, edits and events.
local edits = require("nubbin.edits")
local jobs = require("nubbin.jobs")
local options = require("nubbin.options")

local M = {}

local highlights = { [vim.log.levels.WARN] = "WarningMsg", [vim.log.levels.ERROR] = "ErrorMsg" }

--- Whether vim.notify prints on the last line, as Neovim's own does: plugins put others in its place.
local function prints()
  return debug.getinfo(vim.notify, "S").source:match("vim/_") ~= nil
end

local LASTS = 3000 -- milliseconds that a message stays before progress takes its place
local MORE = "… (:messages)"
local said -- when

--- What of a message fits into the last line, of whose cells a character may take two.
local function fitting(message, more)
  local room = math.max(vim.v.echospace, 20)
  if vim.fn.strdisplaywidth(message) <= room then
    return message
  end
  return vim.fn.printf(("%%.%dS"):format(room - vim.fn.strdisplaywidth(more)), message) .. more
end

--- Tell the user something that should last: it stays in :messages.
function M.say(message, level)
  vim.cmd("redraw") -- else it adds to what was shown last, and Neovim wants ENTER pressed
  message, level = "nubbin: " .. message, level or vim.log.levels.INFO
  if message:find("\n") or not prints() then
    return vim.notify(message, level)
  end
  -- vim.notify would go on in the next line, and take the user's next key for an answer; :echomsg
  -- cuts what is too long in its middle, where the figures are: that is for :messages.
  said = vim.loop.now()
  local highlight = highlights[level] or "None"
  vim.cmd("echohl " .. highlight)
  vim.cmd("echomsg " .. vim.fn.string(message))
  vim.cmd("echohl None")
  vim.cmd("redraw")
  vim.api.nvim_echo({ { fitting(message, MORE), highlight } }, false, {})
end

--- Show something that may be overwritten by the next thing.
local function show(message)
  local mode = vim.api.nvim_get_mode().mode
  if mode:match("^[cr]") then
    return -- the user is in the command line or at a prompt: not ours to overwrite
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
    return -- how it ended comes as a message of its own
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

local SHORTEST = 3 -- characters of a word that is an answer, unless the whole title is shorter

--- The word to type for each title: the first that no other title has, else all of it.
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

--- Put a question until it is answered by one of some words; nil if it is dismissed.
local function read_word(question, known)
  local complaint = ""
  while true do
    while vim.fn.getchar(0) ~= 0 do -- what was typed before is no answer
    end
    local asked = { prompt = question .. complaint .. "\n" .. PROMPT, cancelreturn = ESC }
    vim.cmd("echohl Question")
    local answered, line = pcall(vim.fn.input, asked)
    vim.cmd("echohl None")
    vim.cmd("redraw") -- the question is done with: what comes next must not scroll below it
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

--- Ask what the server wants to know. Commands may run after it, and it may come while the user is
--- typing: no key and no motion is an answer, but a word of it and Enter. In Neovim's own handler a
--- number is, and `2` and Enter are a motion. Without a screen there is nobody to ask, and the server
--- is told so: a script never hangs and never consents.
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

--- Show a document, as Neovim 0.8 and later do themselves.
local function show_document(_, params)
  local path = vim.fn.fnameescape(vim.uri_to_fname(params.uri))
  local start = params.selection and params.selection.start or { line = 0, character = 0 }
  local success = pcall(vim.cmd, "split " .. path)
  return { success = success and pcall(vim.fn.cursor, start.line + 1, start.character + 1) }
end

--- What the client can do, thanks to the handlers of `table()` or by itself, but does not say in 0.7.
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
