; What C++ compilers refuse and the grammar accepts.

; Statements stand only inside of functions, and functions and templates only outside.
([
   (break_statement) (compound_statement) (continue_statement) (do_statement)
   (expression_statement . (_)) (for_range_loop) (for_statement) (goto_statement) (if_statement)
   (labeled_statement) (return_statement) (switch_statement) (throw_statement) (try_statement)
   (while_statement)
 ] @wrong
 (#under? @wrong "declaration_list" "translation_unit"))
(compound_statement [(function_definition) (template_declaration)] @wrong)

; A function has a parameter list.
(function_definition
  declarator: [
    (identifier) @wrong
    (field_identifier) @wrong
    (array_declarator) @wrong
    (pointer_declarator [(identifier) (field_identifier) (array_declarator)] @wrong)
    (reference_declarator [(identifier) (field_identifier) (array_declarator)] @wrong)])

; A function has a type, except `main` and constructors, which have the name of their class.
((translation_unit
   (function_definition
     !type declarator: (function_declarator declarator: (identifier) @name) @wrong))
 (#not-reads? @name "main"))
((_
   name: (type_identifier) @class
   body: (field_declaration_list
     (function_definition
       !type declarator: (function_declarator declarator: (identifier) @name) @wrong)))
 (#not-same? @name @class))

; A `constexpr` function with a type does not have an empty body.
((function_definition
   (type_qualifier) @constant type: (primitive_type) @type
   body: (compound_statement . "{" . "}") @wrong)
 (#reads? @constant "constexpr") (#not-reads? @type "void"))

; One of the language's own types does not stand by itself: it declares something.
(compound_statement [(primitive_type) (sized_type_specifier)] @wrong)
((field_declaration type: [(primitive_type) (sized_type_specifier)] @wrong !declarator)
 (#before? @wrong ";"))

; `std`, the namespace of the library, is neither a type nor a value.
([(identifier) @word @wrong (type_identifier) @word @wrong] (#reads? @word "std"))

; A template declares something that has a name, and can be a template.
(template_declaration
  [
    (primitive_type) (sized_type_specifier) (type_identifier) (enum_specifier)
    (class_specifier !name) (struct_specifier !name) (union_specifier !name)
  ] @wrong)

; With an empty list of parameters, it specialises a template, and names the arguments for that.
(template_declaration
  parameters: (template_parameter_list . "<" . ">")
  [
    (alias_declaration) (concept_definition) (class_specifier name: (type_identifier))
    (struct_specifier name: (type_identifier))
  ] @wrong)

; With two lists of parameters, it defines a member that was declared in a template.
(template_declaration
  (template_declaration
    [
      (alias_declaration) (concept_definition) (class_specifier name: (type_identifier))
      (struct_specifier name: (type_identifier))
    ] @wrong))

; A concept is not a member of a class.
(field_declaration_list (template_declaration (concept_definition) @wrong))

; A case stands in a switch.
((case_statement) @wrong (#outside? @wrong "switch_statement"))

; An included file is given by a string; that a macro may stand for one is ignored.
(preproc_include path: [(identifier) (call_expression)] @wrong)

; A keyword is no name; but a cast such as `int(x)` looks like a call of one.
([(identifier) @word @wrong
  (type_identifier) @word @wrong
  (field_identifier) @word @wrong
  (call_expression function: (identifier) @word @right)]
 (#reads? @word
  "auto" "bool" "break" "case" "catch" "char" "class" "const" "constexpr" "continue" "default" "do"
  "double" "else" "enum" "explicit" "extern" "false" "float" "for" "friend" "goto" "if" "inline"
  "int" "long" "mutable" "namespace" "new" "nullptr" "private" "protected" "public" "register"
  "return" "short" "signed" "static" "struct" "switch" "template" "this" "throw" "true" "try"
  "typedef" "typename" "union" "unsigned" "using" "virtual" "void" "volatile" "while"))
