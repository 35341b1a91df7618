//! Secrets found by their context, whatever they look like: headers and column-based files here;
//! commands, URLs, calls and SQL in the submodules.

pub(super) mod calls;
pub(super) mod commands;
pub(super) mod sql;
pub(super) mod urls;

use super::rules::{Before, Rule, Shape};

macro_rules! header_joint {
    () => {
        r"\\*['\x22`]?\]?\s{0,4}(?:=>|[:=,]|%3[AaDd]|\\u003[aAdD])(?:\s|%20){0,4}[bf]?\\*['\x22`]?\s{0,4}"
    };
}

/// The authentication scheme before a token in a header, e.g. `Token token=…`.
macro_rules! scheme {
    () => {
        r"(?i:bearer|basic|token|digest|bot|apikey|key|negotiate|gitlab|sso-key|hmac|ssws|splunk|genie-?key|discogs|oauth)(?:\s|%20|\+){1,4}(?:token=\\*\x22?)?"
    };
}

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "authorization",
        &["uthorization", "UTHORIZATION"],
        concat!(r"(?:uthorization|UTHORIZATION)", header_joint!(), scheme!(), r"([A-Za-z0-9._~+/=:%|-]{8,})"),
    )
    .after(Before::Anything)
    .shaped(Shape::Mixed),
    Rule::new(
        "authorization",
        &["uthorization", "UTHORIZATION"],
        concat!(r"(?:uthorization|UTHORIZATION)", header_joint!(), r"([A-Za-z0-9._~+/=|-]{16,})"),
    )
    .after(Before::Anything)
    .shaped(Shape::Random),
    Rule::new("authorization", &["Bearer", "bearer"], r"[Bb]earer(?: {1,2}|%20|\+)([A-Za-z0-9._~+/=|-]{16,})")
        .shaped(Shape::Random),
    // `.npmrc` and Docker's configuration file.
    Rule::new("authorization", &["_auth"], r"_auth\s{0,4}=\s{0,4}\x22?([A-Za-z0-9+/]{8,}={0,2})")
        .after(Before::Anything)
        .shaped(Shape::Mixed),
    Rule::new("authorization", &["auth\"", "auth\\", "auth:", "asic "], r"(?:auth\\*\x22?\s{0,4}[:=]\s{0,4}\\*\x22?|asic )([A-Za-z0-9+/]{8,}={0,2})")
        .after(Before::Anything)
        .shaped(Shape::Pair),
    Rule::new("authorization", &["AUTH_", "AUTH=", "AUTH:", "AUTH\"", "Auth=", "Auth:", "Auth\"", "auth_", "CREDS", "creds=", "creds:", "creds\""], r"[A-Za-z]{4,5}[A-Za-z_]{0,24}\\*['\x22]?\s?[:=]\s?\\*['\x22]?(?:(?i:basic)\s)?([A-Za-z0-9+/]{12,}={0,2})")
        .after(Before::Anything)
        .shaped(Shape::Pair),
    Rule::new("token", &["oauth:"], r"oauth:([A-Za-z0-9_-]{20,256})").shaped(Shape::Random),
    // `auth: "…"` in an object, alone or behind a name.
    Rule::new(
        "authorization",
        &["auth\"", "auth\\", "auth:", "auth=", "auth =", "auth  "],
        r"auth\\*\x22?\s{0,24}[:=]\s{0,4}\\*['\x22](?:[^\s:'\x22\\]{1,64}:)?([^\s:'\x22\\]{5,256})\\*['\x22]",
    )
    .shaped(Shape::Telling),
    Rule::new("authorization", &["GoogleLogin auth="], r"GoogleLogin auth=([A-Za-z0-9_.-]{16,})").shaped(Shape::Random),
    Rule::new("aws-signature", &["Signature="], r"Signature=([0-9a-f]{64})(?-u:\b)"),
    Rule::new("cookie", &["sessionid=", "PHPSESSID=", "JSESSIONID=", "user_session=", "_gh_sess=", "sessionid'", "sessionid\""], r"(?:sessionid|PHPSESSID|JSESSIONID|user_session|_gh_sess)(?:=|\\*['\x22]: ?\\*['\x22])([A-Za-z0-9_-]{20,128})(?-u:\b)").shaped(Shape::Random),
    Rule::new("cookie", &["_|WARNING:-DO-NOT-SHARE-THIS."], r"_\|WARNING:-DO-NOT-SHARE-THIS\.[A-Za-z.-]{20,160}\|_[A-Za-z0-9]{60,}").shaped(Shape::Certain),
    Rule::new("password", &["auth=(", "auth = ("], r"auth\s?=\s?\(\s{0,20}\\*['\x22][^'\x22\\]{1,64}\\*['\x22],\s{0,20}\\*['\x22]([^'\x22\\]{4,256})").shaped(Shape::Word),
    Rule::new("cookie", &["ookie: ", "OOKIE: ", "ookie\":", "ookie\\\":", "ookie', ", "ookie\", ", "ookie = ", "ookie=", "ookie '", "ookie \""], r"(?:ookie|OOKIE)\\*['\x22]?(?:\s?[:,=]\s{0,2}|\s)\\*['\x22`]?([A-Za-z0-9_.-]{1,64}=[^\s'\x22`\\;,]{8,}(?:; ?[A-Za-z0-9_.-]{1,64}=[^\s'\x22`\\;,]*)*)")
        .after(Before::Anything)
        .shaped(Shape::Random),
    Rule::new("password", &["ype `", "ype '", "ype \"", "nter `", "nter '", "nter \""], r"(?:ype|nter) [`'\x22]([^\s`'\x22]{4,128})[`'\x22]? (?:when|if|once) (?:it|he|she|they|the [a-z]{2,12}) (?:asks?|prompts?)")
        .after(Before::Anything)
        .shaped(Shape::Telling),
    // Blocks of infrastructure as code, whose names and values stand apart.
    Rule::new("password", &["random_password"], r"random_password\\*[\x22. ][^{}]{0,200}?\{?[^{}]{0,400}?\bresult\s{0,24}=\s{0,4}\\*\x22([^\x22\\\n]{4,256})").after(Before::Anything),
    Rule::new(
        "secret",
        &["description =", "description  "],
        r"description\s{0,24}=\s{0,4}\\*\x22[^\x22\n]{0,80}(?i:password|passphrase|secret|token|api key)[^\x22\n]{0,80}\x22(?:\s|\\n){1,40}(?:[a-z_]{2,24}\s{0,24}=\s{0,4}[a-z]{1,16}(?:\s|\\n){1,40}){0,3}default\s{0,24}=\s{0,4}\\*\x22([^\x22\\\s]{5,256})\\*\x22",
    )
    .shaped(Shape::Telling),
    Rule::new("private-key", &["client-key-data"], r"client-key-data\\*\x22?:\s{0,4}\\*\x22?([A-Za-z0-9+/_=-]{16,})"),
    Rule::new("password", &["requirepass ", "masterauth ", "bindpw "], r"(?:requirepass|masterauth|bindpw) \\*['\x22]?([^\s'\x22\\]{4,256})"),
    Rule::new("password", &["SecureString "], r"SecureString\s+(?:-String\s+)?\\*['\x22]([^'\x22\\]{4,256})").after(Before::Anything),
    // Column-based files.
    Rule::new("password", &["password"], r"password\s{1,4}([^\s\x22\\]{4,256})").after(Before::Login),
    Rule::new("password", &[":5432:", ":5433:", ":6432:", ":*:"], r":(?:[0-9]{4}|\*):[^:\s]{1,64}:[^:\s]{1,64}:((?:[^\s:\\'\x22]|\\[:\\]){4,256})")
        .after(Before::Anything),
    Rule::new("password", &["on >"], r"on >([^\s'\x22\\]{4,256}) [~&+*]").shaped(Shape::Password),
    Rule::new("password", &["]:587 ", "]:465 ", "]:25 "], r"\]:[0-9]{2,3} [^\s:]{1,128}:(\S{4,128})").after(Before::Anything).shaped(Shape::Password),
    Rule::new("password", &["stats auth "], r"stats auth [^\s:]{1,64}:(\S{4,128})").shaped(Shape::Password),
    Rule::new("password", &[": EAP ", ": XAUTH "], r": (?:EAP|XAUTH) \\*\x22([^\x22\\]{4,128})").after(Before::Anything).shaped(Shape::Password),
    Rule::new("azure-secret", &["\"keyName\":", "\\\"keyName\\\":"], r"\\*\x22keyName\\*\x22:\s?\\*\x22[A-Za-z0-9]{1,16}\\*\x22,\s{0,20}\\*\x22value\\*\x22:\s?\\*\x22([A-Za-z0-9+/]{40,90}={1,2})").after(Before::Anything),
    Rule::new("token", &["access-tokens = "], r"access-tokens = [a-z0-9.-]{1,64}=([A-Za-z0-9_:-]{20,})").shaped(Shape::Random),
    Rule::new("github-token", &["github-oauth\"", "github-oauth\\\""], r"github-oauth\\*\x22:\s?\{\s{0,20}\\*\x22github\.com\\*\x22:\s?\\*\x22([A-Za-z0-9_]{30,})"),
    Rule::new("password", &["snmp-server community "], r"snmp-server community (\S{4,64})").shaped(Shape::Password),
    Rule::new("password", &["password 7 ", "secret 7 "], r"(?:password|secret) 7 ([0-9A-F]{8,64})(?-u:\b)"),
    // The NT hash of a Windows password, after the empty LM hash of older systems.
    Rule::new("password-hash", &["aad3b435b51404eeaad3b435b51404ee:"], r"aad3b435b51404eeaad3b435b51404ee:([0-9a-f]{32})(?-u:\b)"),
    // Base64 of connection strings and registry credentials, as Kubernetes stores them.
    Rule::new(
        "credentials",
        &["cG9zdGdyZXM6Ly", "cG9zdGdyZXNxbDovL", "bXlzcWw6Ly", "bW9uZ29kYjovL", "bW9uZ29kYitzcnY6Ly", "cmVkaXM6Ly", "YW1xcDovL", "eyJhdXRocyI6", "eyJ0b2tlbiI6", "eyJwYXNzd29yZCI6"],
        r"[A-Za-z0-9]{10}[A-Za-z0-9+/]{14,}={0,2}",
    )
    .after(Before::Gap)
    .shaped(Shape::Pair),
    // Wallet seed phrases: twelve to twenty-four words of at least three letters each.
    Rule::new(
        "wallet-phrase",
        &["mnemonic", "Mnemonic", "MNEMONIC", "phrase", "Phrase", "PHRASE", "seed", "Seed", "SEED", "wallet", "Wallet"],
        r"(?i:(?:mnemonic|phrase|seed|wallet)(?:[_ ](?:words|phrase|seed|key))?)\\*['\x22`]?(?:\s(?:is|was|are))?[\s:=(>*-]{1,8}\\*['\x22`]?((?:[a-z]{3,8}(?:[ ,]|\\n|\n){1,3}){11,23}[a-z]{3,8})\b",
    )
    .after(Before::Anything)
    .shaped(Shape::Phrase),
];

#[cfg(test)]
mod tests;
