; What rustc refuses and the grammar takes.

; Items stand outside of functions: statements the grammar takes for the sake of snippets.
(source_file
  [(associated_type) (expression_statement) (function_signature_item) (let_declaration)] @wrong)
(source_file (expression_statement (macro_invocation) . ";") @right)
(source_file (macro_invocation (token_tree . ["(" "["])) @wrong)
(mod_item body: (declaration_list
  [(associated_type) (function_signature_item) (let_declaration)] @wrong))
(block [(associated_type) (function_signature_item)] @wrong)

; Those of a type are functions, constants and types, as visible as their trait is.
(impl_item body: (declaration_list
  [
    (associated_type) (enum_item) (extern_crate_declaration) (foreign_mod_item)
    (function_signature_item) (impl_item) (let_declaration) (macro_definition) (mod_item)
    (static_item) (struct_item) (trait_item) (union_item) (use_declaration)
  ] @wrong))
(trait_item body: (declaration_list
  [
    (enum_item) (extern_crate_declaration) (foreign_mod_item) (impl_item) (let_declaration)
    (macro_definition) (mod_item) (static_item) (struct_item) (trait_item) (union_item)
    (use_declaration)
  ] @wrong))
(impl_item trait: (_) body: (declaration_list (_ (visibility_modifier) @wrong)))
(trait_item body: (declaration_list (_ (visibility_modifier) @wrong)))
(enum_variant (visibility_modifier) @wrong)

; A parameter has a name, too, but in a trait of old; only what is in a type is called on something.
((function_item parameters: (parameters [(_type) "_"] @wrong)) (#outside? @wrong "trait_item"))
((self_parameter) @wrong (#outside? @wrong "impl_item" "trait_item"))

; An attribute is one of something, and `derive` says what.
(source_file (attribute_item) @wrong .)
(declaration_list (attribute_item) @wrong . "}")
(block (attribute_item) @wrong . "}")
(field_declaration_list (attribute_item) @wrong . "}")
(enum_variant_list (attribute_item) @wrong . "}")
((attribute_item (attribute . (identifier) @name .) @wrong) (#eq? @name "derive"))

; Nothing comes before the first comma.
(arguments "(" . "," @wrong)
(array_expression "[" . "," @wrong)
(enum_variant_list "{" . "," @wrong)
(field_declaration_list "{" . "," @wrong)
(field_initializer_list "{" . "," @wrong)
(ordered_field_declaration_list "(" . "," @wrong)
(struct_pattern "{" . "," @wrong)
(use_list "{" . "," @wrong)

; A loop is left from inside, a block by its label.
((break_expression) @wrong
 (#outside? @wrong "for_expression" "loop_expression" "while_expression"))
((break_expression (label)) @right
 (#outside? @right "for_expression" "loop_expression" "while_expression"))
((continue_expression) @wrong
 (#outside? @wrong "for_expression" "loop_expression" "while_expression"))

; What is no function is not called, what is no truth decides nothing, and no value is set.
(call_expression
  function: [
    (array_expression) (boolean_literal) (char_literal) (float_literal) (integer_literal)
    (string_literal) (struct_expression) (tuple_expression) (unit_expression)
  ] @wrong)
(if_expression condition: [(integer_literal) (string_literal) (unit_expression)] @wrong)
(while_expression condition: [(integer_literal) (string_literal) (unit_expression)] @wrong)
(assignment_expression
  left: [(boolean_literal) (call_expression) (integer_literal) (string_literal)] @wrong)

; What a pattern of a macro stands for is known in that.
((metavariable) @wrong (#outside? @wrong "macro_definition"))
