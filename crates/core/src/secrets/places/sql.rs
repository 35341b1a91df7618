//! SQL statements that set a password.

use crate::secrets::rules::{Before, Rule, Shape};

/// The secret in SQL quotes, which may be escaped by the surrounding text.
macro_rules! quoted {
    () => {
        r"N?\\*'([^'\\\s]{4,256})\\*'"
    };
}

const fn statement(hallmarks: &'static [&'static str], pattern: &'static str) -> Rule {
    Rule::new("password", hallmarks, pattern).after(Before::Anything).shaped(Shape::Password)
}

pub(in crate::secrets) const RULES: &[Rule] = &[
    Rule::new("password", &["dentified by", "DENTIFIED BY", "ENTIFIED WITH"], r"(?i:entified|dentified)\s(?i:(?:with\s+\S{1,40}\s)?by)\s+(?i:password\s+)?\\*['\x22]([^'\x22\\]{3,256})")
        .after(Before::Anything),
    Rule::new("password", &["PASSWORD '", "password '", "PASSWORD \\'"], r"(?i:password) \\*'([^'\\]{5,256})\\*'"),
    statement(&["DENTIFIED BY "], r"DENTIFIED BY ([^\s'\x22\\;]{4,128})"),
    Rule::new("password-hash", &["ENTIFIED WITH ", "entified with "], r"(?i:entified with) \S{1,40} (?i:as) \\*'([^'\\]{20,256})")
        .after(Before::Anything)
        .shaped(Shape::Random),
    statement(&["PASSWORD = N", "PASSWORD=N", "password = N", "password=N"], concat!(r"(?:PASSWORD|password) ?= ?", quoted!())),
    Rule::new("password", &["SET PASSWORD", "set password", "Set password"], concat!(r"(?i:set password)(?:\s(?i:for)\s[^\n=;]{1,80}?)?\s{0,4}=\s{0,4}(?:[A-Za-z_]{4,16}\()?", quoted!())).shaped(Shape::Word),
    statement(&["sp_addlogin ", "sp_password "], concat!(r"sp_(?:addlogin|password) [^\n,]{1,80},\s?", quoted!())),
    // A table of names and values.
    Rule::new("password", &["SET value", "set value", "SET val ", "SET `value", "SET \"value", "SET option_value", "SET meta_value", "SET config_value", "SET setting", "SET data ", "SET content ", "SET text "], concat!(r"(?i:set)\s[`\x22]?(?:[a-z_]{0,30}val(?:ue)?|data|content|setting|text)[`\x22]?\s?=\s?", quoted!(), r"[^;\n]{0,120}?\s(?i:where)\s[^;\n]{0,80}?=\s?\\*'[^'\n]{0,40}(?i:passw(?:or)?d|passphrase|pwd|pass|secret|token|key)\\*'")).shaped(Shape::Word),
    // Passwords hashed by the statement.
    statement(
        &["pass = ", "password = ", "pass=", "password=", "hash = ", "pwd = "],
        concat!(r"[a-z]{3,8} ?= ?(?i:md5|sha1|sha2|sha256|crypt|password|encrypt)\(\s{0,4}", quoted!()),
    ),
    statement(&["PASSWORD('", "PASSWORD(\\'"], concat!(r"PASSWORD\(", quoted!())),
    statement(&["crypt("], concat!(r"crypt\(\s?", quoted!(), r",\s?gen_salt")),
    statement(&["pgp_sym_"], concat!(r"pgp_sym_(?:en|de)crypt\([^\n']{1,128},\s{0,4}", quoted!())),
    statement(&["PRAGMA key", "PRAGMA rekey", "pragma key"], r"(?i:pragma) (?:re)?key\s{0,4}=\s{0,4}\\*['\x22]([^'\x22\\\s]{4,256})"),
    statement(&["ATTACH "], concat!(r"ATTACH [^\n]{1,128} KEY ", quoted!())),
];
