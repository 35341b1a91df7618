; What TypeScript's grammar names otherwise.

(class_declaration name: (identifier) @name body: (_) @body) @def.class
(class name: (identifier) @name body: (_) @body) @def.class
(class_declaration name: (identifier) @heir (class_heritage (_) @base)) @inherits
(field_definition
  property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method
