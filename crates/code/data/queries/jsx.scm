; A component is used as one calls a function.

(jsx_opening_element name: (identifier) @callee) @call
(jsx_self_closing_element name: (identifier) @callee) @call
