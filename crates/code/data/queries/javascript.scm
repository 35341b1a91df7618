; JavaScript; TypeScript has these too. What the captures mean stands in src/query.rs.

(function_declaration name: (identifier) @name body: (_) @body) @def.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @def.function
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @def.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @def.class
(method_definition name: (_) @name body: (_) @body) @def.method
(pair
  key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @def.method
(assignment_expression
  left: (member_expression object: (_) @holder property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @def.function
(assignment_expression
  left: (identifier) @name
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @def.function
(export_statement
  "default" @name
  value: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)
    (class !name body: (_) @body)]) @def.function
(export_statement
  "default" @name
  declaration: [(function_declaration !name body: (_) @body) (class_declaration !name body: (_) @body)])
  @def.function
(program (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @def.variable))
(program
  (export_statement
    (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant)))

(call_expression function: (identifier) @callee) @call
(call_expression
  function: (member_expression
    object: (_) @on property: [(property_identifier) (private_property_identifier)] @callee)) @call
(call_expression function: (super) @callee) @call
(new_expression constructor: (identifier) @callee) @call
(new_expression constructor: (member_expression object: (_) @on property: (property_identifier) @callee)) @call

(import_statement
  (import_clause (named_imports (import_specifier name: (_) @imported alias: (_)? @as)))
  source: (string (string_fragment) @from)) @import
(import_statement
  (import_clause (identifier) @default) source: (string (string_fragment) @from)) @import
(import_statement
  (import_clause (namespace_import (identifier) @as)) source: (string (string_fragment) @from)) @import
(export_statement
  (export_clause (export_specifier name: (_) @imported alias: (_)? @as))
  source: (string (string_fragment) @from)) @import
(export_statement "*" @all source: (string (string_fragment) @from)) @import
(variable_declarator
  name: (identifier) @as
  value: (call_expression
    function: (identifier) @require arguments: (arguments . (string (string_fragment) @from)))
  (#eq? @require "require")) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @imported)
  value: (call_expression
    function: (identifier) @require arguments: (arguments . (string (string_fragment) @from)))
  (#eq? @require "require")) @import
(export_statement "default" @renamed value: (identifier) @imported) @import
(export_statement
  "default" @renamed declaration: (_ name: (_) @imported)) @import
(export_statement (export_clause (export_specifier name: (_) @imported alias: (_) @renamed)) !source) @import
