"""Data about languages and their grammars; see NOTICE for where it comes from."""
