//! Secrets on command lines.
//!
//! The same option means a password to some commands only, so each option lists its commands.
//! Ports, files and variables in the same positions are not masked.

use crate::secrets::rules::{Before, Rule, Shape};

/// The value of an option, quoted or bare.
macro_rules! value {
    () => {
        r"\\*['\x22]?([^\s'\x22\\|;<>][^\s'\x22\\|]{3,256})"
    };
}

macro_rules! uuid {
    () => {
        r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    };
}

/// Commands that read a secret from standard input.
macro_rules! readers {
    () => {
        concat!(
            r"(?:sudo\s(?:-\S{1,20}\s){0,3}\s?)?(?:npx\s)?",
            r"(?:(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|regctl)\s[^|\n]{0,160}--password-stdin",
            r"|gh\s(?:auth\slogin\s[^|\n]{0,80}--with-token|secret\sset)|glab\sauth\slogin\s[^|\n]{0,80}--stdin",
            r"|wrangler\s(?:pages\s)?secret\sput|vercel\senv\sadd|gcloud\ssecrets\s(?:create|versions)",
            r"|(?:ch|smb)?passwd\b|cryptsetup\s|kinit\b|vncpasswd\b|sudo\s(?:-\S{1,20}\s){0,3}-[A-Za-z]{0,4}S\b|su\s|su\b",
            r"|ssh-add\b|docker\ssecret\screate|secret-tool\sstore|pass\s(?:insert|add)|ansible-vault\s|mkpasswd\b|wpa_passphrase\s|htpasswd\s[^|\n]{0,40}-i|doveadm\spw|openconnect\s|mount\.",
            r"|[^|\n]{0,120}(?:--(?:[a-z]{1,16}-){0,2}(?:password|passphrase|passwd|token|secret|key)-(?:stdin|fd)|password_stdin|--passwd-on-stdin|-pass(?:in|out)?\s(?:stdin|fd:0)|--stdin\b[^|\n]{0,40}passw))",
        )
    };
}

/// A command that prints its argument, and that argument.
macro_rules! said {
    () => {
        concat!(
            r"(?:echo|printf|yes)(?:\s-[neE]{1,3})?(?:\s\\*['\x22]?%s(?:\\{1,4}n)?\\*['\x22]?)?\s{1,4}\\*['\x22]?",
            r"([^\s'\x22\\|$<>(;&][^\s'\x22\\|]{2,255}[^\s'\x22\\|;](?:\\{1,2}n[^\s'\x22\\|]{1,256})?)\\*['\x22]?",
        )
    };
}

/// A file whose name says that it holds a secret.
macro_rules! keeper {
    () => {
        r"\\*['\x22]?[^\s|;&'\x22<>\\]{0,80}(?i:passw|passwd|vault.pass|passphrase|secret|token|api.?key|credential|netrc|pgpass|\.pw\b|pw\.|\.pass\b|_pass\b|/pass\b)[^\s|;&'\x22<>\\]{0,40}\\*['\x22]?"
    };
}

/// A rule for the option value of the given commands.
const fn option(
    hallmarks: &'static [&'static str],
    pattern: &'static str,
    commands: &'static [&'static str],
) -> Rule {
    Rule::new("password", hallmarks, pattern)
        .after(Before::Command(commands))
        .shaped(Shape::Password)
}

/// A rule for a secret at a fixed position after the words of a command.
const fn word(hallmarks: &'static [&'static str], pattern: &'static str) -> Rule {
    Rule::new("password", hallmarks, pattern).shaped(Shape::Password)
}

/// Commands that take a password after `-p`, `-P`, `-a` or `-w`.
const TAKE_PASSWORDS: &[&str] = &[
    "login",
    "mongosh",
    "mongo",
    "mongodump",
    "redis-cli",
    "sqlcmd",
    "ldapsearch",
    "ldapmodify",
    "zip",
    "unzip",
    "ipmitool",
    "sshpass",
    "htpasswd",
];

pub(in crate::secrets) const RULES: &[Rule] = &[
    // Transfers and database clients.
    Rule::new("cookie", &["-b "], r"-b \\*['\x22]([A-Za-z0-9_.-]{1,64}=[^'\x22\\]{8,})")
        .after(Before::Command(&["curl"]))
        .shaped(Shape::Random),
    Rule::new("cookie", &["-b "], r"-b ([A-Za-z0-9_.-]{1,64}=[^\s'\x22\\]{8,})")
        .after(Before::Command(&["curl"]))
        .shaped(Shape::Random),
    Rule::new("token", &["-u "], r"-u \\*['\x22]?([A-Za-z0-9_-]{16,256}):\\*(?:['\x22]|\s)")
        .after(Before::Command(&["curl"]))
        .shaped(Shape::Random),
    Rule::new("password", &["curl -"], r"curl -[a-zA-Z]{1,8}u\s{1,4}\\*['\x22]?[^\s:'\x22\\/$-][^\s:'\x22\\/]{0,128}:([^\s'\x22\\]{3,256})"),
    Rule::new("secret", &["--body "], r"--body \\*['\x22]?([^\s'\x22\\]{8,})").after(Before::Command(&["gh"])).shaped(Shape::Random),
    Rule::new("password", &["-u", "--user", "-U", "--proxy-user", "-a ", "--auth"], r"(?:-[uU]|--user|--proxy-user|--auth|-a )[ =]?\s{0,4}\\*['\x22]?[^\s:'\x22\\/$-][^\s:'\x22\\/]{0,128}:([^\s'\x22\\]{3,256})")
        .after(Before::Command(&["curl", "http", "https", "xh", "etcdctl"])),
    Rule::new("password", &["sshpass -p"], r"sshpass -p\s{0,4}\\*['\x22]?([^\s'\x22\\]{3,256})"),
    Rule::new("password", &["-p"], r"-p=?\\*(?:'([^'\s\\]{3,256})'|\x22([^\x22\s\\]{3,256})\x22|([^\s'\x22\\=-][^\s'\x22\\]{2,256}))")
        .after(Before::Command(&["mysql", "mysqldump", "mysqladmin", "mariadb", "mariadb-dump", "sshpass", "7z", "rar", "unrar"])),
    // After `-p` a number is a port; after the other options it is a password.
    option(&["-p "], r"-p\s{1,4}\\*['\x22]?([^\s'\x22\\-][^\s'\x22\\]{4,256})", TAKE_PASSWORDS),
    Rule::new("password", &["-P", "-a ", "-w "], r"-[Paw]\s{0,4}\\*['\x22]?([^\s'\x22\\-][^\s'\x22\\]{4,256})")
        .after(Before::Command(TAKE_PASSWORDS))
        .shaped(Shape::Password),
    Rule::new("password", &["pass:"], r"pass:([^\s'\x22\\]{4,256})").after(Before::Command(&["openssl"])),
    Rule::new("password", &["-b"], r"-[bBnmcC]{1,4}\s+(?:\S{1,128}\s+)?[^\s-]\S{0,64}\s+\\*['\x22]?([^\s'\x22\\]{4,256})").after(Before::Command(&["htpasswd"])),
    // As a word of its own it is mostly the name of a database.
    option(&["-p "], concat!(r"-p\s{1,4}", value!()), &["mysql", "mysqldump", "mysqladmin", "mariadb", "mariadb-dump"]).shaped(Shape::Random),
    // Options.
    option(&["-p "], concat!(r"-p\s{1,4}", value!()), &["mycli", "pgcli", "cqlsh", "cypher-shell", "twine", "rdesktop", "ncftpput", "ncftpget", "altool", "unlock-keychain", "create-keychain", "certutil"]),
    option(&["-P"], concat!(r"-P\s{0,4}", value!()), &["bcp", "osql", "sqlcmd", "mosquitto_pub", "mosquitto_sub", "ssh-keygen", "security"]),
    option(&["-w "], concat!(r"-w\s{1,4}", value!()), &["ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami", "ldappasswd", "ldapmodrdn", "ldapcompare", "add-generic-password", "add-internet-password"]),
    option(&["-s ", "-a "], concat!(r"-[sa]\s{1,4}", value!()), &["ldappasswd"]),
    option(&["-k ", "-K ", "-hmac "], concat!(r"-(?:[kK]|hmac)\s{1,4}", value!()), &["openssl"]),
    option(&["-N "], concat!(r"-N\s{1,4}", value!()), &["ssh-keygen"]),
    option(&["-A ", "-X ", "-c "], concat!(r"-[AXc]\s{1,4}", value!()), &["snmpwalk", "snmpget", "snmpset", "snmpbulkwalk"]),
    option(&["-pw "], concat!(r"-pw\s{1,4}", value!()), &["plink", "pscp", "psftp", "putty"]),
    option(&["-upw ", "-opw "], concat!(r"-[uo]pw\s{1,4}", value!()), &["pdftotext", "pdfinfo", "pdftoppm", "pdfimages"]),
    option(&["-p "], concat!(r"-p\s{1,4}", value!()), &["useradd", "usermod", "adduser"]),
    option(&["-hp"], concat!(r"-hp", value!()), &["rar", "unrar"]),
    option(&["-storepass ", "-keypass "], concat!(r"-(?:store|key)pass\s{1,4}", value!()), &["keytool", "jarsigner"]),
    option(&["--dbpass="], concat!(r"--dbpass=", value!()), &["wp"]),
    option(&["-auth "], r"-auth\s{1,4}\\*['\x22]?[^\s:'\x22\\@]{1,64}:([^\s'\x22\\]{4,256})", &["jenkins-cli", "jenkins-cli.jar"]),
    option(&["-U "], r"-U\s{1,4}\\*['\x22]?[^\s%'\x22\\]{1,64}%([^\s'\x22\\]{4,256})", &["smbclient", "rpcclient", "smbget", "wmic"]),
    option(&["-u "], r"-u\s{1,4}\\*['\x22]?[^\s,'\x22\\]{1,64},([^\s'\x22\\]{4,256})", &["lftp"]),
    option(&["/p:"], concat!(r"/p:", value!()), &["xfreerdp", "wfreerdp", "xfreerdp3", "mstsc"]),
    option(&["/pass:"], concat!(r"/pass:", value!()), &["cmdkey"]),
    option(&["/p "], concat!(r"/p\s{1,4}", value!()), &["signtool"]),
    option(&["/rp "], concat!(r"/rp\s{1,4}", value!()), &["schtasks"]),
    option(&["<<<"], concat!(r"<<<\s{0,4}", value!()), &["sudo", "su", "gpg", "docker", "podman", "gh", "glab", "wrangler", "vercel", "gcloud", "hcloud", "passwd", "chpasswd", "vncpasswd", "kinit", "cryptsetup"]),
    Rule::new("token", &["-t ", "--auth ", "--key "], r"(?:-t|--auth|--key)\s{1,4}\\*['\x22]?([A-Za-z0-9_=-]{20,256})")
        .after(Before::Command(&["codecov", "codecov.io", "vercel", "doctl", "influx", "netlify", "gem"]))
        .shaped(Shape::Random),
    Rule::new("password", &["-p ", "--password ", "asc_password:"], r"(?:-p|--password|asc_password:)\s{0,4}\\*['\x22]?([a-z]{4}(?:-[a-z]{4}){3})(?-u:\b)")
        .after(Before::Command(&["altool", "notarytool", "notarize"])),
    // Piped into a command that reads a secret.
    Rule::new("password", &["echo ", "printf ", "yes "], concat!(said!(), r"(?:\s{0,4};\s{0,4}echo\s[^|\n]{1,80}?)?\s{0,4}\)?\s{0,4}\|\s{0,4}", readers!())).shaped(Shape::Word),
    // A command that prints a secret, alone on the next line.
    Rule::new("password", &["get secret"], r"get secrets?[ /][^\n]{1,300}(?:data|base64|template|jsonpath)[^\n]{0,200}\n([^\s'\x22`]{4,256})[ \t]{0,8}(?:\n|\z)").shaped(Shape::Word),
    Rule::new(
        "password",
        &["kv get ", "pass show ", "op read ", "bw get password ", "get-secret-value ", "secrets versions access ", "get-parameter ", "keyvault secret show "],
        r"[a-z -]{8,24} [^\n]{1,300}\n([^\s'\x22`]{4,256})[ \t]{0,8}(?:\n|\z)",
    )
    .shaped(Shape::Telling),
    // Written into a file whose name says that it holds a secret.
    Rule::new("password", &["echo ", "printf "], concat!(said!(), r"\s{0,4}(?:\|\s{0,4}(?:sudo\s)?tee\s(?:-a\s)?|>{1,2})\s{0,4}", keeper!())).shaped(Shape::Word),
    Rule::new("password", &["cat >", "tee "], concat!(r"(?:cat >{1,2}|tee) ?", keeper!(), r"(?: >/dev/null)? <<-?\s?\\*['\x22]?[A-Za-z_]{1,16}\\*['\x22]?(?:\n|\\n)([^\s'\x22\\$]{4,256})(?:\n|\\n)")).shaped(Shape::Word),
    // Answers to a password prompt: `expect`, `pexpect`.
    Rule::new("password", &["assword", "assphrase"], concat!(
        r"ass(?:word|phrase)[^\n\x22']{0,24}\\*['\x22][^\n\x22']{0,16}(?:(?:\n|\\n)[^\n\x22']{0,24})?",
        r"\b(?:exp_)?send(?:line|Line|_user)?(?:\(|\s(?:--\s)?)\s?[bf]?\\*['\x22]([^'\x22\\\s$]{4,128})",
    ))
    .after(Before::Anything)
    .shaped(Shape::Word),
    Rule::new("password", &["send "], r"send (?:-s )?(?:-- )?\\*\x22([^\x22\\\s$]{4,128})\\{1,4}[rn]").shaped(Shape::Password),
    word(&["gh secret set "], concat!(r"gh secret set [^|\n]{1,128}?(?:-b|--body)[ =]?", value!())),
    word(&["--secret-string"], concat!(r"--secret-string[ =]", r"\\*['\x22]?([^\s'\x22\\{][^\s'\x22\\]{3,256})")),
    word(&["put-parameter "], concat!(r"put-parameter [^\n|]{0,200}SecureString[^\n|]{0,200}--value[ =]", value!())),
    word(&["put-parameter "], concat!(r"put-parameter [^\n|]{0,200}--value[ =]", value!(), r"\\*['\x22]?\s[^\n|]{0,200}SecureString")),
    word(&["keyvault secret set "], concat!(r"keyvault secret set [^\n|]{0,200}--value[ =]", value!())),
    word(&["vault kv put ", "vault kv patch "], concat!(r"vault kv (?:put|patch) [^\n|]{1,128}?\svalue=", value!())),
    word(&["kv put ", "etcdctl put "], concat!(r"(?:kv|etcdctl) put [^\s=]{0,64}(?:pass|pwd|secret|token|key)[^\s=]{0,32}\s", r"\\*['\x22]?([^\s'\x22\\=@|;][^\s'\x22\\=|;]{3,256})")),
    word(&["user-secrets set "], concat!(r"user-secrets set \\*['\x22]?[^\s'\x22\\]{1,64}\\*['\x22]?\s{1,4}", value!())),
    word(&["rabbitmqctl "], concat!(r"rabbitmqctl (?:add_user|change_password) [^\s-]\S{0,64} ", value!())),
    word(&["redis-cli "], concat!(r"redis-cli (?:[^\n|]{0,80}\s)?(?:AUTH|auth) (?:default )?", value!())),
    word(&["AUTH default "], concat!(r"AUTH default ", value!())),
    word(&["ACL SETUSER "], concat!(r"ACL SETUSER [^\n>]{1,128}>", value!())),
    word(&["sqlplus ", "impdp ", "expdp ", "sqlldr "], r"(?:sqlplus|(?:im|ex)pdp|sqlldr) (?:-\S{1,8} ){0,3}\\*['\x22]?[A-Za-z0-9_$#]{1,64}/\\*['\x22]?([^\s'\x22\\@]{4,128})"),
    word(&["bw login "], concat!(r"bw login \S{1,64}@\S{1,64} ", value!())),
    word(&["bw unlock "], concat!(r"bw unlock ", value!())),
    word(&["mc alias set "], concat!(r"mc alias set \S{1,64} \S{1,128} \S{1,128} ", value!())),
    word(&["mc alias set "], r"mc alias set \S{1,64} \S{1,128} ([A-Za-z0-9]{16,128})\s").shaped(Shape::Random),
    word(&["net user "], concat!(r"net user [^\s/]{1,64} ", value!())),
    word(&["net use "], concat!(r"net use [^\n|]{1,160}/user:\S{1,64} ", value!())),
    word(&["wpa_passphrase "], concat!(r"wpa_passphrase \S{1,64} ", value!())),
    word(&["rclone obscure "], concat!(r"rclone obscure ", value!())),
    word(&["set-initial-password ", "reset-admin-password "], concat!(r"(?:set-initial|reset-admin)-password ", value!())),
    word(&["mosquitto_passwd "], concat!(r"mosquitto_passwd -b \S{1,128} \S{1,64} ", value!())),
    word(&["http-basic."], concat!(r"http-basic\.\S{1,64} \S{1,64} ", value!())),
    word(&["github-oauth."], r"github-oauth\.\S{1,64} ([A-Za-z0-9_]{30,})"),
    word(&["user:password "], concat!(r"user:password [^\s-]\S{0,64} ", value!())),
    word(&["openssl passwd "], concat!(r"openssl passwd (?:-[a-z0-9]{1,8} ){0,3}", value!())),
    word(&["htpasswd -n"], concat!(r"htpasswd -n[a-zA-Z]{0,4} [^\s-]\S{0,64} ", value!())),
    word(&["qpdf --encrypt "], concat!(r"qpdf --encrypt ", value!())),
    word(&["qpdf --encrypt "], concat!(r"qpdf --encrypt \S{1,128} ", value!())),
    word(&["bundle config "], r"bundle config (?:set )?(?:--[a-z]{1,10} )?[a-z0-9.-]{1,64} [^\s:/]{1,64}:([^\s'\x22\\]{8,128})"),
    word(&["ssword:\\\"; send ", "ssword:\"; send "], r"ssword:\\*\x22; send (?:-- )?\\*\x22([^\s\x22\\]{4,128})\\").after(Before::Anything),
    Rule::new("token", &["wandb login "], r"wandb login (?:--[a-z-]{1,16} ){0,3}([0-9a-f]{40})(?-u:\b)"),
    Rule::new("token", &["snyk auth "], concat!(r"snyk auth (", uuid!(), ")")),
    Rule::new("token", &["authtoken "], r"authtoken ([A-Za-z0-9_]{30,64})(?-u:\b)").after(Before::Command(&["ngrok"])).shaped(Shape::Drawn),
    Rule::new("token", &["add-authtoken "], r"add-authtoken ([A-Za-z0-9_]{30,64})(?-u:\b)").shaped(Shape::Drawn),
    Rule::new("token", &["BW_SESSION="], r"BW_SESSION=\\*['\x22]?([A-Za-z0-9+/]{60,}={0,2})"),
    Rule::new("token", &["-Dsonar.login="], r"-Dsonar\.login=\\*['\x22]?([0-9a-f]{40})(?-u:\b)"),
];
