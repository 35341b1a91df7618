; C; C++ has these too. What the captures mean stands in src/parse.rs.

(function_definition
  declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @def.function
(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  body: (_) @body) @def.function
(function_definition
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name)))
  body: (_) @body) @def.function
(function_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator (identifier) @name)) body: (_) @body) @def.function
(struct_specifier name: (type_identifier) @name body: (_) @body) @def.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @def.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @def.enum
(type_definition declarator: (type_identifier) @name) @def.type
(type_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @def.type
(preproc_def name: (identifier) @name value: (_)) @def.constant
(preproc_function_def name: (identifier) @name) @def.macro

(call_expression function: (identifier) @callee) @call
(call_expression function: (field_expression argument: (_) @on field: (field_identifier) @callee)) @call

(preproc_include path: (string_literal (string_content) @from)) @import
