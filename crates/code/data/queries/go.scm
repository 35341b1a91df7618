; Go. What the captures mean stands in src/parse.rs.

(function_declaration name: (identifier) @name body: (_)? @body) @def.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @holder)) @self
  name: (field_identifier) @name body: (_)? @body) @def.method
(method_elem name: (field_identifier) @name) @def.method
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @def.struct
(type_spec name: (type_identifier) @name type: (interface_type) @body) @def.interface
(type_spec name: (type_identifier) @name type: [
  (type_identifier) (qualified_type) (generic_type) (pointer_type) (array_type) (slice_type)
  (map_type) (channel_type) (function_type) (parenthesized_type)]) @def.type
(type_alias name: (type_identifier) @name) @def.type
(source_file (const_declaration (const_spec name: (identifier) @name) @def.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @def.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @def.variable)))

(call_expression function: (identifier) @callee) @call
(call_expression function: (selector_expression operand: (_) @on field: (field_identifier) @callee)) @call
(call_expression function: (index_expression operand: (identifier) @callee)) @call
(call_expression function: (type_instantiation_expression type: (type_identifier) @callee)) @call

(import_spec name: (package_identifier)? @as path: (_ (_) @from)) @import
(import_spec name: (dot) @all path: (_ (_) @from)) @import
