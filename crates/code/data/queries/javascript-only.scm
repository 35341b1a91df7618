; What TypeScript's grammar names otherwise.

(class_declaration name: (identifier) @name) @def.class
(class name: (identifier) @name) @def.class
(class_declaration name: (identifier) @heir (class_heritage (_) @base)) @inherits
(field_definition
  property: (_) @name
  value: [(arrow_function) (function_expression)]) @def.method
