-- Applies the server's edits exactly, as one undo step, and never over what the user has typed meanwhile.
-- Neovim's own handler will not do, for two reasons. It takes every CR for a line end, so that no CR gets into
-- a buffer, and edits behind a lone CR are misplaced. And it reports a stale edit that it refuses as applied,
-- although the server must know, to save the result elsewhere.
local jobs = require("nubbin.jobs")
local positions = require("nubbin.positions")
local saving = require("nubbin.saving")
local texts = require("nubbin.texts")

local M = {}

--- A text after edits, whose ranges all refer to the text as it was before.
local function edited(text, edits, encoding)
  local starts, spans = positions.line_starts(text), {}
  for _, edit in ipairs(edits) do
    local first = positions.offset(text, starts, edit.range.start, encoding)
    local last = positions.offset(text, starts, edit.range["end"], encoding)
    table.insert(spans, { first = first, last = last, new = edit.newText })
  end
  table.sort(spans, function(one, other)
    return one.first > other.first -- from the last to the first, so that offsets stay valid
  end)
  for _, span in ipairs(spans) do
    text = text:sub(1, span.first) .. span.new .. text:sub(span.last + 1)
  end
  return text
end

--- Replace a buffer's lines, except equal ones at the beginning and the end.
local function replace(bufnr, had, wanted)
  local least = math.min(#had, #wanted)
  local head, tail = 0, 0
  while head < least and had[head + 1] == wanted[head + 1] do
    head = head + 1
  end
  while tail < least - head and had[#had - tail] == wanted[#wanted - tail] do
    tail = tail + 1
  end
  local between = vim.list_slice(wanted, head + 1, #wanted - tail)
  vim.api.nvim_buf_set_lines(bufnr, head, #had - tail, true, between)
end

local LONE_LF = "with 'fileformat' %s, its lines cannot end with LF alone"

--- The same edits, with the line ends of a buffer in what they put there.
local function with_line_ends_of(bufnr, edits)
  local ending = positions.ending(bufnr)
  if ending == "\n" then
    return edits
  end
  return vim.tbl_map(function(edit)
    return { range = edit.range, newText = edit.newText:gsub("\r?\n", ending) }
  end, edits)
end

--- Make edits to a buffer, to the very byte; raise an error if its lines, which can only end as its 'fileformat'
--- says, cannot hold them.
local function apply(bufnr, edits, encoding)
  local ending = positions.ending(bufnr)
  local text = edited(texts.of(bufnr), edits, encoding)
  local ended = vim.endswith(text, ending)
  local wanted = vim.split(ended and text:sub(1, -#ending - 1) or text, ending, { plain = true })
  if ending ~= "\n" and table.concat(wanted):find("\n", 1, true) then
    error(LONE_LF:format(vim.bo[bufnr].fileformat), 0)
  end
  replace(bufnr, vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), wanted)
  if ended and not vim.bo[bufnr].endofline then
    vim.bo[bufnr].endofline = true -- else the last line would not end when it is written, or have an empty one behind it
  end
end

local function break_undo(bufnr)
  vim.api.nvim_buf_call(bufnr, function()
    vim.cmd("let &g:undolevels = &g:undolevels")
  end)
end

local GLOBAL = -123456 -- the value in a buffer that has no 'undolevels' of its own

--- Whether changes of a buffer can be undone; plugins for large files may switch that off.
local function undoes(bufnr)
  local own = vim.bo[bufnr].undolevels
  return (own == GLOBAL and vim.go.undolevels or own) >= 0
end

local SAVED_OTHERWISE = "'bomb', 'fileencoding' or 'binary' has changed, so that it would be saved as other bytes"

--- Edit one document; raise an error that says why if that is not possible.
local function change(client, document, edits)
  local bufnr = vim.uri_to_bufnr(document.uri)
  local job = jobs.of(document.uri)
  if not vim.api.nvim_buf_is_loaded(bufnr) or not texts.holds(client.id, document, bufnr) then
    error("the buffer has changed: " .. document.uri, 0)
  elseif job and not vim.deep_equal(job.saving, saving.now(bufnr)) then
    error(SAVED_OTHERWISE, 0)
  elseif not undoes(bufnr) then
    error("'undolevels' is below 0, so that it could not be undone", 0)
  end
  if not job then -- an edit of settings; what an oracle was asked about gets in exactly or not at all
    edits = with_line_ends_of(bufnr, edits)
  end
  break_undo(bufnr)
  local done, problem = pcall(apply, bufnr, edits, client.offset_encoding)
  break_undo(bufnr)
  if not done then
    error((problem:gsub("^[^:]*:%d+: ", "")), 0)
  end
end

--- The handler of workspace/applyEdit; edits name a document's version, as `capabilities()` asks for.
function M.handle(_, params, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  for _, each in ipairs(params.edit.documentChanges) do
    local document = each.textDocument
    local done, problem = pcall(change, client, document, each.edits)
    if not done then
      return { applied = false, failureReason = problem }
    end
    jobs.edit(context.client_id, document.uri)
  end
  return { applied = true }
end

return M
