; What React's own compilers refuse in JSX and the grammar accepts.

; Both tags of an element have one name, or none.
((jsx_element
   open_tag: (jsx_opening_element name: (_) @name) close_tag: (jsx_closing_element name: (_) @other))
 @wrong
 (#not-same? @name @other))
(jsx_element
  open_tag: (jsx_opening_element name: (_)) close_tag: (jsx_closing_element !name) @wrong)
(jsx_element
  open_tag: (jsx_opening_element !name) close_tag: (jsx_closing_element name: (_)) @wrong)
