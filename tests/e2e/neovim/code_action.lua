-- "Reduce test case" among the code actions, in a workspace that is set up: no command typed before.
local driver = dofile(os.getenv("NUBBIN_TEST_DRIVER"))
driver.run(function()
  driver.answer("allow once")
  local client = require("nubbin.client")
  driver.wait("the server, started without being asked for", function()
    return client.find(0) ~= nil
  end)
  vim.ui.select = function(items, options, choose)
    local titles = vim.tbl_map(options.format_item or tostring, items)
    driver.seen.offered = titles
    for index, title in ipairs(titles) do
      if title == "Reduce test case" then
        return choose(items[index], index)
      end
    end
    choose(nil, nil)
  end
  vim.lsp.buf.code_action()
  driver.wait_for_end()
  driver.note_text_and_undo()
end)
