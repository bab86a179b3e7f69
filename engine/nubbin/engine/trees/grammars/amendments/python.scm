; What Python refuses and the grammar takes.

; A block has something in it.
((block) @wrong (#eq? @wrong ""))

; The statements of a block are aligned, those of a module with its margin.
((module . (_) @wrong) (#indented? @wrong))
((module (_) @above . (_) @wrong) (#askew? @above @wrong))
((block (_) @above . (_) @wrong) (#askew? @above @wrong))

; What is tried is caught, or something is done at last.
(try_statement . (block) .) @wrong

; A star unpacks into something.
(list_splat) @wrong
(expression_statement (list_splat) @right)
(list (list_splat) @right)
(tuple (list_splat) @right)
(set (list_splat) @right)
(argument_list (list_splat) @right)
(expression_list (list_splat) @right)
(subscript (list_splat) @right)

; What an expression is called is said in two places only.
(as_pattern alias: (_)) @wrong
(except_clause value: (as_pattern) @right)
(with_item value: (as_pattern) @right)
(with_item value: [(parenthesized_expression (as_pattern) @right) (tuple (as_pattern) @right)])

; A type that is bound, or unpacked, is a parameter.
(assignment type: (type [(constrained_type) (splat_type)] @wrong))
(typed_parameter . (identifier) type: (type [(constrained_type) (splat_type)] @wrong))
