; What Python refuses and the grammar takes.

; A block has something in it.
((block) @wrong (#eq? @wrong ""))

; The statements of a block are aligned.
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
