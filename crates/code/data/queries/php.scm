; PHP. What the captures mean stands in src/parse.rs.

(namespace_definition name: (_) @name body: (_) @body) @def.module
(class_declaration name: (name) @name body: (_) @body) @def.class
(interface_declaration name: (name) @name body: (_) @body) @def.interface
(trait_declaration name: (name) @name body: (_) @body) @def.trait
(enum_declaration name: (name) @name body: (_) @body) @def.enum
(function_definition name: (name) @name body: (_) @body) @def.function
(method_declaration name: (name) @name body: (_)? @body) @def.method
(program (const_declaration (const_element (name) @name)) @def.constant)
(class_declaration name: (name) @heir (base_clause (_) @base)) @inherits

(function_call_expression function: (name) @callee) @call
(function_call_expression function: (qualified_name (name) @callee)) @call
(member_call_expression object: (_) @on name: (name) @callee) @call
(nullsafe_member_call_expression object: (_) @on name: (name) @callee) @call
(scoped_call_expression scope: (_) @on name: (name) @callee) @call
(object_creation_expression (name) @callee) @call
(object_creation_expression (qualified_name (name) @callee)) @call

(namespace_use_declaration
  (namespace_use_clause (qualified_name prefix: (_) @from (name) @imported) alias: (name)? @as)) @import
