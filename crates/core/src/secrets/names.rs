//! Names that tell what their value is.

/// How long a name is at most.
pub(super) const NAME_CHARS_MAX: usize = 64;

/// Kinds of secrets that are known by their names.
pub(super) const KINDS: [&str; 6] =
    ["password", "secret", "token", "api-key", "credentials", "aws-secret-key"];

/// Ends of names that may hold a secret, as they are written in code and by people of other languages.
pub(super) const ENDS: &str = "\
    password Password PASSWORD passwd Passwd PASSWD passphrase Passphrase PASSPHRASE passcode Passcode PASSCODE \
    mnemonic MNEMONIC pwd Pwd PWD _pass _PASS -pass Pass pass PASS _pw _PW -pw Pw pw PW \
    secret Secret SECRET token Token TOKEN key Key KEY credential Credential CREDENTIAL \
    credentials Credentials CREDENTIALS salt Salt SALT jwt Jwt JWT psk PSK _AUTH SecretAccessKey \
    passwort Passwort PASSWORT kennwort Kennwort KENNWORT contraseña Contraseña CONTRASEÑA contrasena contrasenia \
    senha Senha SENHA mdp MDP motdepasse motDePasse MOT_DE_PASSE mot_de_passe wachtwoord Wachtwoord hasło Hasło haslo \
    parola Parola lösenord Lösenord пароль Пароль 密码 密碼 パスワード 비밀번호 \
    geheimnis Geheimnis clave Clave CLAVE";

/// Ends of names that are several words.
pub(super) const PHRASES: [&str; 3] = ["mot de passe", "Mot de passe", "MOT DE PASSE"];

/// How sure a name is about its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// `password`: the value is one, unless it is code or a placeholder.
    Clear,
    /// `token`: the value is one when it looks like one.
    Likely,
}

/// Words before `key` that make it something to find a thing by, or something to show.
const OPEN_KEYS: &str = "\
    action block cache chunk column commit composite config content data dedup dedupe event \
    field file fingerprint foreign group hash host hot i18n idempotency index issue item job key \
    known list lookup map message metadata natural node object parent partition primary project \
    pub public publishable query react registry route routing row s3 shard shortcut site sort \
    state step surrogate table tool translation tree unique version normalized global local label \
    storage session-storage sub menu tab section component widget category tag bucket cursor record \
    entity row session thread path url etag locale lang text string name id";

/// Words before `token` that make it a place in a list, a part of a text, or a design.
const OPEN_TOKENS: &str = "\
    page next previous prev continuation continue sync cancel cancellation design color colour css syntax special \
    stop eos bos pad unk start end max min num total prompt completion input output cached reasoning image text \
    audio error invalid eof per first last current lookahead peek lexer mask sep cls word punctuation operator keyword";

/// Words before `password` and its like that make it an act or a question.
const ACTS: &str = "\
    allow change check enable forgot forgotten has hash hashed hide invalid is max min no page \
    require required reset show toggle update use validate verify wrong";

/// Words before `key` that stand apart from it in sentences and headings: `API key: …`.
const SPACED: [&str; 15] = [
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "master",
    "encryption",
    "signing",
    "license",
    "deploy",
    "account",
    "bearer",
    "shared",
    "service",
    "app",
];

/// Returns the name that this text ends with.
pub(super) fn name_before(text: &str) -> &str {
    let part =
        |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.') || !b.is_ascii();
    let length = text.bytes().rev().take(NAME_CHARS_MAX).take_while(part).count();
    let (before, name) = text.split_at(text.ceil_char_boundary(text.len() - length));
    // The `n` of an escaped line break is no part of the name.
    if before.ends_with('\\') { name.strip_prefix(['n', 'r', 't']).unwrap_or(name) } else { name }
}

/// Returns the kind of secret that this name tells, and how sure that is. Nothing for a name like `sort_key`. `before` is
/// what stands left of the name.
pub(super) fn claim_of(before: &str, name: &str, end: &str) -> Option<(&'static str, Claim)> {
    let name = name.rsplit('.').next().unwrap_or(name);
    let qualifier = name.get(..name.len().saturating_sub(end.len())).unwrap_or_default();
    let words = words_of(qualifier);
    let last = words.last().map_or("", String::as_str);
    let joined = qualifier.ends_with(|c: char| c.is_alphanumeric());
    let lower = end.to_lowercase();
    match lower.trim_start_matches(['_', '-']) {
        _ if is_among(last, ACTS) => None,
        // `bypass`, `compass`: nothing but a word of its own counts.
        "pass" | "pw" | "mdp" | "jwt" | "clave" | "salt" | "parola" | "senha"
            if joined && !end.starts_with(|c: char| c.is_ascii_uppercase()) =>
        {
            None
        }
        "secret" | "geheimnis" => Some(("secret", Claim::Clear)),
        "token" | "jwt" | "auth" => {
            (!is_among(last, OPEN_TOKENS)).then_some(("token", Claim::Likely))
        }
        "salt" => Some(("secret", Claim::Likely)),
        "credential" | "credentials" => Some(("credentials", Claim::Likely)),
        "key" | "secretaccesskey" => {
            let glued =
                ["api", "access", "secret", "private", "auth", "master", "encryption", "account"];
            let parted = qualifier.ends_with(['_', '-']) || name.ends_with("Key");
            let known = parted && !last.is_empty() && !is_among(last, OPEN_KEYS);
            let spaced = words.is_empty() && follows_qualifier(before);
            let aws = end == "SecretAccessKey"
                || words.iter().any(|w| w == "secret") && words.iter().any(|w| w == "access");
            let kind = if aws { "aws-secret-key" } else { "api-key" };
            (aws || known || spaced || glued.iter().any(|word| last.ends_with(word)))
                .then_some((kind, Claim::Likely))
        }
        _ => Some(("password", Claim::Clear)),
    }
}

/// Whether this text ends with a word that makes the next one, `key`, that of a door.
fn follows_qualifier(before: &str) -> bool {
    let Some(before) = before.strip_suffix(' ') else { return false };
    let length = before.bytes().rev().take(12).take_while(u8::is_ascii_alphabetic).count();
    let word = before[before.len() - length..].to_ascii_lowercase();
    SPACED.contains(&word.as_str())
}

/// Whether this is one of the words of a list.
pub(super) fn is_among(word: &str, list: &str) -> bool {
    list.split_whitespace().any(|listed| listed == word)
}

/// Splits a name at `_`, `-` and where a capital follows a small letter, in lower case.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        let parts = matches!(c, '_' | '-');
        if parts || (small && c.is_ascii_uppercase()) {
            words.push(String::new());
        }
        if !parts && let Some(word) = words.last_mut() {
            word.push(c.to_ascii_lowercase());
        }
        small = c.is_ascii_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}
