-- No oracle yet: the code action that sets one up is offered, and :Nubbin setup does the same.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("command of my own")
  local server
  require("nubbin.client").with(0, function(client)
    server = client
  end)
  driver.wait("the server", function()
    return server ~= nil
  end)
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {} }
  local answer = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 240000)
  driver.seen.offered = vim.tbl_map(function(action)
    return action.title
  end, answer[server.id].result)
  vim.cmd("Nubbin setup")
  driver.wait("the settings, opened", function()
    return vim.fn.expand("%:t") == "nubbin.toml"
  end)
  driver.seen.after = driver.text()
end)
