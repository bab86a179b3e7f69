; What C compilers refuse and the grammar accepts, and a few things for which it is the other way.

; Statements stand only inside of functions, and functions only outside (except nested functions of
; GNU C).
([
   (break_statement) (compound_statement) (continue_statement) (do_statement)
   (expression_statement . (_)) (for_statement) (goto_statement) (if_statement) (labeled_statement)
   (return_statement) (switch_statement) (while_statement)
 ] @wrong
 (#under? @wrong "translation_unit"))
(compound_statement (function_definition declarator: (identifier) @wrong))
; A name by itself declares an `int`.
((expression_statement (identifier)) @right (#under? @right "translation_unit"))

; A function without a type is dated. The grammar sees an error, or a statement without its `;`, and
; a block behind it.
((translation_unit
  [(expression_statement) @right (ERROR) @pardoned] @head . (compound_statement) @right @dated)
 (#like? @head "^([A-Za-z_]\\w*\\s+|[*]\\s*)*[A-Za-z_]\\w*\\s*[(]([A-Za-z_]\\w*\\b|[\\s,*]|\\[\\w*\\])*[)]$"))
((translation_unit (expression_statement ";" @pardoned) @head . (compound_statement))
 (#like? @head "[)]$"))
((parenthesized_declarator (identifier)) @dated
 (#under? @dated "function_definition") (#behind? @dated "type_identifier"))
((parenthesized_declarator (identifier) @wrong) @declarator
 (#under? @declarator "function_definition")
 (#behind? @declarator "primitive_type" "sized_type_specifier"))
; Its parameters may be declared with types in the brackets, which looks like an error.
(translation_unit
  [(expression_statement (call_expression arguments: (argument_list (ERROR) @pardoned)))
   (ERROR [(macro_type_specifier (ERROR) @pardoned)
           (macro_type_specifier (type_descriptor (ERROR) @pardoned))])]
  . (compound_statement))

; A function has a parameter list.
(function_definition
  declarator: [
    (identifier) @wrong
    (array_declarator) @wrong
    (primitive_type) @wrong
    (pointer_declarator declarator: [(identifier) (array_declarator)] @wrong)])

; Only macros may stand behind the parameters of a function; their names have no small letters, or
; begin with an underscore, as those of the compiler's own.
((function_declarator
   parameters: (parameter_list)
   . [(identifier) @word (call_expression function: (identifier) @word)] @wrong)
 (#like? @word "^[^_]*[a-z]"))

; A name that is joined with a string is a macro, in capitals.
((concatenated_string (identifier) @word @wrong) (#like? @word "[a-z]"))

; A `typedef` does not rename one of the language's own types.
((type_definition declarator: (primitive_type) @word @wrong)
 (#reads? @word "char" "double" "float" "int" "void"))

; A number has no members: letters behind its point are a part of it.
((number_literal) @wrong (#like? @wrong "^\\d*\\.[A-DF-Za-df-z_]\\w"))

; A member of a struct is more than one name.
((field_declaration type: (type_identifier) @wrong !declarator) (#before? @wrong ";"))

; A case stands in a switch.
((case_statement) @wrong (#outside? @wrong "switch_statement"))

; An included file is given by a string; that a macro may stand for one is ignored.
(preproc_include path: [(identifier) (call_expression)] @wrong)

; A keyword is no name; but types may be arguments of macros, and of functions without a type.
([(identifier) @word @wrong
  (type_identifier) @word @wrong
  (field_identifier) @word @wrong
  (argument_list (binary_expression left: (identifier) @word @right))]
 (#reads? @word
  "auto" "break" "case" "char" "const" "continue" "default" "do" "double" "else" "enum" "extern"
  "float" "for" "goto" "if" "int" "long" "register" "return" "short" "signed" "sizeof" "static"
  "struct" "switch" "typedef" "union" "unsigned" "void" "volatile" "while")
 (#not-under? @word "argument_list" "parenthesized_declarator"))

; A word that begins with two underscores is a compiler's own, and may qualify anything.
((ERROR . (identifier) @word .) @pardoned (#like? @word "^__"))
