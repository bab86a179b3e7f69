; What C++ compilers refuse and the grammar takes.

; Statements stand in functions, and neither functions nor templates in any.
(translation_unit (expression_statement . (_)) @wrong)
(translation_unit (compound_statement) @wrong)
(translation_unit (if_statement) @wrong)
(translation_unit (for_statement) @wrong)
(translation_unit (for_range_loop) @wrong)
(translation_unit (while_statement) @wrong)
(translation_unit (do_statement) @wrong)
(translation_unit (return_statement) @wrong)
(translation_unit (break_statement) @wrong)
(translation_unit (continue_statement) @wrong)
(translation_unit (goto_statement) @wrong)
(translation_unit (labeled_statement) @wrong)
(translation_unit (switch_statement) @wrong)
(translation_unit (throw_statement) @wrong)
(translation_unit (try_statement) @wrong)
(declaration_list
  [
    (expression_statement . (_)) (compound_statement) (if_statement) (for_statement)
    (for_range_loop) (while_statement) (do_statement) (return_statement) (break_statement)
    (continue_statement) (goto_statement) (labeled_statement) (switch_statement) (throw_statement)
    (try_statement)
  ] @wrong)
(compound_statement (function_definition declarator: (_) @wrong))
(compound_statement (template_declaration) @wrong)

; A function has parentheses.
(function_definition declarator: [(identifier) (field_identifier) (array_declarator)] @wrong)
(function_definition
  declarator: (pointer_declarator [(identifier) (field_identifier) (array_declarator)] @wrong))
(function_definition
  declarator: (reference_declarator [(identifier) (field_identifier) (array_declarator)] @wrong))

; It has a type, too, but for `main` and what makes the objects of its class.
((translation_unit
   (function_definition
     !type declarator: (function_declarator declarator: (identifier) @name) @wrong))
 (#not-eq? @name "main"))
((_
   name: (type_identifier) @class
   body: (field_declaration_list
     (function_definition
       !type declarator: (function_declarator declarator: (identifier) @name) @wrong)))
 (#not-eq? @name @class))

; What may be worked out before the program runs gives back what it says.
((function_definition
   (type_qualifier) @constant type: (primitive_type) @type
   body: (compound_statement . "{" . "}") @wrong)
 (#eq? @constant "constexpr") (#not-eq? @type "void"))

; A type of the language's declares something.
(compound_statement [(primitive_type) (sized_type_specifier)] @wrong)
(field_declaration type: [(primitive_type) (sized_type_specifier)] @wrong . ";")

; The namespace of the library is neither a type nor a value.
([(identifier) @word @wrong (type_identifier) @word @wrong] (#eq? @word "std"))

; A template is one of something that has a name, and can be one.
(template_declaration
  [(primitive_type) (sized_type_specifier) (type_identifier) (enum_specifier)] @wrong)
(template_declaration
  [(class_specifier !name) (struct_specifier !name) (union_specifier !name)] @wrong)

; With parameters for nothing it makes an exception to a template, and says to what it is one.
(template_declaration
  parameters: (template_parameter_list . "<" . ">")
  [
    (alias_declaration) (concept_definition) (class_specifier name: (type_identifier))
    (struct_specifier name: (type_identifier))
  ] @wrong)

; With parameters twice it is what belongs to a template, and has been declared there.
(template_declaration
  (template_declaration
    [
      (alias_declaration) (concept_definition) (class_specifier name: (type_identifier))
      (struct_specifier name: (type_identifier))
    ] @wrong))

; A concept is not of a class.
(field_declaration_list (template_declaration (concept_definition) @wrong))

; A case stands in a switch.
((case_statement) @wrong (#outside? @wrong "switch_statement"))

; A file is named by a string; that a macro may stand for one is left out of account.
(preproc_include path: [(identifier) (call_expression)] @wrong)

; A keyword is no name; those of casts and types are called like one.
([(identifier) @word @wrong
  (type_identifier) @word @wrong
  (field_identifier) @word @wrong
  (call_expression function: (identifier) @word @right)]
 (#any-of? @word
  "auto" "bool" "break" "case" "catch" "char" "class" "const" "constexpr" "continue" "default" "do"
  "double" "else" "enum" "explicit" "extern" "false" "float" "for" "friend" "goto" "if" "inline"
  "int" "long" "mutable" "namespace" "new" "nullptr" "private" "protected" "public" "register"
  "return" "short" "signed" "static" "struct" "switch" "template" "this" "throw" "true" "try"
  "typedef" "typename" "union" "unsigned" "using" "virtual" "void" "volatile" "while"))
