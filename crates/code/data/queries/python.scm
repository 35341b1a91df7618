; Python. What the captures mean stands in src/parse.rs.

(function_definition name: (identifier) @name body: (_) @body) @def.function
(class_definition name: (identifier) @name body: (_) @body) @def.class
(module (expression_statement (assignment left: (identifier) @name)) @def.variable)

(call function: (identifier) @callee) @call
(call function: (attribute object: (_) @on attribute: (identifier) @callee)) @call
(decorator (identifier) @callee) @call
(decorator (attribute object: (_) @on attribute: (identifier) @callee)) @call

(import_from_statement module_name: (_) @from name: (dotted_name) @imported) @import
(import_from_statement
  module_name: (_) @from
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @as)) @import
(import_from_statement module_name: (_) @from (wildcard_import) @all) @import
(import_statement name: (dotted_name) @from) @import
(import_statement name: (aliased_import name: (dotted_name) @from alias: (identifier) @as)) @import
(class_definition name: (identifier) @heir superclasses: (argument_list [(identifier) (attribute)] @base)) @inherits
