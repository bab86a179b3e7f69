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

; What has a type is one name, member or place; what is set by it is nothing that is set too.
(assignment left: [(list_pattern) (pattern_list)] @wrong type: (_))
(assignment left: (tuple_pattern ",") @wrong type: (_))
(assignment left: (tuple_pattern "(" . ")") @wrong type: (_))
(assignment type: (_) right: [(assignment) (augmented_assignment)] @wrong)
(augmented_assignment right: [(assignment) (augmented_assignment)] @wrong)
(expression_statement (named_expression) @wrong)

; A parameter has no brackets, and one without a default stands before those that have one.
(parameters (tuple_pattern) @wrong)
(lambda_parameters (tuple_pattern) @wrong)
(parameters
  [(default_parameter) (typed_default_parameter)]
  . [(identifier) (typed_parameter . (identifier))] @wrong)
(lambda_parameters (default_parameter) . (identifier) @wrong)

; An argument without a name stands before those that have one.
(argument_list
  (keyword_argument)
  . [(attribute) (binary_operator) (call) (identifier) (integer) (none) (string) (subscript)] @wrong)

; What is deleted, or given what a block is begun with, has a name or a place.
(delete_statement [(call) (integer) (none) (string)] @wrong)
(delete_statement (expression_list [(call) (integer) (none) (string)] @wrong))
(as_pattern_target [(call) (integer) (none) (string)] @wrong)
(type_alias_statement . (type (call) @wrong))

; Statements of Python 2.
[(exec_statement) (print_statement)] @dated
