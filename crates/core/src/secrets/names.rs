//! Names that say what their value is.

use memchr::memmem;

/// Maximum length of a name.
pub(super) const NAME_CHARS_MAX: usize = 64;

/// Kinds of secrets that are known by their names.
pub(super) const KINDS: [&str; 7] =
    ["password", "secret", "token", "api-key", "credentials", "aws-secret-key", "pin"];

/// Endings of names that may hold a secret, as written in code and in several languages.
pub(super) const ENDS: &str = "\
    password Password PASSWORD passwd Passwd PASSWD passphrase Passphrase PASSPHRASE passcode Passcode PASSCODE \
    mnemonic MNEMONIC pwd Pwd PWD _pass _PASS -pass Pass pass PASS _pw _PW -pw Pw pw PW \
    secret Secret SECRET token Token TOKEN key Key KEY credential Credential CREDENTIAL \
    credentials Credentials CREDENTIALS salt Salt SALT jwt Jwt JWT psk PSK _AUTH SecretAccessKey \
    passwort Passwort PASSWORT kennwort Kennwort KENNWORT contraseña Contraseña CONTRASEÑA contrasena contrasenia \
    senha Senha SENHA mdp MDP motdepasse motDePasse MOT_DE_PASSE mot_de_passe wachtwoord Wachtwoord hasło Hasło haslo \
    parola Parola lösenord Lösenord lösenordet Lösenordet пароль Пароль 密码 密碼 パスワード 비밀번호 \
    passord Passord adgangskode Adgangskode salasana Salasana heslo Heslo jelszó Jelszó şifre Şifre κωδικός Κωδικός \
    סיסמה पासवर्ड รหัสผ่าน passordet Passordet adgangskoden Adgangskoden şifresi Şifresi parolası Parolası парола Парола паролата Паролата \
    palavra-passe Palavra-passe 口令 비번 암호 合言葉 暗証番号 hasła heslem jelszava salasanani wachtwoorden lozinka Lozinka geslo slaptažodis \
    parole Parole parool sandi mật-khẩu пасворд Пасворд \
    geheimnis Geheimnis clave Clave CLAVE \
    psw Psw PSW pswd Pswd PSWD passw passwrd pass_word Pass_Word PASS_WORD _creds creds Creds _CREDS _LOGIN npmAuthIdent \
    PIN Pin pin pat _PAT _PK _PRIVATE HMAC SEED WEBHOOK APPID _API _SESSION encrypt sonar.login secret_id SECRET_ID SecretID";

/// Endings of names that are several words.
pub(super) const PHRASES: [&str; 15] = [
    "mot de passe",
    "Mot de passe",
    "MOT DE PASSE",
    "kata sandi",
    "Kata sandi",
    "mật khẩu",
    "Mật khẩu",
    "كلمة المرور",
    "Secret ID",
    "parola d'ordine",
    "Parola d'ordine",
    "pin code",
    "PIN code",
    "kata sandinya",
    "Kata sandinya",
];

/// Ambiguous endings: the value counts as a secret when it is machine-generated and at least this
/// long.
const DRAWN: [(&str, usize); 16] = [
    ("pat", 32),
    ("_PAT", 20),
    ("_PK", 64),
    ("_PRIVATE", 32),
    ("HMAC", 32),
    ("SEED", 32),
    ("WEBHOOK", 24),
    ("APPID", 24),
    ("_API", 24),
    ("_SESSION", 32),
    ("encrypt", 24),
    ("sonar.login", 32),
    ("secret_id", 32),
    ("SECRET_ID", 32),
    ("SecretID", 32),
    ("Secret ID", 32),
];

/// How strongly a name announces a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// `password`: the value is a secret unless it is code or a placeholder.
    Clear,
    /// `token`: the value is a secret when it looks like one.
    Likely,
    /// `SEED`: the value is a secret when it is machine-generated and at least this long.
    Drawn(usize),
    /// `_CREDS`: the value is a secret when it holds a name and a password.
    Pair,
    /// `RESET_PASSWORD`: perhaps an action, so the value must look like a password.
    Act,
    /// `PIN`: the value is a secret when it is a few digits.
    Digits,
    /// `primaryKey`: the value is a secret when it has the format of a storage account key.
    Storage,
}

/// Words before `key` that make it an identifier or a label rather than a secret.
const OPEN_KEYS: &str = "\
    action block cache chunk column commit composite config content data dedup dedupe event \
    field file fingerprint foreign group hash host hot i18n idempotency index issue item job key \
    known list lookup map message metadata natural node object parent partition primary project \
    pub public publishable query react registry route routing row s3 shard shortcut site sort \
    state step surrogate table tool translation tree unique version normalized global local label \
    storage session-storage sub menu tab section component widget category tag bucket cursor record \
    entity row session thread path url etag locale lang text string name id";

/// Words before `key` that are ambiguous: in an environment variable, a long machine-generated
/// value is a secret.
const DOUBTFUL_KEYS: &str =
    "session storage routing hash host table local event site data content field";

/// Minimum length of a secret after an ambiguous name.
const DOUBTFUL_CHARS_MIN: usize = 32;

/// Words before `key` and `token` that together mean a public value.
const DISCLOSED: [&str; 2] = ["public key", "application server"];

/// Prefixes that make a glued `key` a credential: `apikey`, `secretkey`.
const GLUED_KEYS: &str = "api access secret private priv auth master encryption account";

/// Prefixes that make a glued `pass` a password: `storepass`.
const GLUED_PASS: &str = "store key db user ssh smtp mail ftp ldap admin root proxy ks";

/// Words after a name that only distinguish several of a kind.
const PLAIN_SUFFIXES: &str = "base prod dev test live staging value b64 base64";

/// Words after a name that make it the name of another thing: `TOKEN_URL`, `PASSWORD_MIN_LENGTH`.
const OTHER_SUFFIXES: &str = "\
    file path dir folder url uri id ids name names length len ttl min max header type arn prefix suffix count hasher hashers hash \
    hashed size format alg algorithm interval timeout endpoint pattern regex regexp scope scopes audience issuer host port \
    version digest checksum fingerprint public pub ref field label hint policy rounds cost days hours minutes seconds ms at \
    date time age limit budget usage index position manager provider store bucket status state valid param params cookie var \
    env class input output map list validator validators iterations sha sha1 sha256 md5 uuid user username role login \
    secret key keys token tokens password passwords pass pw pwd salt jwt psk auth credential credentials";

/// Effect of the words after a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suffix {
    /// None, or a plain one: the meaning of the name is unchanged.
    Plain,
    /// `_EU`: the value must look like a secret by itself.
    Unknown,
    /// `_URL`: the name is that of another thing.
    Other,
}

/// Returns the effect of the words after a name.
pub(super) fn suffix_of(suffix: &str) -> Suffix {
    let words = words_of(suffix);
    let other = |word: &String| {
        is_among(word, OTHER_SUFFIXES) || word.starts_with("expir") || word.starts_with("reset")
    };
    let plain = |word: &String| {
        is_among(word, PLAIN_SUFFIXES) || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    if words.iter().all(plain) {
        Suffix::Plain
    } else if words.iter().any(other) {
        Suffix::Other
    } else {
        Suffix::Unknown
    }
}

/// Words before `token` that make it a cursor, a unit of text, or a design token.
const OPEN_TOKENS: &str = "\
    page next previous prev continuation continue sync cancel cancellation design color colour css syntax special \
    stop eos bos pad unk start end max min num total prompt completion input output cached reasoning image text \
    audio error invalid eof per first last current lookahead peek lexer mask sep cls word punctuation operator keyword";

/// Words before a name that make it a question, a number or a switch.
const QUESTIONS: &str = "\
    allow enable has hash hashed hide is max min no page require required show toggle use validate invalid wrong";

/// Words before `password` that make the name an action.
const ACTS: &str = "change check forgot forgotten reset update verify";

/// Words that are separated from `key` by a space in sentences and headings: `API key: …`.
const SPACED: [&str; 17] = [
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
    "unseal",
    "jwt",
];

/// Minimum length of a secret after a plain `key` whose meaning only the context tells.
const BARE_KEY_CHARS_MIN: usize = 24;

/// Words in a sentence that say whose key follows.
const OWNERS: &str = "my our your this the new old";

/// Words before `key` in sentences about public keys.
const SHOWN_KEYS: &str = "ssh gpg pgp rsa dsa ed25519 cache same";

/// Returns the name at the end of this text.
pub(super) fn name_before(text: &str) -> &str {
    let part =
        |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.') || !b.is_ascii();
    let length = text.bytes().rev().take(NAME_CHARS_MAX).take_while(part).count();
    let (before, name) = text.split_at(text.ceil_char_boundary(text.len() - length));
    // The `n` of an escaped line break does not belong to the name.
    if before.ends_with('\\') { name.strip_prefix(['n', 'r', 't']).unwrap_or(name) } else { name }
}

/// Returns the kind of secret that this name announces and how strongly, or `None` for a name like
/// `sort_key`. `before` is the text left of the name.
pub(super) fn claim_of(before: &str, name: &str, end: &str) -> Option<(&'static str, Claim)> {
    let (owner, name) = name.rsplit_once('.').unwrap_or(("", name));
    let qualifier = name.get(..name.len().saturating_sub(end.len())).unwrap_or_default();
    let words = words_of(qualifier);
    let last = words.last().map_or("", String::as_str);
    let joined = qualifier.ends_with(|c: char| c.is_alphanumeric());
    let lower = end.to_lowercase();
    if DISCLOSED.iter().any(|disclosed| words.join(" ").ends_with(disclosed)) {
        return None;
    }
    if let Some((_, length)) = DRAWN.iter().find(|(drawn, _)| *drawn == end) {
        let apart = end.starts_with('_') || !joined;
        return apart.then_some(("secret", Claim::Drawn(*length)));
    }
    match lower.trim_start_matches(['_', '-']) {
        _ if is_among(last, QUESTIONS) => None,
        "pin" | "pin code" => (!joined).then_some(("pin", Claim::Digits)),
        "pass" if GLUED_PASS.split(' ').any(|word| last.ends_with(word)) => {
            Some(("password", Claim::Clear))
        }
        // `bypass`, `compass`: only a separate word counts.
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
        "creds" | "login" | "npmauthident" => Some(("credentials", Claim::Pair)),
        "credential" | "credentials" => Some(("credentials", Claim::Likely)),
        "key" | "secretaccesskey" => key_claim(before, (owner, name), qualifier, &words),
        _ if is_among(last, ACTS) => Some(("password", Claim::Act)),
        _ => Some(("password", Claim::Clear)),
    }
}

/// Like [`claim_of`], for the label of a form or table: `Admin password`.
pub(super) fn claim_of_label(label: &str) -> Option<(&'static str, Claim)> {
    if label.len() > NAME_CHARS_MAX || label.len() < 2 {
        return None;
    }
    let end = ENDS.split_whitespace().chain(PHRASES).find(|end| label.ends_with(end))?;
    let name = name_before(label);
    let name = if name.len() < end.len() { end } else { name };
    claim_of(&label[..label.len() - name.len()], name, end)
}

/// Like [`claim_of`], for a name that ends with `key`.
fn key_claim(
    before: &str,
    (owner, name): (&str, &str),
    qualifier: &str,
    words: &[String],
) -> Option<(&'static str, Claim)> {
    let last = words.last().map_or("", String::as_str);
    let has = |word: &str| words.iter().any(|each| each == word);
    if name.ends_with("SecretAccessKey") || has("secret") && has("access") {
        return Some(("aws-secret-key", Claim::Likely));
    }
    let parted = qualifier.ends_with(['_', '-']) || name.ends_with("Key");
    let known = parted && !last.is_empty() && !is_among(last, OPEN_KEYS);
    let upper = !name.contains(|c: char| c.is_lowercase());
    let claim = if known || GLUED_KEYS.split(' ').any(|word| last.ends_with(word)) {
        Claim::Likely
    } else if upper && parted && is_among(last, DOUBTFUL_KEYS) {
        Claim::Drawn(DOUBTFUL_CHARS_MIN)
    } else if words.is_empty() {
        bare_key_claim(before, owner)?
    } else if parted && !last.starts_with("pub") {
        Claim::Storage
    } else {
        return None;
    };
    Some(("api-key", claim))
}

/// Like [`key_claim`], for `key` alone: the text before it says what it opens.
fn bare_key_claim(before: &str, owner: &str) -> Option<Claim> {
    if before.strip_suffix(' ').is_some_and(ends_qualified) {
        return Some(Claim::Likely);
    }
    let told =
        ends_qualified(owner) || parent(before).is_some_and(ends_qualified) || is_owned(before);
    told.then_some(Claim::Drawn(BARE_KEY_CHARS_MIN))
}

/// Returns whether this text ends with a word that makes a following `key` a credential.
fn ends_qualified(before: &str) -> bool {
    let length = before.bytes().rev().take(12).take_while(u8::is_ascii_alphabetic).count();
    let word = before[before.len() - length..].to_ascii_lowercase();
    SPACED.contains(&word.as_str())
}

/// Returns the text up to the name of the enclosing object: `api` in `"api": {"`, or in `api:` on
/// the line above.
fn parent(before: &str) -> Option<&str> {
    let inside = before.trim_end_matches(['"', '\'', '\\']);
    let outside = inside.trim_end();
    let opened = outside.strip_suffix('{').map(str::trim_end);
    let above = || inside[outside.len()..].contains('\n').then_some(outside);
    let named = opened.or_else(above)?.trim_end_matches([':', '=', ' ']);
    (named.len() < outside.len()).then(|| named.trim_end_matches(['"', '\'', '\\']))
}

/// Returns whether a sentence says whose key comes next: `my key`, `this datadog key`.
fn is_owned(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(32))..];
    let Some(near) = near.strip_suffix(' ') else { return false };
    let mut words = near.rsplit([' ', '\n', '"']).map(str::to_ascii_lowercase);
    let last = words.next().unwrap_or_default();
    let owner = |word: &str| is_among(word, OWNERS);
    let open = is_among(&last, OPEN_KEYS) || is_among(&last, SHOWN_KEYS);
    owner(&last) || !open && words.next().is_some_and(|word| owner(&word))
}

/// Returns whether the word is in a whitespace-separated list.
pub(super) fn is_among(word: &str, list: &str) -> bool {
    let parted = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let (bytes, listed) = (word.as_bytes(), list.as_bytes());
    (1..=NAME_CHARS_MAX).contains(&word.len())
        && !word.contains(char::is_whitespace)
        && memmem::find_iter(listed, bytes).any(|at| {
            parted(at.checked_sub(1).map(|before| &listed[before]))
                && parted(listed.get(at + bytes.len()))
        })
}

/// Splits a name at `_`, `-` and before a capital after a lower-case letter. The words are in lower
/// case.
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
