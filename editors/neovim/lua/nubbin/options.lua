-- The options in vim.g.nubbin. They are read at each use: there is no setup() to call, and no order to keep.
local M = {}

M.defaults = {
  -- The language server's command and its arguments.
  cmd = { "nubbin", "lsp" },
  -- Start the server for files of workspaces with nubbin.toml or [tool.nubbin].
  autostart = true,
  -- Show the progress of a reduction in the command line.
  progress = true,
  -- Sent to the server on top of nubbin.toml: { jobs = 4, strategy = "balanced" }.
  settings = {},
}

local function is_command(value)
  for position, word in pairs(value) do
    if type(position) ~= "number" or type(word) ~= "string" then
      return false
    end
  end
  return #value > 0
end

--- Every mistake in `given`, one sentence each; empty when there is none, as where nothing is given.
function M.mistakes(given)
  if given == nil then
    return {}
  elseif type(given) ~= "table" then
    return { "vim.g.nubbin is a " .. type(given) .. "; it must be a table" }
  end
  local found = {}
  for key, value in pairs(given) do
    local default = M.defaults[key]
    if default == nil then
      local known = vim.tbl_keys(M.defaults)
      table.sort(known)
      local names = table.concat(known, ", ")
      table.insert(found, ("vim.g.nubbin.%s is unknown; known are %s"):format(tostring(key), names))
    elseif type(value) ~= type(default) then
      local types = { key, type(value), type(default) }
      table.insert(found, ("vim.g.nubbin.%s is a %s; it must be a %s"):format(unpack(types)))
    elseif key == "cmd" and not is_command(value) then
      table.insert(found, 'vim.g.nubbin.cmd is not a list of words; the default is { "nubbin", "lsp" }')
    end
  end
  table.sort(found)
  return found
end

--- The options in force: the user's if they have no mistakes, else the defaults.
function M.get()
  local given = vim.g.nubbin
  if given == nil then
    given = {}
  end
  local options = {}
  for key, default in pairs(M.defaults) do
    local sound = type(given) == "table" and #M.mistakes({ [key] = given[key] }) == 0
    if sound and given[key] ~= nil then
      options[key] = given[key]
    else
      options[key] = default
    end
  end
  return options
end

return M
