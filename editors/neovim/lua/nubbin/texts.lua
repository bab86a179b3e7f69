-- What the servers have of the buffers' texts, so that an edit is made to no other text than it was meant for.
-- Neovim's own versions do not tell, as all servers of a buffer share them: any other server that is attached to it
-- sets them back to 0. So every text that is sent to nubbin's server gets a number here, and is remembered.
local positions = require("nubbin.positions")

local M = {}

local sent = {} -- client id -> uri -> { version = ..., text = ... }
local count = 0

--- A buffer's text as Neovim sends it.
function M.of(bufnr)
  local ending = positions.ending(bufnr)
  local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), ending)
  return vim.bo[bufnr].endofline and text .. ending or text
end

local function send(client, bufnr)
  local document, changes = { uri = vim.uri_from_bufnr(bufnr) }, { { text = M.of(bufnr) } }
  client.rpc.notify("textDocument/didChange", { textDocument = document, contentChanges = changes })
end

--- Number and remember the texts that a client sends from now on.
function M.number(client)
  local texts, notify = {}, client.rpc.notify
  sent[client.id] = texts
  client.rpc.notify = function(method, params)
    local document = params and params.textDocument
    if method == "textDocument/didClose" then
      texts[document.uri] = nil
    elseif method == "textDocument/didOpen" or method == "textDocument/didChange" then
      count = count + 1
      document.version = count
      texts[document.uri] = { version = count, text = document.text or params.contentChanges[1].text }
    end
    return notify(method, params)
  end
end

--- Number the texts of a client that a buffer has just been attached to. That is done already, unless the user's
--- configuration has an `on_init` of its own, which takes the place of ours: then the server has a text of this
--- buffer that is not numbered, and gets it once more.
function M.adopt(client, bufnr)
  if not sent[client.id] then
    M.number(client)
    send(client, bufnr)
  end
end

--- Whether a buffer holds a version of a document that its server has.
function M.holds(client_id, document, bufnr)
  local known = sent[client_id] and sent[client_id][document.uri]
  return known ~= nil and known.version == document.version and known.text == M.of(bufnr)
end

--- Send the text of a buffer that is open to the server. Neovim does that only if lines change.
function M.send(client, bufnr)
  if sent[client.id] and sent[client.id][vim.uri_from_bufnr(bufnr)] then
    send(client, bufnr)
  end
end

--- Forget what a server had, which has ended.
function M.forget(client_id)
  sent[client_id] = nil
end

return M
