; The variables of a function, and imports; Go compilers refuse unused ones.
(identifier) @name
(short_var_declaration left: (expression_list (identifier) @defined) ":=") @statement
(var_spec name: (identifier) @defined) @statement
(range_clause left: (expression_list (identifier) @defined) ":=") @clause
(receive_statement left: (expression_list (identifier) @defined) ":=") @clause
(type_switch_statement alias: (expression_list (identifier) @defined) ":=") @clause
(assignment_statement left: (expression_list (identifier) @given) operator: "=") @statement
[(call_expression) (unary_expression operator: "<-")] @effect
[
  (block) (statement_list) (if_statement) (for_statement) (expression_switch_statement)
  (type_switch_statement) (expression_case) (type_case) (default_case) (communication_case)
] @scope
(parameter_declaration name: (identifier) @parameter)
(import_spec) @import
