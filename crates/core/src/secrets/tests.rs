//! Cases for the masking of secrets.

use proptest::prelude::*;

use super::*;
use crate::ascii_regex::ascii_regex;

/// A key body with machine-generated characters. Built at run time, so that no secret scanner
/// reports a fixture.
fn body(length: usize) -> String {
    "a1B2c3D4e5F6g7H8i9J0".chars().cycle().take(length).collect()
}

fn hex(length: usize) -> String {
    "3f9a0c7be15d2846".chars().cycle().take(length).collect()
}

/// One secret for each rule that matches a token by itself.
fn tokens() -> Vec<(&'static str, String)> {
    let (b, h) = (body, hex);
    vec![
        ("jwt", format!("eyJ{}.eyJ{}.{}", b(20), b(40), b(43))),
        ("private-key", format!("LS0tLS1CRUdJTi{}{}", "BQUklWQVRFIEtFWS", b(60))),
        ("private-key", format!("AGE-SECRET-KEY-{}{}", "1", b(58).to_uppercase())),
        ("anthropic-key", format!("sk-{}-api03-{}", "ant", b(90))),
        ("openai-key", format!("sk-{}", b(48))),
        ("openai-key", format!("sk-{}-{}", "proj", b(80))),
        ("openai-key", format!("sk-{}-{}.{}", "sp", b(18), b(40))),
        ("huggingface-token", format!("hf_{}", b(34))),
        ("groq-key", format!("gsk_{}", b(52))),
        ("xai-key", format!("xai-{}", b(80))),
        ("replicate-token", format!("r8_{}", b(37))),
        ("perplexity-key", format!("pplx-{}", b(48))),
        ("tavily-key", format!("tvly-{}", b(32))),
        ("langsmith-key", format!("lsv2_pt_{}_{}", h(32), h(10))),
        ("aws-access-key", format!("AK{}{}", "IA", "Q3B7".repeat(4))),
        ("google-key", format!("AI{}{}", "za", b(35))),
        ("google-secret", format!("GOC{}{}", "SPX-", b(28))),
        ("google-token", format!("ya{}.{}", 29, b(60))),
        ("google-token", format!("1/{}{}", "/0", b(40))),
        ("digitalocean-token", format!("dop_{}_{}", "v1", h(64))),
        ("cloudflare-token", format!("cfut_{}", b(40))),
        ("cloudflare-key", format!("v1.0-{}-{}", h(24), h(146))),
        ("fly-token", format!("fo1_{}", b(43))),
        ("heroku-key", format!("HRKU-{}", b(36))),
        ("netlify-token", format!("nfp_{}", b(40))),
        ("tailscale-key", format!("tskey-auth-{}-{}", b(12), b(32))),
        ("pulumi-token", format!("pul-{}", h(40))),
        ("vault-token", format!("hvs.{}", b(90))),
        ("doppler-token", format!("dp.pt.{}", b(43))),
        ("1password-token", format!("ops_eyJ{}", b(200))),
        ("github-token", format!("gh{}_{}", "p", b(36))),
        ("github-token", format!("gh{}_{}", "s", b(36))),
        ("github-token", format!("github_{}_{}", "pat", b(82))),
        ("gitlab-token", format!("gl{}-{}", "pat", b(20))),
        ("npm-token", format!("npm_{}", b(36))),
        ("pypi-token", format!("pypi-{}", b(160))),
        ("crates-token", format!("cio{}", b(32))),
        ("gem-key", format!("rubygems_{}", h(48))),
        ("docker-token", format!("dckr_{}_{}", "pat", b(27))),
        ("circleci-token", format!("CCIPAT_{}", b(40))),
        ("buildkite-token", format!("bkua_{}", h(40))),
        ("sourcegraph-token", format!("sgp_{}", b(40))),
        ("atlassian-token", format!("ATATT3{}", b(180))),
        ("postman-key", format!("PMAK-{}-{}", h(24), h(34))),
        ("slack-token", format!("xox{}-{}", "b", b(50))),
        ("slack-token", format!("xapp-1-{}", b(60))),
        ("discord-token", format!("MT{}.{}.{}", b(22), b(6), b(38))),
        ("stripe-key", format!("sk_{}_{}", "live", b(24))),
        ("stripe-key", format!("rk_{}_{}", "test", b(24))),
        ("webhook-secret", format!("wh{}_{}", "sec", b(32))),
        ("square-token", format!("sq0atp-{}", b(22))),
        ("shopify-token", format!("shp{}_{}", "at", h(32))),
        ("twilio-key", format!("SK{}", h(32))),
        ("sendgrid-key", format!("SG.{}.{}", b(22), b(43))),
        ("mailgun-key", format!("key-{}", h(32))),
        ("resend-key", format!("re_{}_{}", b(8), b(24))),
        ("linear-key", format!("lin_api_{}", b(40))),
        ("notion-token", format!("ntn_{}", b(46))),
        ("notion-token", format!("secret_{}", b(43))),
        ("airtable-token", format!("pat{}.{}", b(14), h(64))),
        ("figma-token", format!("figd_{}", b(40))),
        ("databricks-token", format!("dapi{}", h(32))),
        ("supabase-key", format!("sbp_{}", h(40))),
        ("supabase-key", format!("sb_{}_{}", "secret", b(31))),
        ("planetscale-token", format!("pscale_tkn_{}", b(43))),
        ("neon-key", format!("napi_{}", b(64).to_lowercase())),
        ("sentry-token", format!("sntrys_{}", b(80))),
        ("grafana-token", format!("glsa_{}", b(41))),
        ("newrelic-key", format!("NRAK-{}", b(27).to_uppercase())),
        ("posthog-key", format!("phx_{}", b(43))),
        ("daytona-key", format!("dtn_{}", h(64))),
        ("kaggle-token", format!("KGAT_{}", h(32))),
        ("model-key", format!("ctx7sk-{}-{}-{}-{}-{}", h(8), h(4), h(4), h(4), h(12))),
        ("zuplo-key", format!("zpka_{}_{}", h(32), h(8))),
        ("api-key", format!("harbor_{}", b(32))),
        ("api-key", format!("hrb-live-{}", b(40))),
        ("dynatrace-token", format!("dt0c01.{}.{}", b(24).to_uppercase(), b(64).to_uppercase())),
    ]
}

/// Checks that exactly the secret is masked when it replaces the `¤` of the frame.
fn check(kind: &str, frame: &str, secret: &str) {
    let text = frame.replace('¤', secret);
    let expected = frame.replace('¤', &format!("[masked:{kind}]"));
    assert_eq!(mask(&text), expected, "{text}");
}

#[test]
fn an_unknown_key_behind_an_escape_is_masked() {
    for before in ["\\n", "\\u0022", "%20", "\u{1b}[31m", "\u{1b}[0;1m", "=", ": \""] {
        check("api-key", &format!("look{before}¤ x"), &format!("harbor_box_{}", body(30)));
    }
}

#[test]
fn what_is_drawn_behind_the_prefix_of_an_id_stays() {
    let drawn = body(24);
    for text in [
        format!("toolu_{drawn}"),
        format!("the team_{drawn} of msg_bdrk_{drawn}"),
        format!("prt_{drawn} and pre-prompt-ses_{drawn}"),
        format!("/p/hrb_{drawn}/x"),
        format!("hrb_{drawn}.json"),
        format!("hrb_{}", body(20)),
        format!("Harbor_{drawn}"),
        format!("Harbor_box_{drawn}"),
        format!("hrb_{}", "DoesTheKeelHoldManyShipsNow"),
        format!("a_b_c_d_{drawn}"),
    ] {
        assert_eq!(mask(&text), text);
    }
}

#[test]
fn patterns_compile_and_have_hallmarks() {
    for rule in scan::rules() {
        ascii_regex(rule.pattern);
        assert!(rule.hallmarks.iter().all(|h| !h.is_empty()), "{}", rule.name);
    }
}

#[test]
fn ends_of_names_stand_there_once() {
    let mut seen = std::collections::HashSet::new();
    assert!(names::ends().count() > 190);
    assert!(names::ends().all(|end| seen.insert(end)), "{seen:?}");
}

#[test]
fn names_fit_a_marker() {
    let names: Vec<_> = scan::rules().map(|rule| rule.name).collect();
    assert!(names.iter().all(|name| name.len() < MARKER_CHARS_MAX));
    assert!(names.contains(&"github-token"));
}

#[test]
fn tokens_are_masked_wherever_they_stand() {
    for (kind, token) in tokens() {
        for frame in ["¤", "it is ¤, I think", r#"{"stdout":"x\n¤\n"}"#, "(¤)", "'¤'", "é¤é"]
        {
            check(kind, frame, &token);
        }
    }
}

#[test]
fn placed_secrets_are_masked() {
    let (b, h) = (body(40), hex(64));
    let cases = [
        ("aws-signature", "https://b.s3.amazonaws.com/x?X-Amz-Signature=¤&y=1", &h),
        ("azure-signature", "https://x.blob.core.windows.net/c?sv=1&sig=¤", &b),
        ("slack-webhook", "https://hooks.slack.com/services/¤", &b),
        ("discord-webhook", "https://discord.com/api/webhooks/123456/¤", &b),
        ("teams-webhook", "https://x.webhook.office.com/webhookb2/¤", &b),
        ("telegram-token", "bot123456789:¤/getMe", &format!("AA{}", body(33))),
        ("authorization", "Authorization: Bearer ¤", &b),
        ("authorization", "Authorization: Basic ¤", &"dXNlcjpwYXNz".to_owned()),
        ("authorization", "curl -H \"Authorization: token ¤\" https://x.y", &b),
        ("authorization", r#"{"authorization":"Bearer ¤"}"#, &b),
        ("authorization", r#"{\"Authorization\": \"Bearer ¤\"}"#, &b),
        ("authorization", "Authorization: ¤", &b),
        ("authorization", "headers: Bearer ¤", &b),
        ("authorization", "//registry.npmjs.org/:_auth=¤", &b),
        ("authorization", r#"{"auths":{"x":{"auth":"¤"}}}"#, &"dXNlcjpwYXNz".to_owned()),
        ("password", "postgres://app:¤@db.example.com:5432/app", &"s3cr-t!".to_owned()),
        ("password", "redis://:¤@cache:6379", &"p@ss9".to_owned()),
        ("password", "DATABASE_URL=mysql://app:¤@${HOST}/db", &"hunter22".to_owned()),
        ("password", "mongodb+srv://app:¤@c0.mongodb.net", &"%23hunter".to_owned()),
        ("password", "curl -s -u admin2:¤ https://x.y", &"hunter2".to_owned()),
        ("password", "curl --user 'admin2:¤' https://x.y", &"hunter2".to_owned()),
        ("password", "sshpass -p '¤' ssh x", &"hunter2".to_owned()),
        ("password", "machine x.y login me password ¤", &"hunter2".to_owned()),
    ];
    for (kind, frame, secret) in cases {
        check(kind, frame, secret);
    }
}

#[test]
fn assigned_secrets_are_masked() {
    let b = body(32);
    let cases = [
        ("password", "DB_PASSWORD=¤", "correcthorse"),
        ("password", "export PGPASSWORD=¤\nnext", "xK9#mP2$vL5"),
        ("password", "POSTGRES_PASSWORD: ¤\n", "correcthorse"),
        ("password", "DB_PASS='¤'", "hunter2hunter"),
        ("password", "REDIS_PWD=¤", "hunter2hunter"),
        ("password", "  password: ¤\n", "hunter2hunter"),
        ("password", "password: \"¤\"", "correcthorse"),
        ("password", "<password>¤</password>", "hunter2hunter"),
        ("password", "mysql --password=¤ -h x", "correcthorse"),
        ("password", "login --password ¤ x", "correcthorse"),
        ("password", r#"{"password":"¤"}"#, "pa,ss word1b2c3"),
        ("password", r#"{\"password\":\"¤\"}"#, "hunter2hunter"),
        ("password", r#"\\\"password\\\": \\\"¤\\\""#, "hunter2hunter"),
        ("password", r"a\nPASSWORD=¤\nb", "hunter2hunter"),
        ("password", "connect(password=\"¤\")", "hunter2!x"),
        ("password", "'password' => '¤',", "hunter2!x"),
        ("password", "let password: &str = \"¤\";", "hunter2!x"),
        ("password", "**Password:** ¤", "hunter2!x"),
        ("password", "passphrase = \"¤\"", "correct horse battery staple"),
        ("secret", "CLIENT_SECRET=¤", "abcdefgh-ij"),
        ("secret", "\"clientSecret\": \"¤\"", &b),
        ("token", "TELEGRAM_TOKEN=¤", &b),
        ("token", "//npm.example.com/:_authToken=¤", &b),
        ("token", "tool --token ¤ run", &b),
        ("token", "const token = '¤';", &b),
        ("api-key", "OPENAI_API_KEY=\"¤\"", &b),
        ("api-key", r#"{"api_key": "¤"}"#, &b),
        ("api-key", r#"{\"apiKey\": \"¤\"}"#, &b),
        ("api-key", "x-api-key: ¤", &b),
        ("api-key", "-H 'X-API-Key: ¤'", &b),
        ("api-key", "API_KEY_2=¤", "123e4567-e89b-12d3-a456-426614174000"),
        ("api-key", "SECRET_KEY_BASE=¤", &b),
        ("api-key", "DefaultEndpointsProtocol=https;AccountKey=¤;x=1", &b),
        ("credentials", "MY_CREDENTIALS=¤", &b),
        ("aws-secret-key", "aws_secret_access_key = ¤", &b),
        ("aws-secret-key", "AWS_SECRET_ACCESS_KEY=¤", &b),
    ];
    for (kind, frame, secret) in cases {
        check(kind, frame, secret);
    }
}

#[test]
fn names_of_many_kinds_tell() {
    let (b, h) = (body(40), hex(64));
    let storage = format!("{}==", body(86));
    let cases = [
        ("password", "PASS=¤", "Frosch_9182!"),
        ("password", "pass: ¤\n", "X52JxbGJwUYp7Eaq"),
        ("password", "a=1&pass=¤&b=2", "abandon77"),
        ("password", "keytool -storepass ¤ -list", "hunter2!x"),
        ("password", "dbpass = \"¤\"", "hunter2!x"),
        ("password", "DB_PASSWORD_RO=¤", "hunter2!x"),
        ("password", "passwrd=¤", "dolphin91"),
        ("password", "pass_word = \"¤\"", "anchor42"),
        ("api-key", "API_KEY_EU=¤", &b),
        ("api-key", "api_key_value: ¤", &b),
        ("api-key", "SESSION_KEY=¤", &h),
        ("api-key", "AZURE_STORAGE_KEY=¤", &storage),
        ("api-key", "\"primaryKey\": \"¤\"", &storage),
        ("api-key", "master.key: ¤", &h),
        ("api-key", "Unseal Key 1: ¤", &b),
        ("api-key", "{\"api\": {\"key\": \"¤\"}}", &b),
        ("api-key", "api:\n  key: ¤", &b),
        ("api-key", "here is my datadog key: ¤", &b),
        ("api-key", "use this key: ¤", &b),
        ("api-key", "the key is ¤, I think", &b),
        ("secret", "GITHUB_PAT=¤", &b),
        ("secret", "DEPLOYER_PK=¤", &h),
        ("secret", "\"secret_id\": \"¤\"", "c0fac500-285b-4181-a0b8-8116f6aa073c"),
        ("secret", "encrypt = \"¤\"", &b),
        ("credentials", "ADMIN_LOGIN=¤", "admin:hunter2!x"),
        ("credentials", "creds: ¤", "admin:hunter2!x"),
        ("token", "BASIC_AUTH=¤", "admin:hunter2!x"),
        ("token", "--node-token ¤", "K10416b1da9d1143db069e40::server:6a0fc5f892553c71e93d8f60"),
    ];
    for (kind, frame, secret) in cases {
        check(kind, frame, secret);
    }
}

#[test]
fn lists_are_masked_from_the_first_secret_to_the_last() {
    let (a, b) = (body(32), hex(32));
    let cases = [
        ("api-key", "api_keys:\n  - ¤\nnext: 1", format!("{a}\n  - {b}")),
        ("api-key", "\"apiKeys\": [\"¤\"]", format!("{a}\", \"{b}")),
        ("token", "\"tokens\": {\"prod\": \"¤\"}", format!("{a}\", \"dev\": \"{b}")),
        ("password", "passwords = [\"¤\"]", "hunter2!x\", \"dolphin91x".to_owned()),
    ];
    for (kind, frame, secret) in cases {
        check(kind, frame, &secret);
    }
    check("api-key", "api_keys:\n  - ¤\nchecksum: 3f9a0c7be15d28463f9a0c7b", &a);
    let design = "\"tokens\": [\"color-blue-500\", \"spacing-4\"]".to_owned();
    let cached = format!("cache_keys: [\"{b}\", \"{a}\"]");
    for stays in [design, cached] {
        assert_eq!(mask(&stays), stays);
    }
}

#[test]
fn values_on_the_next_line_are_masked() {
    let (b, h) = (body(40), hex(32));
    let cases = [
        ("api-key", "API Key\n¤\n", &h),
        ("secret", "Client Secret\n¤", &b),
        ("password", "Password\n¤\n", &"Summer9182!".to_owned()),
        ("token", "token:\n```\n¤\n```", &b),
        ("password", "the password:\n```text\n¤\n```", &"hunter2x".to_owned()),
        ("api-key", "$ cat config/master.key\n¤\n", &h),
        ("password", "Please use the following password to proceed:\n\n¤\n\nThis may", &h),
        (
            "password",
            "Password for the elastic user (reset with `x`):\n  ¤\n",
            &"hM5*2kQz9_Lw".to_owned(),
        ),
        (
            "password",
            "A temporary password is generated for root@localhost: ¤",
            &"i^Wr4m_P+!a".to_owned(),
        ),
    ];
    for (kind, frame, secret) in cases {
        check(kind, frame, secret);
    }
}

#[test]
fn passwords_are_masked_in_many_languages() {
    let frames = [
        "passord: ¤",
        "adgangskode: ¤",
        "salasana on ¤",
        "heslo je ¤",
        "jelszó: ¤",
        "şifre: ¤",
        "κωδικός: ¤",
        "סיסמה: ¤",
        "كلمة المرور: ¤",
        "mật khẩu: ¤",
        "kata sandi: ¤",
        "पासवर्ड: ¤",
        "รหัสผ่าน: ¤",
        "密码是¤",
        "密码为 ¤。",
        "パスワードは¤です",
        "비밀번호는 ¤",
        "lösenordet är ¤",
        "пароль от сервера: ¤",
        "пароль - ¤",
    ];
    for frame in frames {
        check("password", frame, "hunter2-Blue9");
    }
}

#[test]
fn values_are_found_in_what_wraps_them() {
    let b = body(40);
    let cases = [
        ("password", "signInWithEmailAndPassword('me@x.dev', '¤')", "gravity155"),
        ("password", "password: &pw ¤\n", "hunter2hunter"),
        ("password", "password: !!str ¤\n", "hunter2hunter"),
        ("password", "var password = []byte(\"¤\")", "hunter2!x"),
        ("password", "const char pass[] = \"¤\";", "hunter2!x"),
        ("password", "Dim password As String = \"¤\"", "hunter2!x"),
        ("password", "password <- \"¤\"", "hunter2!x"),
        ("password", "(setq my-password \"¤\")", "hunter2!x"),
        ("password", "#define WIFI_PASS \"¤\"", "hunter2!x"),
        ("password", "<property name=\"db.password\">¤</property>", "hunter2!x"),
        ("password", "\"db_password\": {\n \"value\": \"¤\"", "hunter2!x"),
        ("password", "db_password = <<EOT\n¤\nEOT", "hunter2!x"),
        ("password", "auth: { user: 'me', pass: '¤' }", "qvjx xkzw jhqp vwzk"),
        ("api-key", "std::string apiKey{\"¤\"};", &b),
        ("api-key", "{\"value\":\"¤\",\"name\":\"API_KEY\"}", &b),
        ("api-key", "<key>API_KEY</key>\n<string>¤</string>", &b),
        ("token", "let token = String::from(\"¤\");", &b),
        ("token", "android:name=\"io.x.auth_token\" android:value=\"¤\"", &b),
    ];
    for (kind, frame, secret) in cases {
        check(kind, frame, secret);
    }
}

#[test]
fn private_keys_are_masked_as_blocks() {
    let (begin, end) = ("-----BEGIN RSA PRIVATE", "-----END RSA PRIVATE KEY-----");
    let (line, last) = (body(64), body(20));
    for gap in ["\n", "\r\n", "\\n", "\\\\n", "\n    ", "\n     7→", "\n+", "\\n\" +\n  \""] {
        let cut = format!("{begin} KEY-----{gap}{line}{gap}{line}");
        check("private-key", "a ¤", &cut);
        check("private-key", "a ¤\nThe key was cut.", &cut);
        check("private-key", "a ¤ b", &format!("{cut}{gap}{last}=={gap}{end}"));
    }
    let sealed = format!("Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,3F9A\n\n{line}");
    check("private-key", "¤", &format!("{begin} KEY-----\n{sealed}\n{end}"));
    check(
        "private-key",
        r#"{"private_key": "¤\n"}"#,
        &format!("{begin} KEY-----\\n{line}\\n{end}"),
    );
}

#[test]
fn secrets_within_secrets_are_all_masked() {
    let token = format!("gh{}_{}", "p", body(36));
    let text = format!("https://{token}:hunter22@x.y and {token}{token} {token}_{token}");
    let masked = mask(&text);
    assert!(!masked.contains("a1B2") && !masked.contains("hunter22"), "{masked}");
}

/// Texts that must not be masked, one per line.
const STAYS: &str = r#"hello
the token was wrong
The password: it is wrong
Password: required
API_KEY=<your-key>
API_KEY=your-api-key-here
API_KEY=xxxxxxxxxxxxxxxx
API_KEY=****************
API_KEY=${API_KEY_FOR_2}
PASSWORD=$DB_PASSWORD
PASSWORD=changeme
password: 'example-password'
ghp_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx
sk-ant-api03-...
apiKey: process.env.OPENAI_API_KEY_2
api_key = os.environ['OPENAI_API_KEY']
api_key=os.getenv("A1B2C3D4E5")
token: env("A1_B2_C3_D4_TOKEN")
password: string
password: &'static str
token: &str
password: Option<String>
password: SecretString,
password: z.string().min(8)
const token = getToken()
const token = await auth.getAccessToken();
max_tokens = 4096
"max_tokens": 4096
tokenizer: "bert-base-uncased-v2"
PWD=/home/user/project/a1b2c3d4
password=hashed_password
connect(password=password2)
password = req.body.password
password => password.length > 8
if token == expected_token2:
password: "Your password is too short"
forgot_password: 'Zurücksetzen'
secret: !Ref DatabaseSecret1
password: :password_2
credentials: 'same-origin'
SECRET_FILE=/run/secrets/x1y2
PASSWORD=/run/secrets/db_password
token: https://example.com/a1b2c3d4e5f6
"pass": 12345678
keyboard: "qwertz-a1b2c3d4e5"
monkey: a1b2c3d4e5f6g7h8
task-a1b2c3d4e5f6g7h8i9j0k1l2m3n4
sk-spinner-double-bounce-child-one
http://localhost:3000/foo@bar
https://user:password@host/x
postgres://u:${PW}@h/x
postgres://user:<password>@host
git@github.com:Owner/Repo.git
docker run -u 1000:1000 x
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
Authorization: Bearer ${TOKEN}
Authorization header: Bearer authentication
Bearer authentication is required
grep '-----BEGIN PRIVATE KEY-----' and '-----END PRIVATE KEY-----'
AKIAIOSFODNN7EXAMPLE
model: claude-3-5-sonnet-20241022
token_model: "text-embedding-3-small"
<input type="password" name="p1a2s3s4w5">
secrets.GITHUB_TOKEN_1A2B3C
token: ${{ secrets.A1B2C3D4 }}
arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-password-zns1NN
secret:projects/123/secrets/db/versions/4
PublicKeyToken=b77a5c561934e089, processorArchitecture=MSIL
"publicKeyToken": "b77a5c561934e089"
sudo passwd deploy2
rename password to passphrase2
change password to passkey2
password manager1
ANTHROPIC_API_KEY=sk-ant-api03-xxx
Authorization: token OAUTH-TOKEN
SECRET_KEY=changethis
PRIVATE_KEY=0x0000000000000000000000000000000000000000000000000000000000000001
pass: 12 fail: 0
--- PASS: TestSha256Sum2 (0.00s)
PASS: tests/auth3.test.ts
PASS tests/auth3.test.ts
pass=3 fail=0 skip=1
apt install sshpass curl2
TOKEN_URL_2=a1b2c3d4e5f6g7h8i9
API_KEY_HEADER=X-Api-Key-2b4d6f8h
PASSWORD_RESET_TOKENS_TABLE=a1b2c3d4e5
PASSWORD_HASHERS=a1b2c3d4e5f6
SEED=42424242
pk: 123e4567-e89b-12d3-a456-426614174000
compat: a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8
creds: admin:password
the ssh key: a1b2c3d4e5f6g7h8i9j0a1b2c3d4
[masked:github-token]: a1B2c3D4e5F6g7H8
[masked:
[masked:x
test.secret: Staging=?
"#;

#[test]
fn what_is_no_secret_stays() {
    let (b, h) = (body(48), hex(40));
    let stays = STAYS.lines();
    let built = [
        "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----"
            .to_owned(),
        String::new(),
        format!("commit {h}"),
        format!("sha256:{}", hex(64)),
        format!("integrity sha512-{b}=="),
        "id 123e4567-e89b-12d3-a456-426614174000".to_owned(),
        format!("data:image/png;base64,{b}{b}"),
        format!("primary_key={b}"),
        format!("sort_key: {b}"),
        format!("public_key = \"{b}\""),
        format!("cache_key: {h}"),
        format!("\"key\": \"{b}\""),
        format!("foreign_key={b}"),
        format!("x{}za{}", "AI", body(35)),
        format!("pk_live_{}", body(24)),
        format!("NEXT_PUBLIC_STRIPE_KEY=pk_test_{}", body(40)),
        format!("applicationServerKey: '{}'", body(87)),
        format!("the cache key: {h}"),
        format!("session_key: {h}"),
        format!("\"publicKey\": \"{}==\"", body(86)),
        format!("fix: refresh the token\n{h}\n"),
        "password\nusername2\n".to_owned(),
        format!("## API Keys\n\n```bash\nBUILD_ID={b}\n```"),
        "read `/etc/passwd`\n- `relPath` is next".to_owned(),
        "the tokens:\n```\nnpm run check2\n```".to_owned(),
        "Enter the password:\nconnected\n".to_owned(),
        "use the key:\n    handle_key_press2\n".to_owned(),
    ];
    for text in stays.chain(built.iter().map(String::as_str)) {
        assert!(matches!(mask(text), Cow::Borrowed(_)), "{text} -> {}", mask(text));
    }
}

#[test]
fn long_secrets_are_masked_to_their_end() {
    check("jwt", "a ¤ b", &format!("eyJ{}.eyJ{}.{}", body(40), body(6000), body(400)));
    check("pypi-token", "a ¤ b", &format!("pypi-{}", body(3000)));
    let block = [body(64).as_str(); 100].join("\n");
    let end = "-----END PRIVATE KEY-----";
    check("private-key", "a ¤ b", &format!("-----BEGIN {} KEY-----\n{block}\n{end}", "PRIVATE"));
}

#[test]
fn a_pattern_that_ends_within_a_letter_masks_the_whole_letter() {
    // Patterns count bytes: 256 of them end within one of these letters.
    for letters in ["я7Ж!".repeat(90), format!("x{}", "я7Ж!".repeat(90)), "日7Ж!本".repeat(60)]
    {
        let text = format!("openssl enc -aes-256-cbc -k {letters} -in a -out b");
        let masked = mask(&text);
        assert!(masked.starts_with("openssl enc -aes-256-cbc -k [masked:"), "{masked}");
        assert!(!masked.contains('\u{FFFD}'), "{masked}");
    }
}

#[test]
fn repeated_hallmarks_cost_no_square() {
    for hallmark in [
        "sk-",
        "sk-proj-",
        "eyJ-",
        "api_key=",
        "password: ",
        "://a:",
        "-----BEGIN ",
        "[masked:",
        "|",
        "a|b\n",
        "-+-|\\n",
    ] {
        let text = hallmark.repeat(2_000);
        assert_eq!(mask(&mask(&text)), mask(&text));
    }
}

proptest! {
    #[test]
    fn never_panics_and_is_idempotent(text in any::<String>()) {
        let once = mask(&text).into_owned();
        prop_assert_eq!(mask(&once), once.as_str());
    }

    #[test]
    fn is_idempotent_on_what_looks_like_secrets(
        parts in prop::collection::vec(0usize..31, 0..24),
    ) {
        let (b, token) = (body(40), format!("gh{}_{}", "p", body(36)));
        let key = format!("sk-{}", body(40));
        let pieces = [
            "password", "=", ": ", "\"", "\\\"", "\\n", "\n", "://", "u:", "@", "h", "curl -u ", "token",
            "api_key", "Authorization: Bearer ", "[masked:", "]", " ", "eyJ", ".", "é", "-----BEGIN PRIVATE KEY-----",
            "hunter2!", &b, &token, &key, "| ", "│", "user", "---+---", "&quot;",
        ];
        let text: String = parts.iter().map(|at| pieces[*at]).collect();
        let once = mask(&text).into_owned();
        prop_assert_eq!(mask(&once), once.as_str());
    }

    #[test]
    fn plain_words_are_borrowed(text in "[b-df-hj-nq-rv-z .,\n]{0,200}") {
        prop_assert!(matches!(mask(&text), Cow::Borrowed(_)));
    }

    #[test]
    fn no_secret_survives_its_surroundings(
        before in any::<String>(),
        after in any::<String>(),
        gap in prop::sample::select(vec![" ", "\n", "\"", "'", "(", "\\n"]),
        which in any::<prop::sample::Index>(),
    ) {
        let tokens = tokens();
        let (_, token) = which.get(&tokens);
        let text = format!("{before}{gap}{token}{}{after}", gap.replace('(', ")"));
        prop_assert!(!mask(&text).contains(token.as_str()));
    }
}
