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
