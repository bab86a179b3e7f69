-- Which folder a file belongs to, and whether that folder is set up for nubbin.
local M = {}

local function read(path)
  local ok, lines = pcall(vim.fn.readfile, path)
  return ok and lines or {}
end

local function speaks_of_nubbin(pyproject)
  for _, line in ipairs(read(pyproject)) do
    if line:match("^%s*%[+%s*tool%.nubbin") then
      return true
    end
  end
  return false
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

local function is_repository(folder)
  local mark = folder .. "/.git"
  return vim.fn.isdirectory(mark) == 1 or vim.fn.filereadable(mark) == 1
end

--- The folder and the settings file of `path`'s workspace, where the server finds them: in the nearest
--- folder upwards that has settings or is a repository. Without either, its own folder and nil.
local function find(path)
  local own = vim.fn.fnamemodify(path, ":p:h")
  for folder in parents(own) do
    local settings, shared = folder .. "/nubbin.toml", folder .. "/pyproject.toml"
    if vim.fn.filereadable(settings) == 1 then
      return folder, settings
    end
    if vim.fn.filereadable(shared) == 1 and speaks_of_nubbin(shared) then
      return folder, shared
    end
    if is_repository(folder) then
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
