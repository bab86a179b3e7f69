"""Floor 0: types and helpers that all other floors may use; it imports none of them."""
