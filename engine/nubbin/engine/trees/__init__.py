"""Floor 1: from texts to trees, by tree-sitter: languages, grammars, their rules, columns."""
