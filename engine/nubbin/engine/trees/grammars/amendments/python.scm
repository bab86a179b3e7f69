; What Python refuses and the grammar accepts.

; A block is not empty.
((block) @wrong (#reads? @wrong ""))

; The statements of a block are aligned, and those of a module are at the margin.
((module . (_) @wrong) (#indented? @wrong))
((module (_) @above . (_) @wrong) (#askew? @above @wrong))
((block (_) @above . (_) @wrong) (#askew? @above @wrong))

; So are the clauses of a statement with the statement.
((if_statement [(elif_clause) (else_clause)] @wrong) @above (#askew? @above @wrong))
((for_statement (else_clause) @wrong) @above (#askew? @above @wrong))
((while_statement (else_clause) @wrong) @above (#askew? @above @wrong))
((try_statement [(else_clause) (except_clause) (finally_clause)] @wrong) @above
 (#askew? @above @wrong))

; A `try` has an `except` or a `finally`, and an `else` follows an `except`.
(try_statement . (block) .) @wrong
(try_statement . (block) . (else_clause) @wrong)

; A star unpacks into a list, arguments or the like.
((list_splat) @wrong
 (#not-under? @wrong
  "argument_list" "expression_list" "expression_statement" "list" "set" "subscript" "tuple"))

; `as` stands only in `except` and `with`.
((as_pattern alias: (_)) @wrong (#not-under? @wrong "except_clause" "with_item"))
(with_item value: [(parenthesized_expression (as_pattern) @right) (tuple (as_pattern) @right)])

; Only a type parameter has a bound, or is unpacked.
(assignment type: (type [(constrained_type) (splat_type)] @wrong))
(typed_parameter . (identifier) type: (type [(constrained_type) (splat_type)] @wrong))

; Only a single target is annotated with a type, and an assignment is no value.
(assignment
  left: [(list_pattern) (pattern_list) (tuple_pattern ",") (tuple_pattern "(" . ")")] @wrong
  type: (_))
(assignment type: (_) right: [(assignment) (augmented_assignment)] @wrong)
(augmented_assignment right: [(assignment) (augmented_assignment)] @wrong)
((named_expression) @wrong (#under? @wrong "expression_statement"))

; A parameter has no brackets; parameters without a default come before those with one.
(parameters (tuple_pattern) @wrong)
(lambda_parameters (tuple_pattern) @wrong)
((parameters
  [(default_parameter) (typed_default_parameter)]
  . [(identifier) (typed_parameter . (identifier))] @wrong)
 (#not-after? @wrong "keyword_separator" "list_splat_pattern"))
((lambda_parameters (default_parameter) . (identifier) @wrong)
 (#not-after? @wrong "keyword_separator" "list_splat_pattern"))

; Arguments without a name come before those with one.
(argument_list
  (keyword_argument)
  . [(attribute) (binary_operator) (call) (identifier) (integer) (none) (string) (subscript)] @wrong)

; A comma stands behind an argument, and not at the end of a `raise`.
(argument_list "(" . "," @wrong)
(raise_statement (expression_list) @wrong)

; Calls and literals are not deleted, and no targets of `as`; a `type` statement defines a name.
(delete_statement
  [(binary_operator) (boolean_operator) (call) (comparison_operator) (integer) (none)
   (not_operator) (string) (unary_operator)] @wrong)
(delete_statement (expression_list [(call) (integer) (none) (string)] @wrong))
(as_pattern_target [(call) (integer) (none) (string)] @wrong)
(type_alias_statement
  . (type
      [(attribute) (binary_operator) (boolean_operator) (call) (comparison_operator) (integer)
       (none) (not_operator) (string) (subscript) (unary_operator)] @wrong))

; The statements of Python 2.
[(exec_statement) (print_statement)] @dated
