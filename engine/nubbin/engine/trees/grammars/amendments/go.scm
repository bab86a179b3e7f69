; Statements outside of functions, which the grammar accepts for the sake of snippets.
([
   (assignment_statement) (block) (break_statement) (continue_statement) (dec_statement)
   (defer_statement) (expression_statement) (expression_switch_statement) (fallthrough_statement)
   (for_statement) (go_statement) (goto_statement) (if_statement) (inc_statement)
   (labeled_statement) (return_statement) (select_statement) (send_statement)
   (short_var_declaration) (type_switch_statement)
 ] @wrong
 (#under? @wrong "source_file"))

; A function without a body would have to be defined elsewhere, in assembly.
(function_declaration !body) @wrong
(method_declaration !body) @wrong

; A method without a receiver.
(method_declaration receiver: (parameter_list "(" . ")") @wrong)

; A file begins with the name of its package.
(source_file
  . [(const_declaration) (function_declaration) (import_declaration) (method_declaration)
     (type_declaration) (var_declaration)] @wrong)

; What `go` and `defer` are for is a call, and only names are declared.
(go_statement
  [(binary_expression) (func_literal) (identifier) (index_expression) (int_literal)
   (parenthesized_expression) (selector_expression) (slice_expression) (unary_expression)] @wrong)
(defer_statement
  [(binary_expression) (func_literal) (identifier) (index_expression) (int_literal)
   (parenthesized_expression) (selector_expression) (slice_expression) (unary_expression)] @wrong)
(short_var_declaration
  left:
    (expression_list
      [(call_expression) (index_expression) (int_literal) (parenthesized_expression)
       (selector_expression) (slice_expression) (unary_expression)] @wrong))
(range_clause
  left:
    (expression_list
      [(call_expression) (index_expression) (int_literal) (parenthesized_expression)
       (selector_expression) (slice_expression) (unary_expression)] @wrong)
  ":=")
