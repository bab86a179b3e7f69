"""Floor 3: how people lay out what they write: blanks, line ends, indentation. Nothing is asked."""
