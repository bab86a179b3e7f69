; What JavaScript engines refuse and the grammar accepts.

; A statement that begins like a declaration or a block is one, and no expression; functions and
; classes need a name then.
((expression_statement) @wrong (#like? @wrong "^(function\\b|class\\b|[{])"))
((expression_statement . (object . (pair key: (property_identifier)) .) @right .)
 (#not-like? @right "^[{][^:]*:\\s*[{]"))

; `super` is asked for a member, or is called in the constructor of a class that extends another;
; both stand in a class or in a method.
(super) @wrong
((super) @wrong (#outside? @wrong "class_body" "method_definition"))
((super) @right (#under? @right "member_expression" "subscript_expression"))
((class_body
   (method_definition
     name: (property_identifier) @name
     body: (statement_block (expression_statement (call_expression function: (super) @right)))))
 @body
 (#behind? @body "class_heritage") (#reads? @name "constructor"))

; A `try` has a `catch` or a `finally`.
(try_statement !handler !finalizer) @wrong

; `break` and `continue` do not stand right in a program or in the body of a function.
(program [(break_statement) (continue_statement)] @wrong)
((statement_block [(break_statement) (continue_statement)] @wrong) @body
 (#under? @body
  "function_declaration" "function_expression" "generator_function_declaration"
  "generator_function" "method_definition" "arrow_function"))
((break_statement !label) @wrong
 (#not-under? @wrong "program")
 (#outside? @wrong
  "do_statement" "for_in_statement" "for_statement" "switch_statement" "while_statement"))
((continue_statement !label) @wrong
 (#not-under? @wrong "program")
 (#outside? @wrong "do_statement" "for_in_statement" "for_statement" "while_statement"))

; A declaration by itself is the body of no statement; only after `if`, a function may be.
((lexical_declaration) @wrong
 (#under? @wrong
  "do_statement" "else_clause" "for_in_statement" "if_statement" "while_statement"))
((class_declaration) @wrong
 (#under? @wrong
  "do_statement" "else_clause" "for_in_statement" "for_statement" "if_statement"
  "while_statement"))
((function_declaration) @wrong
 (#under? @wrong "do_statement" "for_in_statement" "for_statement" "while_statement"))
((lexical_declaration) @wrong (#under? @wrong "for_statement") (#behind? @wrong ")"))

; `let` by itself takes the next name, and braces behind an arrow are a block.
((expression_statement . (identifier) @wrong .) (#reads? @wrong "let"))
((method_definition) @wrong (#under? @wrong "object") (#below? @wrong "arrow_function"))

; A constant has a value, and so has a pattern that takes a value apart.
((lexical_declaration kind: "const" (variable_declarator !value) @wrong)
 (#outside? @wrong "ambient_declaration"))
(variable_declarator name: [(array_pattern) (object_pattern)] !value) @wrong

; `...` takes the rest, so it comes last.
((rest_pattern) @wrong
 (#under? @wrong "array_pattern" "formal_parameters" "object_pattern") (#before? @wrong ","))

; Nothing belongs to `a++` behind it: it has no members, and brackets in the next line are an array,
; but not where no statement may end.
((update_expression) @wrong (#under? @wrong "call_expression" "member_expression"))
(subscript_expression object: (update_expression) index: (MISSING identifier) @pardoned)
("[" @wrong (#behind? @wrong "update_expression") (#not-begins? @wrong))
("[" @wrong
 (#behind? @wrong "update_expression") (#begins? @wrong)
 (#below? @wrong "arguments" "array" "parenthesized_expression"))

; `++` and `--` are applied to a name or a member, and what is assigned to in brackets is one.
(update_expression
  argument:
    [(array) (false) (function_expression) (new_expression) (null) (number) (object) (regex)
     (string) (this) (true)] @wrong)
(assignment_expression
  left:
    (parenthesized_expression
      [(array) (arrow_function) (assignment_expression) (binary_expression) (function_expression)
       (number) (object) (sequence_expression) (string) (ternary_expression) (unary_expression)
       (update_expression)] @wrong))

; An arrow function is no operand, and neither is an assignment.
((arrow_function) @wrong
 (#under? @wrong
  "await_expression" "binary_expression" "call_expression" "member_expression" "new_expression"
  "unary_expression" "update_expression"))
((assignment_expression) @wrong
 (#under? @wrong "await_expression" "binary_expression" "unary_expression"))
((augmented_assignment_expression) @wrong
 (#under? @wrong "await_expression" "binary_expression" "unary_expression"))

; Only arrays have holes.
(object ["{" ","] . "," @wrong)
(object_pattern ["{" ","] . "," @wrong)
(arguments ["(" ","] . "," @wrong)
