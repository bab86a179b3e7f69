; What JavaScript engines refuse and the grammar takes.

; A statement that begins like a declaration or a block is one; both functions and classes need
; a name then.
((expression_statement) @wrong (#match? @wrong "^(function\\b|class\\b|[{])"))
(expression_statement . (object . (pair key: (property_identifier)) .) @right .)

; `super` is the object of a member, or is called by the constructor of a class that has one; both
; stand in a class or in a method.
(super) @wrong
((super) @wrong (#outside? @wrong "class_body" "method_definition"))
((super) @right (#under? @right "member_expression" "subscript_expression"))
((class_heritage) .
 (class_body
   (method_definition
     name: (property_identifier) @name
     body: (statement_block (expression_statement (call_expression function: (super) @right)))))
 (#eq? @name "constructor"))

; What is tried is caught, or something is done at last.
(try_statement !handler !finalizer) @wrong

; What a loop or a switch is left by stands in one.
(program [(break_statement) (continue_statement)] @wrong)
((statement_block [(break_statement) (continue_statement)] @wrong) @body
 (#under? @body
  "function_declaration" "function_expression" "generator_function_declaration"
  "generator_function" "method_definition" "arrow_function"))

; What is constant, and what is taken apart, has a value.
(lexical_declaration kind: "const" (variable_declarator !value) @wrong)
(variable_declarator name: [(array_pattern) (object_pattern)] !value) @wrong

; What takes the rest comes last.
((rest_pattern) @wrong . ",")

; What is counted up ends there: it has no members, and brackets in the next line are an array.
(member_expression object: (update_expression)) @wrong
(call_expression function: (update_expression)) @wrong
(subscript_expression object: (update_expression) index: (MISSING identifier) @right)

; What is counted has a name, or is a member.
(update_expression argument: [(array) (false) (null) (number) (regex) (string) (true)] @wrong)
