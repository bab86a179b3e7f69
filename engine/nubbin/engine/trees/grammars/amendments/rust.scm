; What rustc refuses and the grammar accepts.

; Only items stand outside of functions; the grammar accepts statements for the sake of snippets.
([(associated_type) (expression_statement) (function_signature_item) (let_declaration)] @wrong
 (#under? @wrong "source_file"))
((expression_statement (macro_invocation) . ";") @right (#under? @right "source_file"))
((macro_invocation (token_tree . ["(" "["])) @wrong (#under? @wrong "source_file"))
([(associated_type) (function_signature_item) (let_declaration)] @wrong
 (#below? @wrong "mod_item"))
([(associated_type) (function_signature_item)] @wrong (#under? @wrong "block"))

; The items of an `impl` or a trait are functions, constants and types; those of a trait have no
; visibility of their own.
([
   (enum_item) (extern_crate_declaration) (foreign_mod_item) (impl_item) (let_declaration)
   (macro_definition) (mod_item) (static_item) (struct_item) (trait_item) (union_item)
   (use_declaration)
 ] @wrong
 (#below? @wrong "impl_item" "trait_item"))
([(associated_type) (function_signature_item)] @wrong (#below? @wrong "impl_item"))
(impl_item trait: (_) body: (declaration_list (_ (visibility_modifier) @wrong)))
(trait_item body: (declaration_list (_ (visibility_modifier) @wrong)))
(enum_variant (visibility_modifier) @wrong)

; A parameter has a name, except in old traits; `self` stands only in an `impl` or a trait.
((function_item parameters: (parameters [(_type) "_"] @wrong)) (#outside? @wrong "trait_item"))
((self_parameter) @wrong (#outside? @wrong "impl_item" "trait_item"))

; An attribute belongs to something behind it, and `derive` has arguments.
(source_file (attribute_item) @wrong .)
((attribute_item) @wrong
 (#under? @wrong "block" "declaration_list" "enum_variant_list" "field_declaration_list")
 (#before? @wrong "}"))
((attribute_item (attribute . (identifier) @name .) @wrong) (#reads? @name "derive"))

; Nothing comes before the first comma.
(arguments "(" . "," @wrong)
(array_expression "[" . "," @wrong)
(enum_variant_list "{" . "," @wrong)
(field_declaration_list "{" . "," @wrong)
(field_initializer_list "{" . "," @wrong)
(ordered_field_declaration_list "(" . "," @wrong)
(struct_pattern "{" . "," @wrong)
(use_list "{" . "," @wrong)

; `break` and `continue` stand in a loop; `break` with a label may leave a block, too.
((break_expression) @wrong
 (#outside? @wrong "for_expression" "loop_expression" "while_expression"))
((break_expression (label)) @right
 (#outside? @right "for_expression" "loop_expression" "while_expression"))
((continue_expression) @wrong
 (#outside? @wrong "for_expression" "loop_expression" "while_expression"))

; Literals are not called, and not assigned to; numbers, strings and `()` are no conditions.
(call_expression
  function: [
    (array_expression) (boolean_literal) (char_literal) (float_literal) (integer_literal)
    (string_literal) (struct_expression) (tuple_expression) (unit_expression)
  ] @wrong)
(if_expression condition: [(integer_literal) (string_literal) (unit_expression)] @wrong)
(while_expression condition: [(integer_literal) (string_literal) (unit_expression)] @wrong)
(assignment_expression
  left: [(boolean_literal) (call_expression) (integer_literal) (string_literal)] @wrong)

; The variables of a macro's pattern are known only in the macro.
((metavariable) @wrong (#outside? @wrong "macro_definition"))
