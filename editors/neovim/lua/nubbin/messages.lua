-- What the user is told, in the last line or by the plugin that shows notifications.
local M = {}

local highlights = { [vim.log.levels.WARN] = "WarningMsg", [vim.log.levels.ERROR] = "ErrorMsg" }

--- Whether vim.notify is Neovim's own, which prints on the last line, and not one from a plugin.
local function prints()
  local source = debug.getinfo(vim.notify, "S").source
  return source == "?" or source:match("vim/_") ~= nil -- 0.12 does not say where its own functions are from
end

local LASTS = 3000 -- milliseconds that a message stays before progress takes its place
local CUT = "…"
local MORE = CUT .. " (:messages)"
local LAST_LINE = vim.fn.has("nvim-0.12") == 1 and { id = "nubbin.last_line" } or {} -- what is shown takes its place
local said -- when the last message was shown, in milliseconds

--- As much of a text as takes no more than some cells.
local function cut(text, cells)
  return vim.fn.printf(("%%.%dS"):format(math.max(cells, 0)), text)
end

--- As much of a message as fits into the last line, then `more` if it was cut.
local function fitting(message, more)
  local room = vim.v.echospace
  if vim.fn.strdisplaywidth(message) <= room then
    return message
  end
  return cut(cut(message, room - vim.fn.strdisplaywidth(more)) .. more, room)
end

local function show(message, highlight)
  vim.cmd("redraw") -- else the message is added to the last one, and Neovim asks for ENTER
  vim.api.nvim_echo({ { message, highlight } }, false, LAST_LINE)
end

--- Add a message to :messages. 0.12 continues a long one on the next line, and would wait for ENTER; so would earlier
--- ones without T in 'shortmess', or without a line for messages.
local function record(message, highlight)
  if LAST_LINE.id then
    local waits = vim.o.messagesopt
    vim.o.messagesopt = waits:gsub("hit%-enter", "wait:0")
    vim.api.nvim_echo({ { message, highlight } }, true, LAST_LINE)
    vim.o.messagesopt = waits
  else
    local cuts, height = vim.o.shortmess, vim.o.cmdheight
    vim.o.shortmess, vim.o.cmdheight = cuts .. "T", math.max(height, 1)
    vim.cmd("echohl " .. highlight)
    vim.cmd("echomsg " .. vim.fn.string(message)) -- which cuts it in its middle, where the figures are
    vim.cmd("echohl None")
    vim.o.shortmess, vim.o.cmdheight = cuts, height
  end
end

--- Show a message once more when the user is back in Normal mode: what says which mode it is may stand over it.
local function show_later(message, highlight)
  local group = vim.api.nvim_create_augroup("nubbin.said", { clear = true })
  if vim.api.nvim_get_mode().mode == "n" then
    return
  end
  vim.api.nvim_create_autocmd("ModeChanged", {
    group = group,
    pattern = "*:n",
    once = true,
    callback = vim.schedule_wrap(function()
      show(fitting(message, MORE), highlight)
    end),
  })
end

--- Tell the user something that has to last: it stays in :messages.
function M.say(message, level)
  message, level = "nubbin: " .. message, level or vim.log.levels.INFO
  if message:find("\n") or not prints() then
    show("", "None") -- progress is no longer so
    return vim.notify(message, level)
  end
  -- vim.notify would continue a long message on the next line, and then wait for a key.
  said = vim.loop.now()
  local highlight = highlights[level] or "None"
  vim.cmd("redraw")
  record(message, highlight)
  show(fitting(message, MORE), highlight)
  show_later(message, highlight)
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
  show(fitting(message, CUT), "None")
end

return M
