-- Which folder a file belongs to, and whether that folder is set up for nubbin.
local M = {}

--- Whether a path names something that not just anybody has put there: the server reads no settings of
--- another user's in a folder that all may write to, such as /tmp. A link to nowhere is there.
local function is_there(path)
  local found = vim.loop.fs_lstat(path)
  if not found then
    return false
  end
  local folder = found.uid ~= 0 and found.uid ~= vim.loop.getuid() and vim.loop.fs_stat(vim.fn.fnamemodify(path, ":h"))
  return not (folder and math.floor(folder.mode / 2) % 2 == 1)
end

--- Whether a pyproject.toml may have settings. There are many ways to write the table, and the server
--- reads it: one that is started without need does no harm.
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

--- The folder and the settings file of `path`'s workspace, where the server finds them: in the nearest
--- folder upwards that has settings or is a repository. Without either, its own folder and nil.
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

--- The workspace of `path`.
function M.root(path)
  return (find(path))
end

return M
