-- The reductions that run, as the answers to nubbin.reduce and the servers' events tell them.
local saving = require("nubbin.saving")

local M = {}

-- Each job is { client_id = ..., number = ..., uri = ..., best = the last `improved` event, edited = whether the
-- buffer holds something it has found, saving = how the file was saved when it began }.
local running = {} -- client id -> number -> job
local last = {} -- uri -> the last `finished` event

local function jobs_of(client_id)
  running[client_id] = running[client_id] or {}
  return running[client_id]
end

--- Remember that a server's job `number` reduces `uri`.
function M.begin(client_id, number, uri)
  local jobs = jobs_of(client_id)
  if not jobs[number] then
    local saved = saving.of_file(vim.uri_to_bufnr(uri))
    jobs[number] = { client_id = client_id, number = number, uri = uri, saving = saved }
  end
end

--- Take in one `nubbin/event` of a server.
function M.note(client_id, event)
  local jobs = jobs_of(client_id)
  local job = jobs[event.job]
  if event.event == "started" then
    M.begin(client_id, event.job, event.uri)
  elseif event.event == "improved" and job then
    job.best = event
  elseif event.event == "finished" then
    local uri = event.document or job and job.uri -- what was refused at once has no job here
    if uri then
      last[uri] = event
    end
    jobs[event.job] = nil
  end
end

--- Remember that a server has edited `uri`.
function M.edit(client_id, uri)
  for _, job in pairs(jobs_of(client_id)) do
    job.edited = job.edited or job.uri == uri
  end
end

--- Forget the jobs of a server that has ended, and return them.
function M.forget(client_id)
  local jobs = jobs_of(client_id)
  running[client_id] = nil
  return jobs
end

--- All jobs, sorted by their documents.
function M.running()
  local all = {}
  for _, jobs in pairs(running) do
    vim.list_extend(all, vim.tbl_values(jobs))
  end
  table.sort(all, function(one, other)
    return one.uri < other.uri
  end)
  return all
end

--- The job that reduces `uri` now; nil when there is none.
function M.of(uri)
  for _, job in ipairs(M.running()) do
    if job.uri == uri then
      return job
    end
  end
  return nil
end

--- The name of a job's file.
function M.name(job)
  return vim.fn.fnamemodify(vim.uri_to_fname(job.uri), ":t")
end

--- How the last reduction of `uri` ended: the server's `finished` event, or nil.
function M.last(uri)
  return last[uri]
end

return M
