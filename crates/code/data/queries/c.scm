; C; C++ has these too. What the captures mean stands in src/parse.rs. Alternatives of one pattern are
; made in half of the time that patterns of their own take.

(function_definition
  declarator: [
    (function_declarator
      declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)])
    (pointer_declarator
      declarator: [
        (function_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
      ])
  ]) @def.function
(struct_specifier name: (type_identifier) @name body: (_) @body) @def.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @def.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @def.enum
(type_definition
  declarator: [
    (type_identifier) @name
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @def.type
(preproc_def name: (identifier) @name value: (_)) @def.constant
(preproc_function_def name: (identifier) @name) @def.macro

(call_expression
  function: [
    (identifier) @callee
    (field_expression argument: (_) @on field: (field_identifier) @callee)
  ]) @call

(preproc_include path: (string_literal (string_content) @from)) @import
