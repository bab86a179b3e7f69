-- :checkhealth nubbin
local client = require("nubbin.client")
local options = require("nubbin.options")
local workspace = require("nubbin.workspace")

local M = {}

local function reporter()
  if vim.health and vim.health.start then
    return vim.health -- 0.10 and later
  end
  local old = vim.health or require("health")
  return {
    start = old.report_start,
    ok = old.report_ok,
    info = old.report_info,
    warn = old.report_warn,
    error = old.report_error,
  }
end

local function check_options(report)
  local mistakes = options.mistakes(vim.g.nubbin)
  for _, mistake in ipairs(mistakes) do
    report.error(mistake, { "The default is used in its place; see :help nubbin-options" })
  end
  if #mistakes == 0 then
    report.ok("vim.g.nubbin holds no mistakes")
  end
end

local function check_server(report)
  local command = client.command()
  if not command then
    return report.ok("server: started by a function")
  end
  local line = table.concat(command, " ")
  if vim.fn.executable(command[1]) == 1 then
    report.ok(("server: %s (%s)"):format(line, vim.fn.exepath(command[1])))
  else
    local advice = { "pip install . (in nubbin's folder)", 'or name it: vim.g.nubbin = { cmd = { "/path/to/nubbin", "lsp" } }' }
    report.error(("server: %s was not found"):format(command[1]), advice)
  end
end

local function check_buffers(report)
  local any = false
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local path = vim.api.nvim_buf_get_name(bufnr)
    if vim.api.nvim_buf_is_loaded(bufnr) and path ~= "" and vim.bo[bufnr].buftype == "" then
      any = true
      local served = client.find(bufnr) and "served" or "not served yet (:Nubbin reduce starts the server)"
      local settings = workspace.settings(path) or "none found; :Nubbin setup writes nubbin.toml"
      report.info(("%s: %s; settings: %s"):format(vim.fn.fnamemodify(path, ":~:."), served, settings))
    end
  end
  if not any then
    report.info("no file is open")
  end
end

--- Report whether nubbin can work here, and what to do if it cannot.
function M.check()
  local report = reporter()
  report.start("nubbin")
  if vim.fn.has("nvim-0.7") == 1 then
    report.ok("Neovim is 0.7 or later")
  else
    report.error("Neovim is older than 0.7", { "Install Neovim 0.7 or later" })
  end
  check_options(report)
  check_server(report)
  check_buffers(report)
end

return M
