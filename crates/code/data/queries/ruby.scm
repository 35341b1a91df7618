; Ruby. What the captures mean stands in src/parse.rs.

(method name: (_) @name body: (_)? @body) @def.method
(singleton_method name: (_) @name body: (_)? @body) @def.method
(class name: (_) @name body: (_)? @body) @def.class
(module name: (_) @name body: (_)? @body) @def.module
(program (assignment left: (constant) @name) @def.constant)
(body_statement (assignment left: (constant) @name) @def.constant)
(class name: (_) @heir superclass: (superclass (_) @base)) @inherits

(call !receiver method: (identifier) @callee) @call
(call receiver: (_) @on method: [(identifier) (constant)] @callee) @call
; A name alone calls a method, unless it is a variable: only what is defined here is an edge.
(body_statement (identifier) @callee @call)

(call
  !receiver method: (identifier) @require arguments: (argument_list . (string (string_content) @from))
  (#eq? @require "require_relative")) @import
