; What TypeScript adds to JavaScript.

(class_declaration name: (type_identifier) @name) @def.class
(class name: (type_identifier) @name) @def.class
(abstract_class_declaration name: (type_identifier) @name) @def.class
(class_declaration name: (_) @heir (class_heritage (extends_clause value: (_) @base))) @inherits
(abstract_class_declaration name: (_) @heir (class_heritage (extends_clause value: (_) @base))) @inherits
(public_field_definition
  name: [(property_identifier) (private_property_identifier) (string) (number) (computed_property_name)] @name
  value: [(arrow_function) (function_expression)]) @def.method
(interface_declaration name: (type_identifier) @name) @def.interface
(type_alias_declaration name: (type_identifier) @name) @def.type
(enum_declaration name: (identifier) @name) @def.enum
(internal_module name: (_) @name) @def.module
(module name: (_) @name) @def.module
(function_signature name: (identifier) @name) @def.function
(method_signature name: (_) @name) @def.method
(abstract_method_signature name: (_) @name) @def.method
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @def.variable))
