; What Java compilers refuse and the grammar accepts.

; An expression is a statement only if it assigns, counts up or down, calls, or creates an object.
((expression_statement
   [
     (array_access) (array_creation_expression) (binary_expression) (cast_expression)
     (character_literal) (class_literal) (decimal_floating_point_literal) (decimal_integer_literal)
     (false) (field_access) (hex_integer_literal) (identifier) (instanceof_expression)
     (lambda_expression) (method_reference) (null_literal) (parenthesized_expression)
     (string_literal) (ternary_expression) (this) (true) (unary_expression)
   ] @wrong) @statement
 (#under? @statement
  "block" "constructor_body" "do_statement" "enhanced_for_statement" "for_statement" "if_statement"
  "labeled_statement" "switch_block_statement_group" "while_statement"))
; In a `for`, a number is no condition either, and a declaration not the single statement.
(for_statement
  [
    init: (array_access) init: (binary_expression) init: (decimal_integer_literal)
    init: (field_access) init: (identifier) init: (parenthesized_expression)
    condition: (decimal_integer_literal)
    update: (array_access) update: (binary_expression) update: (decimal_integer_literal)
    update: (field_access) update: (identifier) update: (parenthesized_expression)
    body: (local_variable_declaration)
  ] @wrong)

; Statements stand in methods. A declaration is not the single statement of a branch or a loop.
(program
  [
    (assert_statement) (block) (break_statement) (continue_statement) (do_statement)
    (enhanced_for_statement) (expression_statement) (for_statement) (if_statement)
    (labeled_statement) (return_statement) (switch_expression) (synchronized_statement)
    (throw_statement) (try_statement) (try_with_resources_statement) (while_statement)
    (yield_statement)
  ] @wrong)
; Methods and variables stand in classes, unless there is a `main`; an import comes before a class.
(program [(local_variable_declaration) (method_declaration)] @wrong)
(program
  [(class_declaration) (enum_declaration) (interface_declaration) (record_declaration)]
  . (import_declaration) @wrong)
(if_statement consequence: (local_variable_declaration) @wrong)
(if_statement alternative: (local_variable_declaration) @wrong)
(enhanced_for_statement body: (local_variable_declaration) @wrong)
(while_statement body: (local_variable_declaration) @wrong)
(do_statement body: (local_variable_declaration) @wrong)
(labeled_statement (local_variable_declaration) @wrong)

; A jump stands in what it leaves, and no statement follows it in the same block.
((yield_statement) @wrong (#outside? @wrong "switch_expression"))
((break_statement) @wrong
 (#outside? @wrong
  "switch_expression" "for_statement" "enhanced_for_statement" "while_statement" "do_statement"
  "labeled_statement"))
((continue_statement) @wrong
 (#outside? @wrong
  "for_statement" "enhanced_for_statement" "while_statement" "do_statement"))
(block
  [(break_statement) (continue_statement) (return_statement) (throw_statement) (yield_statement)]
  . (statement) @wrong)
(switch_block_statement_group
  [(break_statement) (continue_statement) (return_statement) (throw_statement) (yield_statement)]
  . (statement) @wrong)

; A method has a type; a constructor has none, and has the name of its class.
((_
   name: (identifier) @class
   body: (class_body (constructor_declaration name: (identifier) @name) @wrong))
 (#not-same? @name @class))
((enum_declaration
   name: (identifier) @class
   body: (enum_body
     (enum_body_declarations (constructor_declaration name: (identifier) @name) @wrong)))
 (#not-same? @name @class))
(object_creation_expression (class_body (constructor_declaration) @wrong))
(class_declaration body: (class_body (compact_constructor_declaration) @wrong))

; A method has a body, unless it is in an interface, or is `abstract` or `native`.
((class_body (method_declaration !body) @wrong)
 (#not-has? @wrong "modifiers" "abstract" "native"))
((enum_body_declarations (method_declaration !body) @wrong)
 (#not-has? @wrong "modifiers" "abstract" "native"))
(method_declaration (modifiers ["abstract" "native"]) body: (_) @wrong)
((interface_body (method_declaration body: (_)) @wrong)
 (#not-has? @wrong "modifiers" "default" "private" "static"))
(interface_body (method_declaration (modifiers ["default" "private" "static"]) !body) @wrong)
((class_declaration body: (class_body (method_declaration (modifiers "abstract") @wrong))) @class
 (#not-has? @class "modifiers" "abstract"))

; A method with a type, or a switch that is a value, does not end without a value; a `void` method
; returns none.
(method_declaration
  type: [
    (array_type) (boolean_type) (floating_point_type) (generic_type) (integral_type)
    (scoped_type_identifier) (type_identifier)
  ]
  body: [
    (block . "{" . "}") @wrong
    (block [(expression_statement) (local_variable_declaration) (assert_statement)] @wrong . "}")
    (block (if_statement !alternative) @wrong . "}")
    (block (enhanced_for_statement) @wrong . "}")
    (block (return_statement . "return" . ";") @wrong)
  ])
(method_declaration type: (void_type) body: (block (return_statement (expression)) @wrong))
((switch_expression
   body: [
     (switch_block . "{" . "}") @wrong
     (switch_block (switch_rule (block . "{" . "}") @wrong))
     (switch_block
       (switch_rule (block [(expression_statement) (local_variable_declaration)] @wrong . "}")))
   ]) @switch
 (#under? @switch
  "argument_list" "array_access" "assignment_expression" "binary_expression"
  "parenthesized_expression" "return_statement" "ternary_expression"
  "variable_declarator" "yield_statement"))

; Only a method is `void`; a primitive type is not a part of another type, and is not created.
(local_variable_declaration type: (void_type) @wrong)
(field_declaration type: (void_type) @wrong)
(constant_declaration type: (void_type) @wrong)
(formal_parameter type: (void_type) @wrong)
(spread_parameter (void_type) @wrong)
(catch_type (void_type) @wrong)
(cast_expression type: (void_type) @wrong)
(array_type element: (void_type) @wrong)
(object_creation_expression
  type: [(boolean_type) (floating_point_type) (integral_type) (void_type)] @wrong)
(type_arguments [(boolean_type) (floating_point_type) (integral_type) (void_type)] @wrong)
(type_bound [(boolean_type) (floating_point_type) (integral_type) (void_type)] @wrong)
(type_list [(boolean_type) (floating_point_type) (integral_type) (void_type)] @wrong)
(superclass [(boolean_type) (floating_point_type) (integral_type) (void_type)] @wrong)
(catch_type [(boolean_type) (floating_point_type) (integral_type)] @wrong)

; The arguments of a type may be empty (`<>`) only where an object is created.
((generic_type (type_arguments . "<" . ">")) @wrong
 (#not-under? @wrong "object_creation_expression"))

; A number is no condition, has no members, is not thrown, and cannot be assigned to.
(if_statement condition: (parenthesized_expression (decimal_integer_literal) @wrong))
(while_statement condition: (parenthesized_expression (decimal_integer_literal) @wrong))
(do_statement condition: (parenthesized_expression (decimal_integer_literal) @wrong))
(ternary_expression condition: (decimal_integer_literal) @wrong)
(unary_expression operator: "!" operand: (decimal_integer_literal) @wrong)
(binary_expression left: (decimal_integer_literal) @wrong operator: ["&&" "||"])
(binary_expression operator: ["&&" "||"] right: (decimal_integer_literal) @wrong)
(array_access array: (decimal_integer_literal) @wrong)
(field_access object: (decimal_integer_literal) @wrong)
(method_invocation object: (decimal_integer_literal) @wrong)
(throw_statement (decimal_integer_literal) @wrong)
(update_expression (decimal_integer_literal) @wrong)
(enhanced_for_statement value: (decimal_integer_literal) @wrong)

; An import has a path of several names; `...` is in the last parameter; parameters differ in name.
(import_declaration "import" . (identifier) . ";") @wrong
(import_declaration "static" . (identifier) . ";") @wrong
((spread_parameter) @wrong (#under? @wrong "formal_parameters") (#before? @wrong ","))
((formal_parameters
   (formal_parameter name: (_) @name) (formal_parameter name: (_) @other @wrong))
 (#same? @name @other))

; No modifier is repeated, and only one says who sees what it is for.
(modifiers ["private" "protected" "public"] ["private" "protected" "public"] @wrong)
(modifiers "final" "final" @wrong)
(modifiers "static" "static" @wrong)

; Only a variable with a value may be called `_`.
(field_declaration declarator: (variable_declarator name: (underscore_pattern) @wrong))
(local_variable_declaration
  declarator: (variable_declarator name: (underscore_pattern) @wrong !value))

; A keyword is no name.
([(identifier) @word @wrong
  (type_identifier) @word @wrong]
 (#reads? @word
  "abstract" "assert" "boolean" "break" "byte" "case" "catch" "char" "class" "continue" "do"
  "double" "else" "enum" "extends" "false" "final" "finally" "float" "for" "if" "implements"
  "import" "instanceof" "int" "interface" "long" "native" "new" "null" "package" "private"
  "protected" "public" "return" "short" "static" "super" "switch" "synchronized" "this" "throw"
  "throws" "transient" "true" "try" "void" "volatile" "while"))
