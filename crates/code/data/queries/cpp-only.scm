; What C++ adds to C.

(class_specifier name: (_) @name body: (_) @body) @def.class
(namespace_definition name: (_) @name body: (_) @body) @def.module
(alias_declaration name: (type_identifier) @name) @def.type
(concept_definition name: (identifier) @name) @def.type
(function_definition
  declarator: [
    (function_declarator
      declarator: [(field_identifier) (destructor_name) (operator_name) (qualified_identifier)] @name)
    (pointer_declarator
      declarator: (function_declarator
        declarator: [(field_identifier) (operator_name) (qualified_identifier)] @name))
    (reference_declarator
      (function_declarator
        declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @name))
    (operator_cast type: (_) @name)
  ]) @def.function
(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @def.method
([
  (class_specifier name: (type_identifier) @heir (base_class_clause (type_identifier) @base))
  (struct_specifier name: (type_identifier) @heir (base_class_clause (type_identifier) @base))
] @inherits)

(call_expression
  function: [
    (qualified_identifier
      scope: (_)? @on
      name: [(identifier) @callee (template_function name: (identifier) @callee)])
    (template_function name: (identifier) @callee)
    (field_expression
      argument: (_) @on field: (template_method name: (field_identifier) @callee))
  ]) @call
(new_expression type: (type_identifier) @callee) @call
