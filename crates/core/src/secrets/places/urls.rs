//! URLs that grant access to whoever knows them: by their user part, query or path.

use crate::secrets::rules::{Before, Rule, Shape};

macro_rules! uuid {
    () => {
        r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    };
}

/// A rule for a secret that follows a known path.
const fn path(hallmarks: &'static [&'static str], pattern: &'static str) -> Rule {
    Rule::new("url-key", hallmarks, pattern).after(Before::Anything)
}

pub(in crate::secrets) const RULES: &[Rule] = &[
    // Signatures of pre-signed URLs.
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
    // Database URLs and the like have no other part there: a `/` or `@` belongs to the password.
    Rule::new(
        "password",
        &["postgres://", "postgresql://", "mysql://", "mariadb://", "mongodb://", "mongodb+srv://", "redis://", "rediss://", "amqp://", "amqps://", "mssql://", "sqlserver://", "clickhouse://", "smtp://", "smtps://", "ldap://", "ldaps://", "ftp://", "sftp://", "nats://", "mqtt://", "mqtts://", "imap://", "imaps://", "+asyncpg://", "+psycopg2://", "+psycopg://", "+pymysql://", "+mysqldb://", "+pyodbc://", "+aiomysql://"],
        r"[a-z0-9+]{3,16}://[^\s:/@\x22'`\\<>]{0,64}:((?:[^\s\x22'`\\<>0-9/@]|[0-9]{1,32}[^\s\x22'`\\<>0-9/@?])[^\s\x22'`\\<>]{2,256})@[A-Za-z0-9_.\[{%-]",
    )
    .after(Before::Anything),
    // A slash in a password should be percent-encoded, but is not always.
    Rule::new("password", &["://"], r"://[A-Za-z0-9_.%-]{1,64}:([A-Za-z0-9_.!#$%^&*+=~/-]{6,128})@[A-Za-z0-9.-]{1,128}(?::[0-9]{2,5})?/")
        .after(Before::Anything)
        .shaped(Shape::Random),
    Rule::new("password", &["%3A%2F%2F", "%3a%2f%2f"], r"%3[Aa]%2[Ff]%2[Ff][A-Za-z0-9_.-]{0,64}%3[Aa]([A-Za-z0-9_.!*~%-]{3,256}?)%40[A-Za-z0-9]")
        .after(Before::Anything),
    // Connection strings in other notations.
    Rule::new("password", &[":\\/\\/", ":\\\\/\\\\/"], r":\\{1,2}/\\{1,2}/[^\s:/@\x22'`\\<>]{0,128}:([^\s/\x22'`\\<>@]{3,256})@[A-Za-z0-9_.-]")
        .after(Before::Anything),
    Rule::new("password", &["jdbc:oracle:thin:"], r"jdbc:oracle:thin:[A-Za-z0-9_$#]{1,64}/([^\s'\x22\\@]{3,128})@"),
    Rule::new("password", &["PWD={", "Pwd={", "Password={"], r"(?:P[Ww][Dd]|Password)=\{([^}{\s\x22]{4,128})\}").shaped(Shape::Password),
    Rule::new("password", &["trojan://"], r"trojan://([^\s/@\x22'`\\<>$]{4,128})@"),
    Rule::new("credentials", &["vmess://"], r"vmess://([A-Za-z0-9+/]{60,}={0,2})").shaped(Shape::Pair),
    Rule::new("credentials", &["ss://"], r"ss://([A-Za-z0-9+/]{16,}={0,2})@").shaped(Shape::Pair),
    Rule::new("totp-secret", &["otpauth-migration://"], r"otpauth-migration://offline\?data=([A-Za-z0-9%+/=_-]{20,})"),
    // Blockchain nodes.
    path(&["alchemy.com/v2/", "alchemyapi.io/v2/"], r"alchemy(?:api)?\.(?:com|io)/v2/([A-Za-z0-9_-]{20,})(?-u:\b)").shaped(Shape::Random),
    path(&["infura.io/v3/", "infura.io/ws/v3/", "chainstack.com/"], r"(?:infura\.io/(?:ws/)?v3|chainstack\.com)/([0-9a-f]{32})(?-u:\b)"),
    path(&["quiknode.pro/"], r"quiknode\.pro/([0-9a-f]{40})(?-u:\b)"),
    // Webhooks: whoever knows the URL may post, build or deploy.
    path(&["make.com/", "integromat.com/"], r"(?:make|integromat)\.com/([a-z0-9]{28,40})(?-u:\b)").shaped(Shape::Random),
    path(&["/with/key/"], r"/with/key/([A-Za-z0-9_-]{20,64})"),
    path(&["/hooks/"], r"/hooks/([a-z0-9]{26})(?-u:\b)").shaped(Shape::Random),
    path(&["/hooks/"], r"/hooks/[A-Za-z0-9]{17,24}/([A-Za-z0-9]{40,64})(?-u:\b)").shaped(Shape::Random),
    path(&["/bot/v2/hook/"], concat!(r"/bot/v2/hook/(", uuid!(), ")")),
    path(&["pagerduty.com/integration/"], r"pagerduty\.com/integration/([0-9a-f]{32})(?-u:\b)"),
    path(&["/IncomingWebhook/"], r"/IncomingWebhook/([0-9a-f]{32})(?-u:\b)"),
    path(&["/deploy/prj_"], r"/deploy/prj_[A-Za-z0-9]{20,40}/([A-Za-z0-9]{8,})"),
    path(&["/build_hooks/"], r"/build_hooks/([0-9a-f]{24})(?-u:\b)"),
    path(&["/deploy/srv-"], r"/deploy/srv-[a-z0-9]{16,32}\?key=([A-Za-z0-9_-]{8,})"),
    path(&["hc-ping.com/"], concat!(r"hc-ping\.com/(", uuid!(), ")")),
    // Links sent to one person.
    path(
        &["/reset-password/", "/reset_password/", "/password-reset/", "/password/reset/", "/reset/", "/invite/", "/invites/", "/invitation/", "/invitations/", "/magic-link/", "/magic/", "/verify-email/", "/confirm/", "/confirm-email/", "/activate/", "/set-password/", "/new-password/", "/forgot-password/"],
        r"/[a-z_/-]{4,16}/([A-Za-z0-9_-]{20,256})",
    )
    .shaped(Shape::Random),
    // Of any host: the last part of the path, or a signature.
    path(
        &["/hooks/", "/hook/", "/webhooks/", "/webhook/", "/incoming/", "/trigger/", "/triggers/", "hooks."],
        r"(?:/(?:(?:web)?hooks?|incoming|triggers?)/|hooks\.[a-z0-9.-]{1,80}/)(?:[A-Za-z0-9._-]{1,40}/){0,4}?([A-Za-z0-9_-]{20,128})(?-u:\b)",
    )
    .shaped(Shape::Random),
    path(&["sig=", "signature=", "Signature=", "hmac="], r"[a-zA-Z]{3,9}=([A-Za-z0-9%_.~-]{10,256})(?-u:\b)")
        .after(Before::Boundary)
        .shaped(Shape::Random),
    path(&["rlkey="], r"rlkey=([a-z0-9]{20,40})(?-u:\b)").shaped(Shape::Random),
    path(&["resourcekey=0-"], r"resourcekey=(0-[A-Za-z0-9_-]{22})").shaped(Shape::Random),
    path(&["/private-"], r"/private-([0-9a-f]{32})/"),
    path(&["mega.nz/"], r"mega\.nz/(?:file|folder)/[A-Za-z0-9_-]{8}#([A-Za-z0-9_-]{22,43})"),
    path(&["/t/"], r"/t/([0-9a-f]{32})/"),
];
