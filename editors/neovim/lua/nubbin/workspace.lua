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

--- The settings file that holds for `path`: the nearest one upwards, or nil.
function M.settings(path)
  for folder in parents(vim.fn.fnamemodify(path, ":p:h")) do
    local own = folder .. "/nubbin.toml"
    if vim.fn.filereadable(own) == 1 then
      return own
    end
    local shared = folder .. "/pyproject.toml"
    if vim.fn.filereadable(shared) == 1 and speaks_of_nubbin(shared) then
      return shared
    end
  end
  return nil
end

--- The workspace of `path`: where its settings are, else its repository, else its own folder.
function M.root(path)
  local settings = M.settings(path)
  if settings then
    return vim.fn.fnamemodify(settings, ":h")
  end
  local own = vim.fn.fnamemodify(path, ":p:h")
  for folder in parents(own) do
    if vim.fn.isdirectory(folder .. "/.git") == 1 or vim.fn.filereadable(folder .. "/.git") == 1 then
      return folder
    end
  end
  return own
end

return M
