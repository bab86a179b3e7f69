; inherits: ecmascript
; Only parameters have types; an `export` exports something, at the top of a text or of a namespace.
(parenthesized_expression type: (type_annotation) @wrong)
((identifier) @wrong (#reads? @wrong "export" "new"))
(interface_body (export_statement) @wrong)
