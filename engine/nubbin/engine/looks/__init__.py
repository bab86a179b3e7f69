"""Floor 3: how people lay out text: blanks, line ends, indentation. No oracle is asked."""
