; Java. What the captures mean stands in src/parse.rs.

(class_declaration name: (identifier) @name body: (_) @body) @def.class
(interface_declaration name: (identifier) @name body: (_) @body) @def.interface
(enum_declaration name: (identifier) @name body: (_) @body) @def.enum
(record_declaration name: (identifier) @name body: (_) @body) @def.class
(annotation_type_declaration name: (identifier) @name body: (_) @body) @def.interface
(method_declaration name: (identifier) @name body: (_)? @body) @def.method
(constructor_declaration name: (identifier) @name body: (_) @body) @def.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @def.method
(class_declaration name: (identifier) @heir superclass: (superclass (_) @base)) @inherits

(method_invocation object: (_)? @on name: (identifier) @callee) @call
(object_creation_expression type: (type_identifier) @callee) @call
(object_creation_expression type: (generic_type (type_identifier) @callee)) @call
(explicit_constructor_invocation constructor: (_) @callee) @call

(import_declaration (scoped_identifier scope: (_) @from name: (identifier) @imported) .) @import
(import_declaration (scoped_identifier) @from (asterisk) @all) @import
