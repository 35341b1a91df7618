//! Places where a secret stands, whatever it looks like: headers, URLs, commands, files with columns.

use super::rules::{Before, Rule, Shape};

macro_rules! header_joint {
    () => {
        r"\\*['\x22`]?\]?\s{0,4}(?:=>|[:=,]|%3[AaDd]|\\u003[aAdD])(?:\s|%20){0,4}[bf]?\\*['\x22`]?\s{0,4}"
    };
}

/// The separator of a token that a header names itself: `Token token=…`.
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
    // `.npmrc` and Docker's configuration.
    Rule::new("authorization", &["_auth"], r"_auth\s{0,4}=\s{0,4}\x22?([A-Za-z0-9+/]{8,}={0,2})")
        .after(Before::Anything)
        .shaped(Shape::Mixed),
    Rule::new("authorization", &["auth\"", "auth\\", "auth:", "asic "], r"(?:auth\\*\x22?\s{0,4}[:=]\s{0,4}\\*\x22?|asic )([A-Za-z0-9+/]{8,}={0,2})")
        .after(Before::Anything)
        .shaped(Shape::Pair),
    Rule::new("password", &["auth=("], r"auth=\(\s{0,20}\\*['\x22][^'\x22\\]{1,64}\\*['\x22],\s{0,20}\\*['\x22]([^'\x22\\]{4,256})").shaped(Shape::Mixed),
    Rule::new("cookie", &["ookie: ", "OOKIE: ", "ookie\":", "ookie\\\":", "ookie', ", "ookie\", ", "ookie = ", "ookie=", "ookie '", "ookie \""], r"(?:ookie|OOKIE)\\*['\x22]?(?:\s?[:,=]\s{0,2}|\s)\\*['\x22`]?([A-Za-z0-9_.-]{1,64}=[^\s'\x22`\\;,]{8,}(?:; ?[A-Za-z0-9_.-]{1,64}=[^\s'\x22`\\;,]*)*)")
        .after(Before::Anything)
        .shaped(Shape::Random),
    Rule::new("cookie", &["-b "], r"-b \\*['\x22]([A-Za-z0-9_.-]{1,64}=[^'\x22\\]{8,})")
        .after(Before::Command(&["curl"]))
        .shaped(Shape::Random),
    // Signatures that open what their URL names.
    Rule::new("aws-signature", &["X-Amz-Signature=", "X-Goog-Signature="], r"X-(?:Amz|Goog)-Signature=([0-9a-f]{64,})"),
    Rule::new("aws-signature", &["X-Amz-Security-Token=", "X-Amz-Credential="], r"X-Amz-(?:Security-Token|Credential)=([A-Za-z0-9%+/=_-]{16,})").shaped(Shape::Random),
    Rule::new("azure-signature", &["sig="], r"sig=([A-Za-z0-9%+/=_-]{30,})").shaped(Shape::Random),
    Rule::new(
        "url-key",
        &["?key=", "&key=", "?code=", "&code=", "&Signature=", "?Signature=", "&signature=", "?signature=", "?auth=", "&auth=", "?sid=", "&sid=", "?k=", "&k=", "?t=", "?ticket=", "&ticket=", "?jwt=", "&jwt=", "?apikey=", "&apikey=", "&appid=", "?appid=", "&hmac=", "?session=", "&session="],
        r"[?&][A-Za-z]{1,10}=([A-Za-z0-9%+/=_~.-]{16,})",
    )
    .after(Before::Anything)
    .shaped(Shape::Random),
    Rule::new("token", &["://"], r"://([A-Za-z0-9_.%~-]{16,256}(?::[^\s/@\x22'`\\<>]{0,256})?)@[A-Za-z0-9]").after(Before::Anything).shaped(Shape::Random),
    Rule::new("password", &["://"], r"://[^\s:/@\x22'`\\<>\[\](){}]{0,128}:([^\s/\x22'`\\<>]{3,256})@[A-Za-z0-9_.$\[{%-]")
        .after(Before::Anything),
    // A slash in a password should be escaped, and is not always.
    Rule::new("password", &["://"], r"://[A-Za-z0-9_.%-]{1,64}:([A-Za-z0-9_.!#$%^&*+=~/-]{6,128})@[A-Za-z0-9.-]{1,128}(?::[0-9]{2,5})?/")
        .after(Before::Anything)
        .shaped(Shape::Random),
    Rule::new("password", &["%3A%2F%2F", "%3a%2f%2f"], r"%3[Aa]%2[Ff]%2[Ff][A-Za-z0-9_.-]{0,64}%3[Aa]([A-Za-z0-9_.!*~%-]{3,256}?)%40[A-Za-z0-9]")
        .after(Before::Anything),
    // Commands.
    Rule::new("secret", &["--body "], r"--body \\*['\x22]?([^\s'\x22\\]{8,})").after(Before::Command(&["gh"])).shaped(Shape::Random),
    Rule::new("private-key", &["client-key-data"], r"client-key-data\\*\x22?:\s{0,4}\\*\x22?([A-Za-z0-9+/_=-]{16,})"),
    Rule::new("password", &["-u", "--user", "-U", "--proxy-user", "-a "], r"(?:-[uU]|--user|--proxy-user|-a )[ =]?\s{0,4}\\*['\x22]?[^\s:'\x22\\/$-][^\s:'\x22\\/]{0,128}:([^\s'\x22\\]{3,256})")
        .after(Before::Command(&["curl", "http", "https", "xh"])),
    Rule::new("password", &["sshpass -p"], r"sshpass -p\s{0,4}\\*['\x22]?([^\s'\x22\\]{3,256})"),
    Rule::new("password", &["-p"], r"-p=?\\*(?:'([^'\s\\]{3,256})'|\x22([^\x22\s\\]{3,256})\x22|([^\s'\x22\\=-][^\s'\x22\\]{2,256}))")
        .after(Before::Command(&["mysql", "mysqldump", "mysqladmin", "mariadb", "mariadb-dump", "sshpass", "7z"])),
    Rule::new("password", &["-p ", "-P ", "-a ", "-w ", "-P"], r"-[pPaw]\s{0,4}\\*['\x22]?([^\s'\x22\\-][^\s'\x22\\]{4,256})")
        .after(Before::Command(&["login", "mongosh", "mongo", "mongodump", "redis-cli", "sqlcmd", "ldapsearch", "ldapmodify", "zip", "unzip", "ipmitool", "sshpass", "htpasswd"]))
        .shaped(Shape::Mixed),
    Rule::new("password", &["pass:"], r"pass:([^\s'\x22\\]{4,256})").after(Before::Command(&["openssl"])),
    Rule::new("password", &["-b"], r"-[bBnmcC]{1,4}\s+(?:\S{1,128}\s+)?[^\s-]\S{0,64}\s+\\*['\x22]?([^\s'\x22\\]{4,256})").after(Before::Command(&["htpasswd"])),
    Rule::new("password", &["dentified by", "DENTIFIED BY", "ENTIFIED WITH"], r"(?i:entified|dentified)\s(?i:(?:with\s+\S{1,40}\s)?by)\s+(?i:password\s+)?\\*['\x22]([^'\x22\\]{3,256})")
        .after(Before::Anything),
    Rule::new("password", &["PASSWORD '", "password '", "PASSWORD \\'"], r"(?i:password) \\*'([^'\\]{5,256})\\*'"),
    Rule::new("password", &["requirepass ", "masterauth ", "bindpw "], r"(?:requirepass|masterauth|bindpw) \\*['\x22]?([^\s'\x22\\]{4,256})"),
    Rule::new("password", &["SecureString "], r"SecureString\s+(?:-String\s+)?\\*['\x22]([^'\x22\\]{4,256})").after(Before::Anything),
    // Files with columns.
    Rule::new("password", &["password"], r"password\s{1,4}([^\s\x22\\]{4,256})").after(Before::Login),
    Rule::new("password", &[":5432:", ":5433:", ":6432:", ":*:"], r":(?:[0-9]{4}|\*):[^:\s]{1,64}:[^:\s]{1,64}:((?:[^\s:\\'\x22]|\\[:\\]){4,256})")
        .after(Before::Anything),
    // Words of a wallet: twelve to twenty-four, none shorter than three letters.
    Rule::new(
        "wallet-phrase",
        &["mnemonic", "Mnemonic", "MNEMONIC", "phrase", "Phrase", "PHRASE", "seed", "Seed", "SEED", "wallet", "Wallet"],
        r"(?i:(?:mnemonic|phrase|seed|wallet)(?:[_ ](?:words|phrase|seed|key))?)\\*['\x22`]?(?:\s(?:is|was|are))?[\s:=(>*-]{1,8}\\*['\x22`]?((?:[a-z]{3,8}(?:[ ,]|\\n|\n){1,3}){11,23}[a-z]{3,8})\b",
    )
    .after(Before::Anything)
    .shaped(Shape::Phrase),
];
