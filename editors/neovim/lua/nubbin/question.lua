-- Puts the server's questions to the user. An answer may allow commands to run, and a question may come while the
-- user is typing, so that only a word of the answer and Enter counts, and no key or motion. (Neovim's own handler
-- takes a number, but `2` and Enter are also a motion.)
--
-- As long as a question is open, Neovim handles keys and nothing else: messages, edits and further questions wait
-- in its queue, for their turn. So nothing is drawn over what the user consents to. input() will not do: it goes on
-- with that queue, and a question that comes meanwhile has to be answered before the one that was there.
local messages = require("nubbin.messages")

local M = {}

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

local EVER = 2 ^ 31 - 1 -- the longest time to wait, in milliseconds
local KEYS = { enter = 13, esc = 27, ctrl_c = 3, ctrl_h = 8, ctrl_u = 21, delete = 127, backspace = "\128kb" }

--- The next key, a code point or the name of a special key; before it comes, nothing but keys is handled.
local function next_key()
  local key
  local pressed = vim.wait(EVER, function()
    local done, code = pcall(vim.fn.getchar, 0)
    key = done and code or KEYS.ctrl_c -- which raises an error
    return key ~= 0
  end, 20, true)
  return pressed and key or KEYS.ctrl_c
end

--- What has been typed, after one more key.
local function typed(before, key)
  if key == KEYS.ctrl_u then
    return ""
  elseif key == KEYS.backspace or key == KEYS.ctrl_h or key == KEYS.delete then
    return vim.fn.strcharpart(before, 0, vim.fn.strchars(before) - 1)
  elseif type(key) == "number" and key >= 32 then
    return before .. vim.fn.nr2char(key)
  end
  return before
end

--- A text in rows that are no wider than the screen.
local function rows_of(text)
  local rows, width = {}, ("%%.%dS"):format(vim.o.columns)
  for _, line in ipairs(vim.split(text, "\n")) do
    repeat
      local row = vim.fn.printf(width, line)
      table.insert(rows, row)
      line = line:sub(#row + 1)
    until line == "" or row == ""
  end
  return rows
end

local ABOVE_MESSAGES = 250

--- Show a text in a window at the bottom of the screen, all of it; raise an error if there is no room.
local function draw(window, text)
  local rows = rows_of(text)
  local bottom = vim.o.lines - vim.o.cmdheight
  if #rows > bottom then
    error(("it takes %d lines, and there are %d. Enlarge the window, then try again"):format(#rows, bottom), 0)
  end
  vim.api.nvim_buf_set_lines(vim.api.nvim_win_get_buf(window), 0, -1, false, rows)
  local place = { relative = "editor", anchor = "SW", row = bottom, col = 0 }
  local size = { width = vim.o.columns, height = #rows, zindex = ABOVE_MESSAGES }
  vim.api.nvim_win_set_config(window, vim.tbl_extend("error", place, size))
  vim.cmd("redraw")
end

local PROMPT = "\nType one of these words, then Enter (Esc: no answer): "

--- Read words until there is a known one; return that, or nil if the user dismisses the question.
local function read(window, question, known)
  while vim.fn.getchar(0) ~= 0 do -- discard what was typed before
  end
  local answer, complaint = "", ""
  while true do
    draw(window, question .. complaint .. PROMPT .. answer .. "_")
    local key = next_key()
    if key == KEYS.esc or key == KEYS.ctrl_c then
      return nil
    elseif key ~= KEYS.enter then
      answer = typed(answer, key)
    else
      local word = vim.trim(answer):lower()
      if vim.tbl_contains(known, word) then
        return word
      end
      complaint = ("\n%s is none of them."):format(word == "" and "Enter alone" or ('"%s"'):format(word))
      answer = ""
    end
  end
end

--- Put a question until the user types one of the known words; return that, or nil if they dismiss it.
function M.read_word(question, known)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].modifiable = true -- whatever the user has as its global value
  vim.bo[buffer].bufhidden = "wipe"
  local place = { relative = "editor", row = 0, col = 0, width = 1, height = 1 }
  local look = { style = "minimal", focusable = false, noautocmd = true, border = "none" }
  local window = vim.api.nvim_open_win(buffer, false, vim.tbl_extend("error", place, look))
  vim.wo[window].winblend = 0
  local done, word = pcall(read, window, question, known)
  -- While the command-line window is open, 0.7 closes no window, and 0.10 and later delete no buffer.
  if not pcall(vim.api.nvim_win_close, window, true) then
    vim.api.nvim_buf_delete(buffer, { force = true })
  end
  vim.cmd("redraw")
  if not done then
    messages.say(("a question could not be put: %s"):format(word), vim.log.levels.ERROR)
    return nil
  end
  return word
end

--- The handler of window/showMessageRequest. Without a screen nobody can be asked, and the server is told so:
--- a script never hangs and never consents.
function M.handle(_, params)
  local actions = params.actions or {}
  if #actions == 0 then
    messages.say(params.message)
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
  local word = M.read_word(table.concat(lines, "\n"), known)
  for index, action in ipairs(actions) do
    if known[index] == word then
      return action
    end
  end
  return vim.NIL
end

return M
