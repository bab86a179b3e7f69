-- For Neovim 0.11 and later: vim.lsp.enable("nubbin").
-- Every file type is served, since any text can be a test case; narrow it with
-- vim.lsp.config("nubbin", { filetypes = { "c", "cpp" } }).
return require("nubbin.client").config()
