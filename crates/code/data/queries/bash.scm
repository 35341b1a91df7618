; Shell. What the captures mean stands in src/parse.rs.

(function_definition name: (word) @name body: (_) @body) @def.function

(command name: (command_name (word) @callee)) @call

(command
  name: (command_name (word) @source) argument: [(word) (string (string_content)) ] @from
  (#any-of? @source "source" ".")) @import
