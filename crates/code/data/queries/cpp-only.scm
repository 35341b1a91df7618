; What C++ adds to C.

(class_specifier name: (_) @name body: (_) @body) @def.class
(namespace_definition name: (_) @name body: (_) @body) @def.module
(alias_declaration name: (type_identifier) @name) @def.type
(concept_definition name: (identifier) @name) @def.type
(function_definition
  declarator: (function_declarator
    declarator: [(field_identifier) (destructor_name) (operator_name) (qualified_identifier)] @name)
  body: (_)? @body) @def.function
(function_definition
  declarator: (_
    (function_declarator
      declarator: [(field_identifier) (operator_name) (qualified_identifier)] @name))
  body: (_)? @body) @def.function
(function_definition
  declarator: (reference_declarator (function_declarator declarator: (identifier) @name))
  body: (_) @body) @def.function
(function_definition declarator: (operator_cast type: (_) @name) body: (_) @body) @def.function
(field_declaration
  declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name)) @def.method
(field_declaration
  declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @def.method
(class_specifier name: (type_identifier) @heir (base_class_clause (type_identifier) @base)) @inherits
(struct_specifier name: (type_identifier) @heir (base_class_clause (type_identifier) @base)) @inherits

(call_expression
  function: (qualified_identifier scope: (_)? @on name: (identifier) @callee)) @call
(call_expression
  function: (qualified_identifier
    scope: (_)? @on name: (template_function name: (identifier) @callee))) @call
(call_expression function: (template_function name: (identifier) @callee)) @call
(call_expression
  function: (field_expression
    argument: (_) @on field: (template_method name: (field_identifier) @callee))) @call
(new_expression type: (type_identifier) @callee) @call
