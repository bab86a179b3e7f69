"""Floor 1: text to tree. Knows tree-sitter: languages, grammars, rules, columns."""
