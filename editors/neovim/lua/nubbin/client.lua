-- Starts the language server and finds it again, in the same way for Neovim 0.7 and later.
local documents = require("nubbin.documents")
local handlers = require("nubbin.handlers")
local jobs = require("nubbin.jobs")
local messages = require("nubbin.messages")
local options = require("nubbin.options")
local texts = require("nubbin.texts")
local workspace = require("nubbin.workspace")

local M = {}

local started = {} -- root folder -> client id; 0.7 has no vim.lsp.start to reuse clients
local waiting = {} -- buffer -> { actions = to be called once its client is attached, client = id of that }
local asked = {} -- what takes the answer to a request about a file -> { client = id of who has not answered yet }

local function has(version)
  return vim.fn.has("nvim-" .. version) == 1
end

local told = "" -- the mistakes in the options that the user knows of

--- Tell the user of mistakes in the options, once.
local function tell_mistakes()
  local mistakes = table.concat(options.mistakes(vim.g.nubbin), ". ")
  if mistakes ~= "" and mistakes ~= told then
    told = mistakes
    local said = "%s. Until you correct that, the default is used; see :help nubbin-options"
    messages.say(said:format(mistakes), vim.log.levels.WARN)
  end
end

local function attached(client, bufnr)
  tell_mistakes()
  local actions = waiting[bufnr] and waiting[bufnr].actions or {}
  waiting[bufnr] = nil
  for _, action in ipairs(actions) do
    action(client)
  end
end

local BROKEN_OFF = "%s: the reduction was broken off, because the language server ended. %s"
local NOTHING_CHANGED = "Nothing was changed; reduce it again to continue where it was."
local FOUND_IS_HERE = "What had been found is in the buffer."

--- Forget the entries of a client; return whether there were any.
local function forget(entries, client_id)
  local any = false
  for key, entry in pairs(entries) do
    if entry.client == client_id then
      entries[key] = nil
      any = true
    end
  end
  return any
end

local function tell_of_the_end(client_id, code)
  texts.forget(client_id)
  for _, job in pairs(jobs.forget(client_id)) do
    local kept = job.edited and FOUND_IS_HERE or NOTHING_CHANGED
    messages.say(BROKEN_OFF:format(jobs.name(job), kept), vim.log.levels.ERROR)
  end
  if forget(waiting, client_id) then
    local status = code and (" with status %d"):format(code) or ""
    messages.say(("the server ended%s before it was ready; see :checkhealth nubbin"):format(status), vim.log.levels.ERROR)
  end
  if forget(asked, client_id) then
    local again = "the server ended before it did what you asked for; ask again, which starts a new one"
    messages.say(again, vim.log.levels.ERROR)
  end
end

local function stopped(code, _, client_id)
  -- Later: after the server's last messages, which may say how a reduction ended, and after Neovim's own
  -- message about the exit, which it puts into the last line once this function has returned.
  vim.schedule(vim.schedule_wrap(function()
    tell_of_the_end(client_id, code)
  end))
end

--- The table that vim.lsp.config() and vim.lsp.start() take; its `root_dir` skips buffers that are not files.
function M.config()
  local chosen = options.get()
  return {
    name = "nubbin",
    cmd = chosen.cmd,
    capabilities = handlers.capabilities(),
    handlers = handlers.table(),
    settings = { nubbin = chosen.settings },
    on_init = texts.number,
    on_exit = stopped,
    -- An incremental change has positions, and Neovim does not count lines that end with a lone CR.
    flags = { allow_incremental_sync = false },
    root_dir = function(bufnr, found)
      local path = vim.api.nvim_buf_get_name(bufnr)
      if path ~= "" and vim.bo[bufnr].buftype == "" then
        found(workspace.root(path))
      end
    end,
  }
end

--- nubbin's client for this buffer, ready for requests; nil when there is none. Before 0.11, one that is being
--- stopped counts as ready until its server has ended.
function M.find(bufnr)
  local clients
  if vim.lsp.get_clients then
    clients = vim.lsp.get_clients({ bufnr = bufnr, name = "nubbin" })
  elseif has("0.8") then
    clients = vim.lsp.get_active_clients({ bufnr = bufnr, name = "nubbin" })
  else
    clients = vim.tbl_values(vim.lsp.buf_get_clients(bufnr))
  end
  for _, client in ipairs(clients) do
    if client.name == "nubbin" and client.initialized ~= false and not client:is_stopped() then
      return client
    end
  end
  return nil
end

--- Our configuration, with what the user has put into vim.lsp.config("nubbin", ...).
local function configured()
  local found = vim.lsp.config and vim.lsp.config.nubbin -- nil if `lsp` is not on the runtime path
  return vim.tbl_extend("force", {}, found or M.config())
end

local function root_of(config, bufnr)
  local root = config.root_dir
  if type(root) == "function" then
    root = nil
    config.root_dir(bufnr, function(found)
      root = found
    end)
  end
  return root or workspace.root(vim.api.nvim_buf_get_name(bufnr))
end

--- The server's command and its arguments; a program of that name may not exist. nil: a function starts it.
function M.command()
  local command = configured().cmd
  return type(command) == "table" and command or nil
end

local function is_there(command)
  return command == nil or vim.fn.executable(command[1]) == 1
end

local function start(bufnr)
  local config = configured()
  config.root_dir = root_of(config, bufnr)
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = bufnr })
  end
  config.on_attach = attached
  local id = started[config.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(config)
    started[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
  return id
end

if has("0.8") then
  vim.api.nvim_create_autocmd("LspAttach", {
    group = vim.api.nvim_create_augroup("nubbin.attached", { clear = true }),
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == "nubbin" then
        texts.adopt(client, event.buf)
        attached(client, event.buf)
      end
    end,
  })

  -- As `stopped` does, which an `on_exit` of the user's takes the place of.
  vim.api.nvim_create_autocmd("LspDetach", {
    group = vim.api.nvim_create_augroup("nubbin.detached", { clear = true }),
    callback = function(event)
      local id = event.data.client_id
      vim.schedule(vim.schedule_wrap(function()
        if not vim.lsp.get_client_by_id(id) then
          tell_of_the_end(id)
        end
      end))
    end,
  })
end

documents.keep_in_step(M.find)

--- Call `action(client)` once nubbin serves this buffer, starting the server if need be.
--- If that is impossible, the user is told why, and `action` is not called.
function M.with(bufnr, action)
  bufnr = bufnr == 0 and vim.api.nvim_get_current_buf() or bufnr
  local client = M.find(bufnr)
  if client then
    return action(client)
  end
  local command = M.command()
  if vim.api.nvim_buf_get_name(bufnr) == "" or vim.bo[bufnr].buftype ~= "" then
    local hint = vim.bo[bufnr].buftype == "" and "; save it under a name first" or ""
    return messages.say("this buffer is not a file" .. hint, vim.log.levels.ERROR)
  end
  tell_mistakes()
  if not is_there(command) then
    local hint = "%s was not found; install it (pip install . in its folder) or name it in vim.g.nubbin.cmd"
    return messages.say(hint:format(command[1]), vim.log.levels.ERROR)
  end
  local entry = waiting[bufnr] or { actions = {} }
  waiting[bufnr] = entry
  table.insert(entry.actions, action)
  entry.client = start(bufnr) -- if the client runs already, this calls `attached`, which removes the entry
  if not entry.client then
    waiting[bufnr] = nil
    messages.say("the server did not start; see :checkhealth nubbin", vim.log.levels.ERROR)
  end
end

--- Serve this buffer if its workspace has settings and `autostart` is not off; else do nothing.
function M.autostart(bufnr)
  local chosen = options.get()
  local path = vim.api.nvim_buf_get_name(bufnr)
  local enabled = vim.lsp.is_enabled and vim.lsp.is_enabled("nubbin") -- then Neovim starts it where it is to run
  local suits = chosen.autostart and not enabled and path ~= "" and vim.bo[bufnr].buftype == ""
  if suits and not M.find(bufnr) and is_there(M.command()) and workspace.settings(path) then
    start(bufnr)
  end
end

--- Run a command of the server; call `answered(result)`, or tell the user why the command failed.
function M.execute(client, bufnr, command, argument, answered)
  local params = { command = command, arguments = { argument } }
  local function reply(err, result)
    asked[reply] = nil
    if err then
      messages.say(err.message or vim.inspect(err), vim.log.levels.ERROR)
    elseif answered then
      answered(result)
    end
  end
  asked[reply] = argument.uri and { client = client.id } -- else it is about a job, the end of which is told as it is
  if has("0.11") then
    client:request("workspace/executeCommand", params, reply, bufnr)
  else
    client.request("workspace/executeCommand", params, reply, bufnr)
  end
end

--- Reduce the buffer, as `argument` says.
function M.reduce(client, bufnr, argument)
  M.execute(client, bufnr, "nubbin.reduce", argument, function(answer)
    if type(answer) == "table" and type(answer.job) == "number" then
      jobs.begin(client.id, answer.job, argument.uri)
    end
  end)
end

return M
