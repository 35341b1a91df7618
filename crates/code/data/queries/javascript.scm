; JavaScript; TypeScript has these too. What the captures mean stands in src/parse.rs. Bodies are
; found by their fields: with them, making the query of TypeScript would take half as long again.

(function_declaration name: (identifier) @name) @def.function
(generator_function_declaration name: (identifier) @name) @def.function
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @def.function
(variable_declarator name: (identifier) @name value: (class)) @def.class
(method_definition name: (_) @name) @def.method
(pair
  key: (property_identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @def.method
(assignment_expression
  left: [
    (identifier) @name
    (member_expression object: (_) @holder property: (property_identifier) @name)
  ]
  right: [(arrow_function) (function_expression) (generator_function)]) @def.function
(export_statement
  "default" @name
  value: [(arrow_function) (function_expression !name) (class !name)]) @def.function
(export_statement
  "default" @name
  declaration: [(function_declaration !name) (class_declaration !name)])
  @def.function
(program (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @def.variable))
(program
  (export_statement
    (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant)))

(call_expression
  function: [
    (identifier) @callee
    (super) @callee
    (member_expression
      object: (_) @on property: [(property_identifier) (private_property_identifier)] @callee)
  ]) @call
(new_expression
  constructor: [
    (identifier) @callee
    (member_expression object: (_) @on property: (property_identifier) @callee)
  ]) @call

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
  name: [(identifier) @as (object_pattern (shorthand_property_identifier_pattern) @imported)]
  value: (call_expression
    function: (identifier) @require arguments: (arguments . (string (string_fragment) @from)))
  (#eq? @require "require")) @import
(export_statement "default" @renamed value: (identifier) @imported) @import
(export_statement
  "default" @renamed declaration: (_ name: (_) @imported)) @import
(export_statement (export_clause (export_specifier name: (_) @imported alias: (_) @renamed)) !source) @import
