-- What the user is told, in the last line or by the plugin that shows notifications.
local M = {}

local highlights = { [vim.log.levels.WARN] = "WarningMsg", [vim.log.levels.ERROR] = "ErrorMsg" }

--- Whether vim.notify is Neovim's own, which prints on the last line, and not one from a plugin.
local function prints()
  local source = debug.getinfo(vim.notify, "S").source
  return source == "?" or source:match("vim/_") ~= nil -- 0.12 does not say where its own functions are from
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

--- Add a message to :messages. 0.12 continues a long one on the next line, and would wait for ENTER.
local function record(message, highlight)
  local waits = vim.fn.exists("+messagesopt") == 1 and vim.o.messagesopt
  if waits then
    vim.o.messagesopt = waits:gsub("hit%-enter", "wait:0")
  end
  vim.cmd("echohl " .. highlight)
  vim.cmd("echomsg " .. vim.fn.string(message))
  vim.cmd("echohl None")
  if waits then
    vim.o.messagesopt = waits
  end
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
  record(message, highlight)
  vim.cmd("redraw")
  vim.api.nvim_echo({ { fitting(message, MORE), highlight } }, false, {})
end

--- Show a message that the next one may overwrite.
function M.show(message)
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

return M
