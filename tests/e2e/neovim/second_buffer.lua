-- :Nubbin setup in one buffer and then in another, in a workspace that is not set up: nothing is chosen.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("none of these")
  local function set_up()
    local asked = #driver.seen.questions
    vim.cmd("Nubbin setup")
    driver.wait("a question", function()
      return #driver.seen.questions > asked
    end)
  end
  set_up()
  vim.cmd("edit second.c")
  set_up()
  driver.seen.clients = #vim.lsp.get_active_clients()
end)
