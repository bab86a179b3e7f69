-- Buffers that Neovim would not write as the server has them, or that are not in sight: one after the other, with
-- one server. Each is noted under its name.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
local jobs = require("nubbin.jobs")
local seen = driver.seen

local function open(name)
  vim.cmd("edit " .. name)
  driver.wait("the server", function()
    return require("nubbin.client").find(0) ~= nil
  end)
  return vim.uri_from_bufnr(0)
end

local function ended(uri)
  driver.wait("the end of the reduction of " .. uri, function()
    return jobs.last(uri) ~= nil
  end)
  local last = jobs.last(uri)
  return { status = last.status, applied = last.applied, note = last.note, bytes = last.report.output.bytes }
end

local function reduce(name)
  vim.cmd("Nubbin reduce")
  seen[name] = { finished = ended(vim.uri_from_bufnr(0)), text = driver.text() }
  vim.cmd("silent write")
end

--- Let something happen just before the server's next edit is handled.
local function before_the_edit(happens)
  local handlers = require("nubbin.client").find(0).handlers
  local apply = handlers["workspace/applyEdit"]
  handlers["workspace/applyEdit"] = function(...)
    handlers["workspace/applyEdit"] = apply
    happens()
    return apply(...)
  end
end

local function with_another_server()
  local id = vim.lsp.start_client({ name = "another", cmd = vim.g.nubbin.cmd, root_dir = "/" })
  driver.wait("another server", function()
    return (vim.lsp.get_client_by_id(id) or {}).initialized
  end)
  open("watched.c")
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { "int typed_before;" })
  before_the_edit(function()
    vim.lsp.buf_attach_client(0, id)
  end)
  reduce("watched.c")
  open("typed.c")
  before_the_edit(function()
    vim.api.nvim_buf_set_lines(0, 0, 0, false, { "int typed_meanwhile;" })
    vim.lsp.buf_attach_client(0, id)
  end)
  reduce("typed.c")
end

local function not_utf8()
  open("++enc=utf-8 ++bad=keep bytes.c")
  reduce("bytes.c")
end

local function cancel_elsewhere()
  local slow = { open("slow1.c"), open("slow2.c") }
  vim.cmd("buffer slow1.c | Nubbin reduce")
  vim.cmd("buffer slow2.c | Nubbin reduce")
  for _, uri in ipairs(slow) do
    driver.wait("something smaller", function()
      return (jobs.of(uri) or {}).best ~= nil
    end)
  end
  vim.cmd("bdelete slow2.c | edit elsewhere.txt")
  vim.ui.select = function(items, options, choose)
    seen.choices = vim.tbl_map(options.format_item, items)
    choose(items[2], 2)
  end
  seen.messages = {}
  vim.cmd("Nubbin cancel")
  seen.chosen = ended(slow[2])
  vim.cmd("Nubbin cancel")
  seen.only = ended(slow[1])
  seen["while cancelling"] = seen.messages
end

local function settings()
  open("nubbin.toml")
  open("case.py")
  vim.cmd("Nubbin setup")
  driver.wait("the settings, opened", function()
    return vim.fn.expand("%:t") == "nubbin.toml" and vim.bo.modified
  end)
  vim.cmd("silent write")
end

driver.run(function()
  driver.answer("always allow", "command of my own")
  vim.o.hidden = true
  open("unended.c")
  reduce("unended.c")
  open("marked.c")
  vim.bo.bomb = false
  reduce("marked.c")
  open("dos.c")
  vim.bo.fileformat = "dos"
  reduce("dos.c")
  with_another_server()
  not_utf8()
  cancel_elsewhere()
  settings()
end)
