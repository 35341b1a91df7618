; C#. What the captures mean stands in src/parse.rs.

(namespace_declaration name: (_) @name body: (_) @body) @def.module
(class_declaration name: (identifier) @name body: (_) @body) @def.class
(struct_declaration name: (identifier) @name body: (_) @body) @def.struct
(record_declaration name: (identifier) @name) @def.class
(interface_declaration name: (identifier) @name body: (_) @body) @def.interface
(enum_declaration name: (identifier) @name body: (_) @body) @def.enum
(delegate_declaration name: (identifier) @name) @def.type
(method_declaration name: (identifier) @name) @def.method
(constructor_declaration name: (identifier) @name) @def.method
(destructor_declaration name: (identifier) @name) @def.method
(property_declaration name: (identifier) @name accessors: (_)? @body) @def.property
(local_function_statement name: (identifier) @name) @def.function
(class_declaration name: (identifier) @heir (base_list (identifier) @base)) @inherits

(invocation_expression
  function: [
    (identifier) @callee
    (generic_name (identifier) @callee)
    (member_access_expression
      expression: _ @on name: [(identifier) @callee (generic_name (identifier) @callee)])
    (conditional_access_expression
      condition: (_) @on (member_binding_expression name: (identifier) @callee))
  ]) @call
(object_creation_expression
  type: [(identifier) @callee (generic_name (identifier) @callee)]) @call

(using_directive [(identifier) (qualified_name)] @from) @import
