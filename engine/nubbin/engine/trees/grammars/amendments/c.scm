; What C compilers refuse and the grammar takes, and one thing they take and the grammar refuses.

; Statements stand in functions, and functions in none (but for one of GNU's). A block on its
; own lacks what a function without a type has as well: two errors to the one of that.
(translation_unit
  [(expression_statement (_)) (compound_statement) (if_statement) (for_statement)
   (while_statement) (do_statement) (return_statement) (break_statement) (continue_statement)
   (goto_statement) (labeled_statement) (switch_statement)] @wrong)
(translation_unit (compound_statement) @wrong)
(compound_statement (function_definition declarator: (identifier) @wrong))
; A lone name declares an `int`.
(translation_unit (expression_statement (identifier)) @right)

; A function without a type: the grammar sees an error, or a statement without its end, and a
; block after it.
((translation_unit
  [(expression_statement) (ERROR)] @head . (compound_statement) @right)
 (#match? @head "^([A-Za-z_]\\w*\\s+|[*]\\s*)*[A-Za-z_]\\w*\\s*[(][^;{}]*[)]$"))
((translation_unit
  [(expression_statement) (ERROR)] @head . (compound_statement) @right)
 (#match? @head "[)]$"))
((translation_unit (expression_statement ";" @right) @head . (compound_statement))
 (#match? @head "[)]$"))
; What it is called with are names then, or declarations, which look like products.
(translation_unit
  (expression_statement
    (call_expression
      arguments: (argument_list
        [(number_literal) (string_literal) (call_expression) (subscript_expression)
         (assignment_expression) (unary_expression) (update_expression)
         (parenthesized_expression) (pointer_expression)] @wrong)))
  . (compound_statement))

; A function has parentheses.
(function_definition declarator: [(identifier) (array_declarator) (primitive_type)] @wrong)
(function_definition
  declarator: (pointer_declarator declarator: [(identifier) (array_declarator)] @wrong))

; A member that is only a name.
(field_declaration type: (type_identifier) @wrong . ";")

; A case stands in a switch.
(case_statement) @wrong
(switch_statement body: (compound_statement (case_statement) @right))

; A keyword is no name, but types are arguments of macros, and of functions without a type.
([(identifier) (type_identifier)] @wrong
 (#any-of? @wrong
  "auto" "break" "case" "char" "const" "continue" "default" "do" "double" "else" "enum" "extern"
  "float" "for" "goto" "if" "int" "long" "register" "return" "short" "signed" "sizeof" "static"
  "struct" "switch" "typedef" "union" "unsigned" "void" "volatile" "while"))
([(argument_list (identifier) @right) (parenthesized_declarator (identifier) @right)]
 (#any-of? @right
  "auto" "break" "case" "char" "const" "continue" "default" "do" "double" "else" "enum" "extern"
  "float" "for" "goto" "if" "int" "long" "register" "return" "short" "signed" "sizeof" "static"
  "struct" "switch" "typedef" "union" "unsigned" "void" "volatile" "while"))
