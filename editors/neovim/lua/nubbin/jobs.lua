-- The reductions that run, as the answers to nubbin.reduce and the servers' events tell them.
local M = {}

local running = {} -- client id -> job -> { uri = ..., best = the last `improved` event, edited = ... }
local last = {} -- uri -> the last `finished` event

local function jobs_of(client_id)
  running[client_id] = running[client_id] or {}
  return running[client_id]
end

--- Remember that a server's `job` reduces `uri`.
function M.begin(client_id, job, uri)
  local jobs = jobs_of(client_id)
  jobs[job] = jobs[job] or { uri = uri }
end

--- Take in one `nubbin/event` of a server.
function M.note(client_id, event)
  local jobs = jobs_of(client_id)
  if event.event == "started" then
    M.begin(client_id, event.job, event.uri)
  elseif event.event == "improved" and jobs[event.job] then
    jobs[event.job].best = event
  elseif event.event == "finished" and jobs[event.job] then
    last[jobs[event.job].uri] = event
    jobs[event.job] = nil
  end
end

--- Remember that a server has edited `uri`, so that the buffer holds something it has found.
function M.edit(client_id, uri)
  for _, state in pairs(jobs_of(client_id)) do
    state.edited = state.edited or state.uri == uri
  end
end

--- Forget the jobs of a server that has ended, and return them.
function M.forget(client_id)
  local jobs = jobs_of(client_id)
  running[client_id] = nil
  return jobs
end

--- The job that reduces `uri` now, and its last `improved` event; nil when there is none.
function M.of(uri)
  for _, jobs in pairs(running) do
    for job, state in pairs(jobs) do
      if state.uri == uri then
        return job, state.best
      end
    end
  end
  return nil
end

--- How the last reduction of `uri` ended: the server's `finished` event, or nil.
function M.last(uri)
  return last[uri]
end

return M
