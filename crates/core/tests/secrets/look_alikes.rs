//! Texts that look like a secret but are none, one per line.

use super::draw::Draw;

/// Families of lines with templates in braces; each line is generated several times.
const DRAWN: &[(&str, &[&str])] = &[
    (
        "hash",
        &[
            "commit {h40}",
            "{h7}..{h7}  main -> main",
            "sha256:{h64}",
            "md5 = {h32}",
            "ETag: \"{h32}\"",
            "index {h7}..{h7} 100644",
            "Merge: {h7} {h7}",
            "digest: sha512-{b86}==",
            "checksum = \"{h64}\"",
            "image@sha256:{h64}",
            "\"fileHash\": \"{h64}\"",
            "cache key: {h40}",
            "tree {h40}",
            "blob {h40} README.md",
            "HEAD is now at {h7} fix the token refresh",
            "gitHead: {h40}",
        ],
    ),
    (
        "uuid",
        &[
            "id: {id}",
            "\"sessionId\":\"{id}\"",
            "\"uuid\": \"{id}\"",
            "request {id} done",
            "/sessions/{id}.jsonl",
            "\"parentUuid\":\"{id}\"",
            "trace_id={id}",
            "\"requestId\":\"req_{a24}\"",
            "\"id\":\"msg_{a24}\"",
            "toolu_{a24}",
            "call_{a24}",
        ],
    ),
    (
        "lock-file",
        &[
            "      \"integrity\": \"sha512-{b86}==\",",
            "resolved \"https://registry.example.com/a/-/a-1.2.3.tgz#{h40}\"",
            "checksum = \"{h64}\"",
            "    --hash=sha256:{h64} \\",
            "github.com/a/b v1.2.3 h1:{b43}=",
            "    sha256: {h64}",
            "  checksum: 10c0/{h64}",
            "\"content-hash\": \"{h32}\"",
            "revision = \"{h40}\"",
            "  shasum: {h40}",
            "@scope/name@1.2.3(patch_hash={x26})",
        ],
    ),
    (
        "base64",
        &[
            "data:image/png;base64,iVBORw0KGgo{b200}",
            "url(data:font/woff2;base64,d09GMgABAAAAA{b160})",
            "//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJz{b160}",
            "<img src=\"data:image/gif;base64,R0lGODlh{b90}\">",
            "\"signature\":\"{b300}==\"",
            "{b76}",
            "\"data\":\"{b220}\"",
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} me@host",
            "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{b320} me@host",
            "\"thinkingSignature\": \"{b120}\"",
        ],
    ),
    (
        "minified",
        &[
            "!function(e,t){var n=t.{l1}{d1},r=e[{d2}];return n?r({h6}):o(e,\"{a6}\")}({l3});",
            "var {l1}={l1}.{l3}({d3}),{l1}=Object.{l6}({l1});",
            "a.token=function(){return this.{l1}{d1}},a.key=b[{d3}];",
            "\"mappings\":\"AAAA,SAASA,{u4},CAAC;{L40}\"",
            "(self.webpackChunk=self.webpackChunk||[]).push([[{d3}],{{d4}:(e,t,n)=>{n.d(t,{Z:()=>{l1}})}}]);",
        ],
    ),
    (
        "names",
        &[
            "color: #{h6};",
            "--accent: #{h8};",
            "class=\"css-{x6} MuiButton-root\"",
            "version: 1.{d2}.{d1}-beta.{d1}",
            "chunk-{U8}.js",
            "assets/index-{a8}.css",
            "main.{h20}.js.map",
            "pid {d5} port {d4}",
            "2024-11-{d2}T10:{d2}:{d2}.{d3}Z",
            "0x{h8}",
            "toolu_01{a22}",
            "gpt-4o-2024-08-{d2}",
            "claude-3-5-sonnet-202410{d2}",
            "model: text-embedding-3-large-{d3}",
            "s3://bucket-{d6}/path/{h8}/file.parquet",
            "arn:aws:iam::{d12}:role/deploy-{l6}",
            "/tmp/tmp.{a10}/file.txt",
            "/nix/store/{x32}-openssl-3.0.1/bin",
            "i-0{h16}",
            "vpc-0{h16}",
            "pk_live_{a24}",
            "pk_test_{a24}",
            "price_{a24}",
            "cus_{a14}",
            "prod_{a14}",
            "AC{h32}",
            "ghcr.io/a/b:{h40}",
            "node_modules/.pnpm/a@1.2.3_{h32}/x",
        ],
    ),
    (
        "open-keys",
        &[
            "primary_key={a16}",
            "\"cacheKey\": \"{h32}\"",
            "partition_key: {a20}",
            "React key=\"{x12}\"",
            "idempotency-key: {id}",
            "publicKey: \"{b43}=\"",
            "\"key\": \"{a20}\"",
            "foreign_key: user_{d6}",
            "nextPageToken: \"{s40}\"",
            "continuationToken: '{b40}'",
            "\"cursor\": \"{b40}\"",
            "Idempotency-Key: {id}",
            "sort_key = '{a24}'",
            "s3_key: uploads/{id}.png",
            "fingerprint: SHA256:{b43}",
            "syncToken: {a30}",
        ],
    ),
];

/// Families of literal lines; `¤` stands for each telling name.
const NAMED: &[(&str, &[&str])] = &[
    (
        "reference",
        &[
            "¤=$¤",
            "¤=${¤}",
            "¤: ${{ secrets.¤ }}",
            "¤=$(cat /run/secrets/x)",
            "¤: process.env.¤",
            "¤ = os.environ['¤']",
            "¤=os.getenv(\"¤\")",
            "¤: {{ .Values.auth.existing }}",
            "¤=%¤%",
            "export ¤=\"$(pass show work/api)\"",
            "¤ = var.db_¤",
            "¤: !vault |",
            "¤=op://vault/item/field",
            "¤: ENC[AES256_GCM,data:x]",
            "echo $¤",
            "echo \"${¤:-}\"",
            "unset ¤",
            "$env:¤",
            "Deno.env.get('¤')",
            "System.getenv(\"¤\")",
            "if [ -z \"$¤\" ]; then",
            "¤ = config.get('¤')",
            "env::var(\"¤\")",
            "${¤:?missing}",
        ],
    ),
    (
        "placeholder",
        &[
            "¤=your-¤-here",
            "¤=<your-¤>",
            "¤=xxxxxxxxxxxxxxxx",
            "¤=XXXX-XXXX-XXXX",
            "¤=changeme",
            "¤: \"YOUR_¤\"",
            "¤=********",
            "¤: \"...\"",
            "¤=",
            "¤: ''",
            "¤: null",
            "¤=[REDACTED]",
            "¤=replace-me-please",
            "¤: <¤>",
            "¤: 'test-¤'",
            "¤=dummy-value-1",
            "¤: \"{¤}\"",
            "¤=example",
            "¤: 'placeholder'",
            "¤: undefined",
            "¤: ••••••••",
        ],
    ),
    (
        "declaration",
        &[
            "¤: string;",
            "¤: String,",
            "¤?: string",
            "¤: Option<String>",
            "¤: &str",
            "¤: z.string().min(8),",
            "string ¤ { get; set; }",
            "private readonly ¤: string;",
            "¤ = Column(String(128), nullable=False)",
            "¤: SecretStr",
            "¤ varchar(255) NOT NULL",
            "¤: Optional[str] = None",
            "fn check(¤: &str) -> bool {",
            "def f(¤: str, other: int) -> None:",
            "¤: { type: 'string', required: true }",
            "interface A { ¤: string; b: number }",
            "type: \"¤\"",
            "name=\"¤\" type=\"text\"",
        ],
    ),
    (
        "call",
        &[
            "const ¤ = getValue();",
            "¤ = await client.fetch()",
            "¤: this.getValue()",
            "setValue(¤)",
            "¤ = generate(32)",
            "¤ == other",
            "if (!¤) return",
            "const { ¤ } = props",
            "¤ => ¤.length",
            "¤ = request.body.value",
            "user.¤ = hash(user.¤)",
            "assert ¤ is not None",
            "¤ = secrets.token_hex(16)",
            "print(¤)",
            "return ¤",
            "delete x.¤",
            "¤ = ¤.trim()",
            "¤ = input('Value: ')",
        ],
    ),
];

const NAMES: [&str; 10] = [
    "password",
    "token",
    "API_KEY",
    "apiKey",
    "client_secret",
    "accessToken",
    "DB_PASSWORD",
    "secret",
    "private_key",
    "credentials",
];

/// Sentences and tool output about secrets.
const PROSE: &str = "\
the token is refreshed
the token is refreshed every 15 minutes by a timer
Password: required
Your password is incorrect
the password is stored in config.json
password is 8 characters or more
the password is case-sensitive
The api key is read from the environment
api key is missing
my password is not working
the access token is expired, log in again
tokens: 12345
max_tokens: 4096
total_tokens=182736
\"input_tokens\":12345678
token is base64-encoded
The key is hashed with sha256 before it is stored
password must be at least 12-character long
secret is rotated
use a password manager
password hashing uses argon2id with 64MB
the passphrase is optional
pass: 12 fail: 0
tests pass: 1234567
bypass: enabled2
keyboard: qwertz-de
monkeypatch: true
tokenizer: bert-base-uncased
Token usage: 123456 of 200000
public key authentication
Enter password for user 'postgres':
sk-... is the prefix
keys look like sk-xxxxxxxxxxxxxxxxxxxxxxxx
ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
AKIAXXXXXXXXXXXXXXXX
AKIAIOSFODNN7EXAMPLE
Bearer <token>
Authorization: Bearer ${token}
Authorization: Bearer YOUR_TOKEN_HERE
-H \"Authorization: Bearer $TOKEN\"
Basic authentication is off
basic usage and options
https://user:password@host/path
https://<user>:<password>@host
postgres://user:${PASSWORD}@db/app
postgres://postgres:postgres@localhost/test
mailto:me@example.com
http://localhost:3000/@vite/client
git@github.com:owner/repo.git
ssh://git@host:22/x.git
mkdir -p src/components/forms
cp -p a1b2c3d4e5 backup
docker run -p 8080:80 -u 1000:1000 image
ps -p 12345 -o comm
tar -czf a.tgz -C /tmp x
ssh -p 2222 host1.example.com
psql -p 5432 -U admin1 -d mydb
git commit -a -m \"rotate the password\"
grep -rn \"password\" src/auth.ts
git log -p -2 src/token2.ts
curl -b cookies.txt -c cookies.txt https://x.y
document.cookie = \"theme=dark; path=/\"
Set-Cookie: theme=dark; Path=/
Cookie: consent=yes
The mnemonic is generated from entropy and then shown to the user once
a recovery phrase is shown once, write it down and keep it safe from other people who want it
import { getToken } from './auth/token'
token.type === 'identifier'
case 'token': return 'keyword.operator.ts'
\"scope\": \"punctuation.definition.string\"
<input type=\"password\" name=\"p1\" autocomplete=\"current-password\">
<label for=\"password\">Password</label>
t('auth.password.reset')
forgot_password: 'Forgot your password?'
password_reset_url: /users/reset
credentials: 'include'
credentials: same-origin
secretName: my-app-tls
secretKeyRef:
tokenEndpoint: https://x.y/oauth/token
token_type: bearer
grant_type=client_credentials
KEY_FILE=/etc/ssl/private/server1.key
PWD=/home/me/projects/app2
OLDPWD=/var/lib/docker2
key: value
keys: [a, b, c]
Key: Enter
ArrowKey: down
hotkey: ctrl+shift+p
sort key: created_at
| Password | string | the password of the user |
| token | A token from /oauth/token |
--password string   the password to use
--token <TOKEN>  API token
--api-key API_KEY
-u, --user <user:password>  Server user and password
curl -u user:password https://x.y
usage: login [--password PASSWORD]
-----BEGIN PUBLIC KEY-----
-----BEGIN CERTIFICATE-----
if line.startswith('-----BEGIN PRIVATE KEY-----'):
grep -c '-----END RSA PRIVATE KEY-----' file
Error: token expired at 2024-11-22T10:00:00Z
401 invalid_token: The access token is invalid
password=hashed_password
new_password = old_password
self.token = token
this.apiKey = apiKey;
apiKey: config.apiKey,
token: ctx.session.token,
secret_key = settings.SECRET_KEY
const TOKEN_URL = 'https://auth.example.com/v2/token'
TOKEN_EXPIRY=3600000
PASSWORD_MIN_LENGTH=12345678
SESSION_SECRET_LENGTH=32
#define KEY_ENTER 0x00000101
static const int kTokenCount = 12345678;
enum Token { Ident, Number, String }
the secret: write small functions
The secret to good tests is isolation
secret santa list: anna2, bert3
design tokens: spacing-4, color-blue-500
token: color-blue-500
csrf_token() }}
{% csrf_token %}
@click=\"showPassword = !showPassword\"
type={show ? 'text' : 'password'}
aria-label=\"Show password\"
passwordInput.value = ''
expect(password).toBe('string')
expect(mask('x')).toBe('[masked:token]')
[masked:github-token]
task-list-item-checkbox-container
sk-spinner-double-bounce-child-one
risk-assessment-for-the-whole-project-2024
live_reload_server_for_development_mode
test_user_can_log_in_with_valid_credentials_and_token
test_returns_401_when_the_access_token_is_expired_2
user_api_key_is_required_for_this_endpoint_v2
re_render_component_on_state_change
hf_hub_download(repo_id='x')
npm_config_registry=https://registry.npmjs.org/
npm_lifecycle_event=test
pat_example
shpat_example
xoxb-your-token-here
";

/// What a password may be, said in a sentence.
const STATES: &str = "\
    wrong numeric alphanumeric UTF-8 ASCII overwritten constant insufficient personal deterministic cleartext plaintext \
    optional mandatory unique visible readable printable masked hashed salted encrypted rotated expired ignored trimmed \
    truncated logged leaked cached persisted duplicated escaped quoted nullable immutable case-sensitive case-insensitive \
    read-only write-only one-time base64-encoded SHA-256 hex-encoded auto-generated user-supplied hard-coded up-to-date \
    kaputt veraltet sichtbar geheim ungültig abgelaufen facultatif incorrecte visible périmé opcional visible caducada \
    ongeldig verlopen zichtbaar widoczne nieaktualne facoltativa scaduta visibile expirada fraca synlig ogiltigt trivial";

/// How a sentence says it.
const TOLD: [&str; 22] = [
    "the password is ¤",
    "The password was ¤.",
    "the passphrase must be ¤",
    "my password should be ¤ and it is not",
    "the new password will be ¤",
    "password is ¤, see the log",
    "their passwords are ¤",
    "the secret is ¤",
    "the token is ¤",
    "das Passwort ist ¤",
    "Das Kennwort war ¤.",
    "Passwort zurücksetzen ist ¤",
    "le mot de passe est ¤",
    "la contraseña es ¤",
    "la contraseña del usuario era ¤",
    "het wachtwoord is ¤",
    "hasło jest ¤",
    "la password è ¤",
    "a senha é ¤",
    "lösenordet är ¤",
    "heslo je ¤",
    "salasana on ¤",
];

/// Names of code, which stand in backticks.
const CODE: &str = "\
    argon2 useLogin settings.json middleware localStorage bcrypt sessionStorage useAuthState config.yaml process.env \
    sha512 scrypt jsonwebtoken getServerSession AuthProvider auth.ts crypto.subtle keychain dotenv node:crypto vault.read \
    .env.local parseCredentials undefined hashPassword @nestjs/jwt x-api-key HS256 pgcrypto secretsmanager LoginForm";

/// Sentences and lists that name code behind such a word.
const NAMED_CODE: [&str; 10] = [
    "secret = `¤`",
    "password = `¤`",
    "client secret: `¤`",
    "the passphrase is `¤`",
    "secret: `¤`",
    "- **Password**: `¤`",
    "token → `¤`",
    "the API key comes from `¤`",
    "the password (`¤`) is read at start",
    "password hashing: `¤`",
];

/// References to secrets that are kept elsewhere.
const REFERENCES: [&str; 8] = [
    "arn:aws:secretsmanager:eu-west-1:{d12}:secret:ledger-{a6}",
    "arn:aws:ssm:us-east-1:{d12}:parameter/shop/db/password",
    "arn:aws:kms:eu-central-1:{d12}:key/{id}",
    "arn:aws:secretsmanager:us-east-2:{d12}:secret:prod/{l6}/{l5}-{a6}:password::",
    "vault:secret/data/{l6}#password",
    "projects/{d12}/secrets/{l6}/versions/{d1}",
    "op://Team/{l6}/password",
    "https://vault-{l5}.vault.azure.net/secrets/{l6}",
];
const REFERRING: [&str; 7] = [
    "secret = \"¤\"",
    "secret: ¤",
    "password = \"¤\"",
    "DB_PASSWORD=¤",
    "client_secret: '¤'",
    "{\"password\": \"¤\"}",
    "secret_id = \"¤\"",
];

/// Tables, lists and diffs without a secret.
const PLACED: &str = include_str!("forms/placed_look_alikes.txt");

/// Values in sentences, commands, tables and dumps at the positions of secrets.
const SPOKEN: &str = include_str!("forms/look_alikes.txt");

pub fn lines() -> Vec<(&'static str, String)> {
    let mut draw = Draw::new(23);
    let mut lines = Vec::new();
    for (family, templates) in DRAWN {
        for template in *templates {
            lines.extend((0..6).map(|_| (*family, draw.fill(template))));
        }
    }
    for (family, frames) in NAMED {
        for frame in *frames {
            lines.extend(NAMES.iter().map(|name| (*family, frame.replace('¤', name))));
        }
    }
    lines.extend(PROSE.lines().map(|line| ("prose", line.to_owned())));
    for (family, frames, words) in [("state", &TOLD[..], STATES), ("code", &NAMED_CODE, CODE)] {
        for frame in frames {
            lines.extend(words.split_whitespace().map(|word| (family, frame.replace('¤', word))));
        }
    }
    for frame in REFERRING {
        lines.extend(REFERENCES.iter().map(|to| ("elsewhere", frame.replace('¤', &draw.fill(to)))));
    }
    lines.extend(
        PLACED.lines().map(|line| ("placed", line.replace("\\n", "\n").replace("\\t", "\t"))),
    );
    let spoken = SPOKEN.lines().map(|line| ("spoken", line.replace("\\n", "\n")));
    lines.extend(spoken);
    lines
}
