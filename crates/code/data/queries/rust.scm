; Rust. What the captures mean stands in src/parse.rs.

(function_item name: (identifier) @name body: (block) @body) @def.function
(function_signature_item name: (identifier) @name) @def.function
(struct_item name: (type_identifier) @name body: (_)? @body) @def.struct
(enum_item name: (type_identifier) @name body: (_) @body) @def.enum
(union_item name: (type_identifier) @name body: (_) @body) @def.union
(trait_item name: (type_identifier) @name body: (_) @body) @def.trait
(type_item name: (type_identifier) @name) @def.type
(associated_type name: (type_identifier) @name) @def.type
(const_item name: (identifier) @name) @def.constant
(static_item name: (identifier) @name) @def.constant
(mod_item name: (identifier) @name body: (_) @body) @def.module
(macro_definition name: (identifier) @name) @def.macro
(impl_item type: (_) @name body: (_) @body) @scope

(call_expression function: (identifier) @callee) @call
(call_expression function: (field_expression value: (_) @on field: (field_identifier) @callee)) @call
(call_expression function: (scoped_identifier path: (_)? @on name: (identifier) @callee)) @call
(call_expression function: (generic_function function: (identifier) @callee)) @call
(call_expression
  function: (generic_function
    function: (field_expression value: (_) @on field: (field_identifier) @callee))) @call
(call_expression
  function: (generic_function
    function: (scoped_identifier path: (_)? @on name: (identifier) @callee))) @call
(macro_invocation macro: (identifier) @callee) @call
(macro_invocation macro: (scoped_identifier path: (_) @on name: (identifier) @callee)) @call
; What a macro is given is no syntax yet: a name before a parenthesis is a call.
(token_tree (identifier) @callee . (token_tree . "(")) @call

(use_declaration argument: (_) @paths) @import
