-- The workspace that a file belongs to, and its settings file.
local M = {}

--- Whether a path exists and may be relied on. In a folder that everybody may write to, such as /tmp, the
--- server does not read settings of another user. A link that leads nowhere counts as existing.
local function is_there(path)
  local found = vim.loop.fs_lstat(path)
  if not found then
    return false
  end
  local folder = found.uid ~= 0 and found.uid ~= vim.loop.getuid() and vim.loop.fs_stat(vim.fn.fnamemodify(path, ":h"))
  return not (folder and math.floor(folder.mode / 2) % 2 == 1)
end

--- Whether a pyproject.toml may hold settings. Their table can be written in many ways, which the server
--- knows; if it is started without need, that does no harm.
local function speaks_of_nubbin(pyproject)
  local ok, lines = pcall(vim.fn.readfile, pyproject)
  return ok and table.concat(lines, "\n"):find("nubbin", 1, true) ~= nil
end

local function parents(folder)
  return function(_, current)
    if current == nil then
      return folder
    end
    local parent = vim.fn.fnamemodify(current, ":h")
    return parent ~= current and parent or nil
  end
end

--- The root folder and the settings file of `path`'s workspace, as the server finds them: the nearest folder
--- above it that has settings or is a repository (then without a file); if there is none, its own and nil.
local function find(path)
  local own = vim.fn.fnamemodify(path, ":p:h")
  for folder in parents(own) do
    local settings, shared = folder .. "/nubbin.toml", folder .. "/pyproject.toml"
    if is_there(settings) then
      return folder, settings
    end
    if is_there(shared) and speaks_of_nubbin(shared) then
      return folder, shared
    end
    if is_there(folder .. "/.git") then
      return folder, nil
    end
  end
  return own, nil
end

--- The settings file that holds for `path`, or nil.
function M.settings(path)
  local _, settings = find(path)
  return settings
end

--- The root folder of `path`'s workspace.
function M.root(path)
  return (find(path))
end

return M
