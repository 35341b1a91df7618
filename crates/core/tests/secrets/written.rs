//! Secrets identified by their context: names, headers, URLs, commands, sentences.

use super::Form;
use super::draw::Draw;

/// A family, its forms, and the templates of its secrets. `¤` marks the place of the secret;
/// several secrets are tried.
type Family = (&'static str, &'static [&'static str], &'static [&'static str]);

const MACHINE: &[&str] = &["{a32}", "{h40}", "{b44}", "{x24}", "{s43}", "{id}"];
const PASSWORDS: &[&str] = &["{p12}", "{p16}", "{a10}7", "{p9}"];
const LETTERS: &[&str] = &["abcdefgh", "{l12}", "{L20}", "{u16}", "qwertzuiop"];
const LOGINS: &[&str] = &["{L6}{d2}", "{p12}", "hunter2!", "Tr0ub4dor&3"];

const FAMILIES: &[Family] = &[
    (
        "environment",
        &[
            "API_KEY=¤",
            "export OPENAI_API_KEY=\"¤\"",
            "STRIPE_SECRET='¤'",
            "set DB_TOKEN=¤",
            "$env:MY_TOKEN = \"¤\"",
            "ENV AUTH_TOKEN ¤",
            "ARG NPM_TOKEN=¤",
            "setx SERVICE_API_KEY \"¤\"",
            "set -gx DEPLOY_KEY ¤",
            "      DATADOG_API_KEY: ¤",
            "SECRET_KEY_BASE=¤",
            "env:\n  - name: API_TOKEN\n    value: ¤\n",
            "heroku config:set ACCESS_TOKEN=¤",
            "gh secret set DEPLOY_TOKEN --body ¤",
        ],
        MACHINE,
    ),
    (
        "letters",
        &[
            "export X_TOKEN=¤",
            "AUTH_TOKEN=¤\nNEXT=1",
            "SERVICE_TOKEN='¤'",
            "MY_API_KEY=\"¤\"",
            "tool --token ¤ run",
            "[\"--token\", \"¤\"]",
            "CI_TOKEN: ¤",
        ],
        LETTERS,
    ),
    (
        "json",
        &[
            "{\"api_key\":\"¤\"}",
            "{\"apiKey\": \"¤\"}",
            "{\\\"accessToken\\\": \\\"¤\\\"}",
            "{\"client_secret\":\"¤\",\"a\":1}",
            "{\"name\":\"API_KEY\",\"value\":\"¤\"}",
            "{\"key\":\"x-api-key\",\"value\":\"¤\"}",
            "\"refresh_token\" : \"¤\"",
            "{\"db\":{\"password\":\"¤\"}}",
        ],
        MACHINE,
    ),
    (
        "configuration",
        &[
            "api_token: ¤",
            "api-key: \"¤\"",
            "client_secret = \"¤\"",
            "secretKey = '¤'",
            "<apiKey>¤</apiKey>",
            "<add key=\"ApiKey\" value=\"¤\" />",
            "<string name=\"api_key\">¤</string>",
            "variable \"api_token\" {\n  default = \"¤\"\n}",
            "aws_secret_access_key = ¤",
            "//registry.npmjs.org/:_authToken=¤",
            "    token: ¤",
            "    client-key-data: ¤",
            "private_key=¤",
            "WireGuard PrivateKey = ¤",
            "auth_token ≔ x\nauth_token=¤",
            "webhookSecret: \"¤\"",
        ],
        MACHINE,
    ),
    (
        "casing",
        &[
            "accessKey: \"¤\"",
            "AccessKey = \"¤\"",
            "ACCESS_KEY=¤",
            "access-key: ¤",
            "accesskey=¤",
            "ApiToken: '¤'",
            "api.token=¤",
            "APIKEY=¤",
            "APIKey: \"¤\"",
            "myServiceSecretKey = \"¤\"",
            "x-auth-token: ¤",
            "encryptionKey: '¤'",
            "PRIVATE_TOKEN: ¤",
            "signingKey = '¤'",
        ],
        MACHINE,
    ),
    (
        "code",
        &[
            "let api_key = \"¤\";",
            "const token: string = '¤';",
            "apiKey := \"¤\"",
            "val secret: String = \"¤\"",
            "String password = \"¤\";",
            "os.environ[\"API_KEY\"] = \"¤\"",
            "process.env.API_KEY = '¤'",
            "client = Client(api_key=\"¤\")",
            "setenv(\"API_KEY\", \"¤\", 1);",
            "define('AUTH_KEY', '¤');",
            "headers.set('x-api-key', '¤')",
            "'password' => '¤',",
            "static const char *api_key = \"¤\";",
            ":api_key => \"¤\"",
            "builder.apiKey(\"¤\")",
            "@token = \"¤\"",
        ],
        MACHINE,
    ),
    (
        "password",
        &[
            "DB_PASSWORD=¤",
            "password: ¤",
            "password = ¤",
            "\"password\": \"¤\"",
            "PGPASSWORD=¤ psql",
            "pwd: '¤'",
            "adminPassword = \"¤\"",
            "passphrase: \"¤\"",
            "<password>¤</password>",
            "spring.datasource.password=¤",
            "user_pass: ¤",
            "Passwort: ¤",
            "mot_de_passe = '¤'",
            "contraseña: ¤",
            "senha = \"¤\"",
            "пароль: ¤",
            "密码: ¤",
            "connect('h', password='¤')",
            "IDENTIFIED BY '¤'",
            "CREATE USER a WITH PASSWORD '¤';",
            "requirepass ¤",
        ],
        PASSWORDS,
    ),
    (
        "arguments",
        &[
            "tool --password ¤ run",
            "tool --password=¤ run",
            "[\"--password\",\"¤\"]",
            "['--password', '¤', '-v']",
            "spawn('x', [\"--db-password\", \"¤\"])",
            "mysql -u root -p¤ db",
            "mysql -uroot -p'¤' db",
            "mysqldump -p\"¤\" db",
            "curl -u admin:¤ https://x.y",
            "curl --user 'me:¤' https://x.y",
            "docker login -u me -p ¤ host",
            "sshpass -p ¤ ssh h",
            "redis-cli -h h -a ¤ ping",
            "Connect-Thing -Password ¤ -x",
            "htpasswd -b file me ¤",
            "openssl rsa -passin pass:¤",
            "curl -s \"https://x.y\" -u \"me:¤\"",
        ],
        PASSWORDS,
    ),
    (
        "connection",
        &[
            "postgres://app:¤@db.internal:5432/app",
            "mysql://root:¤@localhost/x",
            "mongodb+srv://app:¤@c0.mongodb.net/?w=1",
            "redis://:¤@cache:6379",
            "amqps://me:¤@mq/vhost",
            "Server=db;Database=x;User Id=sa;Password=¤;Encrypt=yes",
            "Data Source=h;Uid=me;Pwd=¤;",
            "jdbc:postgresql://h/db?user=me&password=¤&ssl=true",
            "jdbc:sqlserver://h;user=sa;password=¤",
            "DATABASE_URL=postgresql://u:¤@h/d",
            "https://me:¤@git.example.com/x.git",
            "ftp://me:¤@h/",
            "host=h user=u password=¤ dbname=d",
            "db.example.com:5432:app:me:¤",
            "*:*:*:me:¤",
            "machine h login me password ¤",
            "smtp://me%40x.y:¤@smtp.x.y:587",
        ],
        &["{a12}", "{a20}", "s3cr3t{d4}", "{L8}{d3}"],
    ),
    (
        "connection-letters",
        &[
            "Server=db;User Id=sa;Password=¤;",
            "jdbc:mysql://h/db?user=me&password=¤",
            "postgres://app:¤@db/app",
        ],
        LETTERS,
    ),
    (
        "headers",
        &[
            "Authorization: Bearer ¤",
            "authorization: token ¤",
            "-H 'Authorization: Bearer ¤'",
            "\"Authorization\": \"Bearer ¤\"",
            "{\\\"authorization\\\":\\\"Bearer ¤\\\"}",
            "Authorization: ApiKey ¤",
            "Authorization: SSWS ¤",
            "X-Api-Key: ¤",
            "PRIVATE-TOKEN: ¤",
            "X-Vault-Token: ¤",
            "DD-API-KEY: ¤",
            "Authorization%3A%20Bearer%20¤",
            "Cookie: session=¤; theme=dark",
            "Set-Cookie: sid=¤; Path=/; HttpOnly",
            "\"cookie\": \"connect.sid=¤\"",
            "curl -b 'session=¤' https://x.y",
            "Authorization: Token token=¤",
            "headers: { Authorization: `Bearer ¤` }",
            "Proxy-Authorization: Bearer ¤",
            "X-Auth-Token: ¤",
        ],
        &["{a32}", "{h40}", "{s43}", "{a24}"],
    ),
    (
        "basic",
        &[
            "Authorization: Basic ¤",
            "curl -H \"Authorization: Basic ¤\"",
            "{\"auths\":{\"r.io\":{\"auth\":\"¤\"}}}",
            "_auth=¤",
            "Authorization%3A%20Basic%20¤",
        ],
        &["YWRtaW46aHVudGVyMjIy", "dXNlcjpTdXBlclNlY3JldDE=", "bWU6cGFzc3dvcmQxMjM0NTY="],
    ),
    (
        "urls",
        &[
            "https://x.y/cb?token=¤&a=1",
            "https://x.y/?access_token=¤",
            "https://x.y/a?b=1&api_key=¤",
            "https://x.blob.core.windows.net/c/f?sv=2022&sig=¤",
            "https://maps.x.y/js?key=¤",
            "wss://x.y/?auth=¤",
            "https://hooks.slack.com/services/T0{U8}/B0{U8}/¤",
            "https://discord.com/api/webhooks/{d18}/¤¤",
            "https://x.webhook.office.com/webhookb2/{id}@{id}/IncomingWebhook/¤",
            "https://¤@github.com/o/r.git",
            "https://¤:x-oauth-basic@github.com/o/r",
            "https://¤@o12345.ingest.sentry.io/678",
            "https://x.webhook.office.com/webhookb2/¤",
            "redirect?next=%2F&token%3D¤",
        ],
        &["{a33}", "{h32}0", "{x40}"],
    ),
    (
        "signatures",
        &[
            "https://b.s3.amazonaws.com/x?X-Amz-Expires=3&X-Amz-Signature=¤",
            "https://storage.googleapis.com/b/x?X-Goog-Signature=¤",
        ],
        &["{h64}"],
    ),
    (
        "prose",
        &[
            "my password is ¤",
            "The password is `¤`.",
            "password for the staging box is ¤, keep it",
            "the api key: ¤",
            "here is my api key ¤",
            "use the token ¤ for it",
            "My pin is 3, the password: ¤",
            "Das Passwort ist ¤",
            "the root password was set to ¤ yesterday",
            "log in as admin, password ¤",
            "my secret key is ¤",
            "**Password:** ¤",
            "API key is \"¤\"",
            "The access token is ¤.",
        ],
        &["{a16}1b2C3d", "{h32}"],
    ),
    (
        "prose-passwords",
        &[
            "my password is ¤",
            "The password is `¤`",
            "password for staging: ¤",
            "log in as admin with password ¤",
            "mein Passwort lautet ¤",
            "the password was ¤ before",
        ],
        LOGINS,
    ),
    (
        "pieces",
        &[
            "apiKey = \"¤\" + \"¤\"",
            "api_key = (\"¤\"\n    \"¤\")",
            "token = '¤' .\n  '¤'",
            "export API_KEY=¤\\\n¤",
            "const secret = \"¤\" +\n  \"¤\";",
            "password: '¤' & '¤'",
        ],
        &["{a12}8k{a4}", "{h20}"],
    ),
    (
        "more-places",
        &[
            "const apiKey = process.env.API_KEY || \"¤\"",
            "os.getenv(\"API_KEY\", \"¤\")",
            "aws configure set aws_secret_access_key ¤",
            "req.setRequestHeader(\"Authorization\", \"Bearer ¤\")",
            "https://x.y/#access_token=¤&x=1",
            "otpauth://totp/x?secret=¤",
            "TWILIO_AUTH=¤",
            "psk=\"¤\"",
            "npm config set //registry.npmjs.org/:_authToken ¤",
            "{\"SecretString\":\"{\\\"api_key\\\":\\\"¤\\\"}\"}",
            "api key = ¤",
        ],
        &["{h32}", "{a24}"],
    ),
    (
        "more-passwords",
        &[
            "password: |\n  ¤\n",
            "kubectl create secret generic x --from-literal=password=¤",
            "java -Dpassword=¤ -jar x",
            "redis-cli --pass ¤ ping",
            "{\"user\":\"x\",\"pass\":\"A¤\"}",
            "host=h user=u password=¤ dbname=x",
            "密码：¤",
            "密码是 abc¤",
            "mot de passe : ¤",
            "user admin, pw: ¤",
            "requests.get(u, auth=(\"admin\", \"¤\"))",
            "--set auth.password=¤",
            "mount -o username=u,password=¤ //x",
            "Password is: Abc¤",
            "{\"password\": \"¤\", \"a\": 1}",
        ],
        &["{L7}{d2}", "7{d7}"],
    ),
    (
        "tables",
        &[
            "  | user | password |\n  |---|---|\n  | bob | ¤ |\n  | amy | ¤ |",
            "> | password | ¤ |",
            "user | password\n--- | ---\nbob | ¤",
            " user | password \n------+----------\n bob  | ¤\n(1 row)",
            "+------+----------+\n| user | password |\n+------+----------+\n| bob  | ¤ |\n+------+----------+",
            "│ user │ password │\n├──────┼──────────┤\n│ bob  │ ¤ │",
            "{\"text\":\"| user | password |\\n|---|---|\\n| bob | ¤ |\"}",
            "{&quot;user&quot;:&quot;bob&quot;,&quot;password&quot;:&quot;¤&quot;}",
        ],
        PASSWORDS,
    ),
    (
        "wallet",
        &["mnemonic: ¤", "seed phrase: \"¤\"", "The recovery phrase is ¤", "MNEMONIC=\"¤\""],
        &["{w12}", "{w24}"],
    ),
    (
        "wallet-key",
        &["privateKey: \"0x¤\"", "PRIVATE_KEY=0x¤", "deployer private key: 0x¤"],
        &["{h64}"],
    ),
];

pub fn forms() -> Vec<Form> {
    let mut draw = Draw::new(11);
    let mut forms = Vec::new();
    for (family, frames, values) in FAMILIES {
        for frame in *frames {
            for _ in 0..2 {
                for value in *values {
                    forms.push(form(&mut draw, family, frame, value));
                }
            }
        }
    }
    forms.extend(keys(&mut draw));
    forms
}

/// Replaces each `¤` of a frame with a generated secret.
fn form(draw: &mut Draw, family: &'static str, frame: &str, value: &str) -> Form {
    let mut text = String::new();
    let mut secrets = Vec::new();
    for (at, part) in frame.split('¤').enumerate() {
        if at > 0 {
            let secret = draw.fill(value);
            text.push_str(&secret);
            secrets.push(secret);
        }
        text.push_str(&draw.fill(part));
    }
    Form { family, text, secrets }
}

/// Private keys in every kind of quoting, with and without their first line.
fn keys(draw: &mut Draw) -> Vec<Form> {
    let heads = [
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC{b32}",
        "MIIEpAIBAAKCAQEA{b48}",
        "MHcCAQEEI{b55}",
        "b3BlbnNzaC1rZXktdjEA{b44}",
        "MIIFHDBOBgkqhkiG9w0BBQ0w{b40}",
    ];
    let kinds = ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "];
    let mut forms = Vec::new();
    for (head, kind) in heads.into_iter().zip(kinds) {
        let mut lines = vec![draw.fill(head)];
        lines.extend((0..6).map(|_| draw.fill("{b64}")));
        lines.push(draw.fill("{b22}=="));
        let begin = format!("-----BEGIN {kind}PRIVATE {}-----", "KEY");
        let end = format!("-----END {kind}PRIVATE {}-----", "KEY");
        for gap in ["\n", "\\n", "\r\n", "\\\\n", "\n  ", "\\n\" +\n  \"", "\n> "] {
            let body = lines.join(gap);
            let whole = [begin.as_str(), &body, &end].join(gap);
            let texts = [
                ("key", format!("key:\n{whole}\nnext")),
                ("key-in-json", format!("{{\"private_key\": \"{whole}\\n\"}}")),
                ("key-without-begin", format!("the rest of it:\n{body}{gap}{end}\nnext")),
                ("key-without-both", format!("the rest of it:\n{body}\n\nnext")),
                ("key-without-end", format!("{begin}{gap}{body}")),
                ("key-tail", format!("so:\n{}{gap}{end}", lines[3..].join(gap))),
            ];
            forms.extend(texts.into_iter().map(|(family, text)| {
                let from = if family == "key-tail" { 3 } else { 0 };
                Form { family, text, secrets: lines[from..].to_vec() }
            }));
        }
    }
    forms
}
