//! The secrets that are known by their looks: one table of rules, each found by a literal hallmark.

/// A kind of secret, known by a literal and a pattern that is tried where the literal occurs.
pub(super) struct Rule {
    /// Kind of the secret, as the marker tells it.
    pub name: &'static str,
    /// Literals one of which every match starts with. ASCII, so that any of them starts a character.
    pub hallmarks: &'static [&'static str],
    /// Pattern from the hallmark on. Its first group is the secret, or all of it when it has none.
    pub pattern: &'static str,
    /// What may stand to the left of the hallmark.
    pub before: Before,
    /// How much the secret must look like one.
    pub shape: Shape,
}

/// What may stand to the left of a hallmark.
#[derive(Clone, Copy)]
pub(super) enum Before {
    /// Anything but a letter or digit: the hallmark is too short to be sure inside a word.
    Boundary,
    /// Neither that nor `-` and `_`, which would let one run of characters be tried at each of its parts.
    Gap,
    /// Anything.
    Anything,
    /// The digits of a Telegram bot.
    BotId,
    /// A call of curl.
    Curl,
    /// The login of a `.netrc` entry.
    Login,
}

/// How much a secret must look like one.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// Not like a placeholder.
    Filled,
    /// Not like a placeholder, and more than a word.
    Mixed,
    /// Like something a machine has drawn.
    Random,
    /// Whatever it looks like.
    Certain,
}

impl Rule {
    const fn new(
        name: &'static str,
        hallmarks: &'static [&'static str],
        pattern: &'static str,
    ) -> Self {
        Self { name, hallmarks, pattern, before: Before::Boundary, shape: Shape::Filled }
    }

    const fn after(mut self, before: Before) -> Self {
        self.before = before;
        self
    }

    const fn shaped(mut self, shape: Shape) -> Self {
        self.shape = shape;
        self
    }
}

/// Every rule that is a pattern. Of two that match at one place, the first one listed wins.
pub(super) const RULES: &[Rule] = &[
    // Keys. A whole block, or, where the text was cut before its end, as many lines as look like one.
    // Between two lines may stand escapes, quotes of source code, line numbers and marks of a diff.
    Rule::new(
        "private-key",
        &["-----BEGIN "],
        concat!(
            r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----",
            r"(?:(?:\s|\\+[nrt]|[\\>|#*+,'`\x22]|[0-9]{1,6}[→:\t])*",
            r"(?:(?:Proc-Type|DEK-Info|Version|Comment): [A-Za-z0-9 ,.-]{1,80}|(?:[A-Za-z0-9+/]|\\/){20,}={0,2}))+",
            r"(?:(?:(?:\s|\\+[nrt]|[\\>|#*+,'`\x22]|[0-9]{1,6}[→:\t])*(?:=?[A-Za-z0-9+/]{1,19}={0,2})?){0,3}",
            r"-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|",
            r"(?:\s|\\+[nrt]|[\\>|#*+,'`\x22]|[0-9]{1,6}[→:\t])+[A-Za-z0-9+/=]{1,19}\z)?",
        ),
    )
    .after(Before::Anything)
    .shaped(Shape::Certain),
    Rule::new(
        "private-key",
        &["LS0tLS1CRUdJTi"],
        r"LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURSBLRVk|BQUklWQVRFIEtFWS|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVEU|BFTkNSWVBURUQgUFJJVkFUR)[A-Za-z0-9+/=]*",
    )
    .after(Before::Anything),
    Rule::new("private-key", &["AGE-SECRET-KEY-1"], r"AGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    Rule::new("jwt", &["eyJ"], r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{8,})+").after(Before::Gap),
    // Models.
    Rule::new("anthropic-key", &["sk-ant-"], r"sk-ant-[A-Za-z0-9_-]{20,}"),
    Rule::new("openai-key", &["sk-proj-", "sk-svcacct-", "sk-admin-"], r"sk-[a-z]+-[A-Za-z0-9_-]{20,}").shaped(Shape::Random),
    Rule::new("openai-key", &["sk-"], r"sk-[A-Za-z0-9_-]{20,}").after(Before::Gap).shaped(Shape::Random),
    Rule::new("huggingface-token", &["hf_"], r"hf_[A-Za-z0-9]{30,}"),
    Rule::new("groq-key", &["gsk_"], r"gsk_[A-Za-z0-9]{40,}"),
    Rule::new("xai-key", &["xai-"], r"xai-[A-Za-z0-9]{60,}"),
    Rule::new("replicate-token", &["r8_"], r"r8_[A-Za-z0-9]{37,}"),
    Rule::new("perplexity-key", &["pplx-"], r"pplx-[A-Za-z0-9]{32,}"),
    Rule::new("tavily-key", &["tvly-"], r"tvly-[A-Za-z0-9-]{28,}").shaped(Shape::Random),
    Rule::new("langsmith-key", &["lsv2_"], r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    // Clouds.
    Rule::new(
        "aws-access-key",
        &["AKIA", "ASIA", "ABIA", "ACCA"],
        r"A(?:KI|SI|BI|CC)A[A-Z2-7]{16}(?-u:\b)",
    ),
    Rule::new("aws-signature", &["X-Amz-Signature="], r"X-Amz-Signature=([0-9a-f]{64})"),
    Rule::new("azure-signature", &["sig="], r"sig=([A-Za-z0-9%+/=_-]{40,})").shaped(Shape::Random),
    Rule::new("google-key", &["AIza"], r"AIza[0-9A-Za-z_-]{35}(?-u:\b)"),
    Rule::new("google-secret", &["GOCSPX-"], r"GOCSPX-[A-Za-z0-9_-]{20,}"),
    Rule::new("google-token", &["ya29."], r"ya29\.[A-Za-z0-9_-]{20,}"),
    Rule::new("google-token", &["1//0"], r"1//0[A-Za-z0-9_-]{30,}").shaped(Shape::Random),
    Rule::new(
        "digitalocean-token",
        &["dop_v1_", "doo_v1_", "dor_v1_"],
        r"do[opr]_v1_[a-f0-9]{64}",
    ),
    Rule::new(
        "cloudflare-token",
        &["cfut_", "cfat_", "cfk_"],
        r"cf(?:ut|at|k)_[A-Za-z0-9_-]{40,}",
    ),
    Rule::new("cloudflare-key", &["v1.0-"], r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}"),
    Rule::new("fly-token", &["fo1_", "fm1_", "fm2_", "fm1r_", "fm2r_"], r"f(?:o1|m[12]r?)_[A-Za-z0-9+/=_-]{40,}"),
    Rule::new("heroku-key", &["HRKU-"], r"HRKU-[A-Za-z0-9_-]{30,}"),
    Rule::new("netlify-token", &["nfp_"], r"nfp_[A-Za-z0-9]{36,}"),
    Rule::new("tailscale-key", &["tskey-"], r"tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{16,}"),
    Rule::new("pulumi-token", &["pul-"], r"pul-[a-f0-9]{40}"),
    Rule::new("vault-token", &["hvs.", "hvb.", "hvr."], r"hv[sbr]\.[A-Za-z0-9_-]{24,}"),
    Rule::new(
        "doppler-token",
        &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
        r"dp\.[a-z]{2,5}\.[A-Za-z0-9._-]{40,}",
    ),
    Rule::new("1password-token", &["ops_eyJ"], r"ops_eyJ[A-Za-z0-9+/=_-]{100,}"),
    // Code.
    Rule::new(
        "github-token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        r"gh(?:[pour]_[A-Za-z0-9_]{36,}|s_[A-Za-z0-9_.-]{36,})",
    )
    .after(Before::Anything),
    Rule::new("github-token", &["github_pat_"], r"github_pat_[A-Za-z0-9_]{22,}")
        .after(Before::Anything),
    Rule::new(
        "gitlab-token",
        &[
            "glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-",
            "glsoat-", "glffct-",
        ],
        r"gl[a-z]{2,6}-[A-Za-z0-9_.-]{20,}",
    )
    .shaped(Shape::Random),
    Rule::new("npm-token", &["npm_"], r"npm_[A-Za-z0-9]{36,}"),
    Rule::new("pypi-token", &["pypi-"], r"pypi-[A-Za-z0-9_-]{40,}").shaped(Shape::Random),
    Rule::new("crates-token", &["cio"], r"cio[A-Za-z0-9]{32}(?-u:\b)").shaped(Shape::Random),
    Rule::new("rubygems-key", &["rubygems_"], r"rubygems_[a-f0-9]{48}"),
    Rule::new("docker-token", &["dckr_pat_", "dckr_oat_"], r"dckr_[po]at_[A-Za-z0-9_-]{20,}"),
    Rule::new("circleci-token", &["CCIPAT_"], r"CCIPAT_[A-Za-z0-9_]{30,}"),
    Rule::new("buildkite-token", &["bkua_"], r"bkua_[a-f0-9]{40}"),
    Rule::new("sourcegraph-token", &["sgp_"], r"sgp_[A-Za-z0-9_]{40,}"),
    Rule::new("atlassian-token", &["ATATT3", "ATCTT3", "ATBB"], r"AT(?:[AC]TT3[A-Za-z0-9_=-]{50,}|BB[A-Za-z0-9]{32})"),
    Rule::new("postman-key", &["PMAK-"], r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    // Services.
    Rule::new(
        "slack-token",
        &["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xoxc-", "xoxd-", "xoxe."],
        r"xox(?:e\.xox[bp]|[a-e]|[oprs])-[A-Za-z0-9%-]{10,}",
    ),
    Rule::new("slack-token", &["xapp-"], r"xapp-[0-9]-[A-Za-z0-9-]{20,}"),
    Rule::new(
        "slack-webhook",
        &["hooks.slack.com/"],
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/_-]{20,})",
    ),
    Rule::new("discord-webhook", &["/api/webhooks/"], r"/api/webhooks/[0-9]+/([A-Za-z0-9_-]{40,})")
        .after(Before::Anything),
    Rule::new("teams-webhook", &["webhook.office.com/"], r"webhook\.office\.com/webhookb2/([A-Za-z0-9@/_-]{40,})"),
    Rule::new(
        "discord-token",
        &["MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"],
        r"[MNO][A-Za-z0-9]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    )
    .shaped(Shape::Random),
    Rule::new("telegram-token", &[":AA"], r":(AA[A-Za-z0-9_-]{32,34})(?-u:\b)")
        .after(Before::BotId),
    Rule::new(
        "stripe-key",
        &["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"],
        r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,}",
    ),
    Rule::new("webhook-secret", &["whsec_"], r"whsec_[A-Za-z0-9+/=]{20,}"),
    Rule::new("square-token", &["sq0atp-", "sq0csp-"], r"sq0[ac][ts]p-[A-Za-z0-9_-]{22,}"),
    Rule::new(
        "shopify-token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    ),
    Rule::new("twilio-key", &["SK"], r"SK[0-9a-f]{32}(?-u:\b)"),
    Rule::new("sendgrid-key", &["SG."], r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}")
        .shaped(Shape::Random),
    Rule::new("mailgun-key", &["key-"], r"key-[0-9a-f]{32}(?-u:\b)"),
    Rule::new("resend-key", &["re_"], r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}").shaped(Shape::Random),
    Rule::new("linear-key", &["lin_api_", "lin_oauth_"], r"lin_[a-z]+_[A-Za-z0-9]{32,}"),
    Rule::new("notion-token", &["ntn_"], r"ntn_[A-Za-z0-9]{40,}"),
    Rule::new("notion-token", &["secret_"], r"secret_[A-Za-z0-9]{43}(?-u:\b)"),
    Rule::new("airtable-token", &["pat"], r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    Rule::new("figma-token", &["figd_"], r"figd_[A-Za-z0-9_-]{36,}"),
    Rule::new("databricks-token", &["dapi"], r"dapi[0-9a-f]{32}(?:-[0-9])?(?-u:\b)"),
    Rule::new("supabase-key", &["sbp_"], r"sbp_[0-9a-f]{40}"),
    Rule::new("supabase-key", &["sb_secret_"], r"sb_secret_[A-Za-z0-9_-]{20,}"),
    Rule::new(
        "planetscale-token",
        &["pscale_tkn_", "pscale_pw_", "pscale_oauth_"],
        r"pscale_[a-z]+_[A-Za-z0-9_.=-]{32,}",
    ),
    Rule::new("neon-key", &["napi_"], r"napi_[a-z0-9]{60,}").shaped(Shape::Random),
    Rule::new("sentry-token", &["sntrys_", "sntryu_"], r"sntry[su]_[A-Za-z0-9+/=_]{40,}"),
    Rule::new("grafana-token", &["glsa_", "glc_"], r"gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}"),
    Rule::new("newrelic-key", &["NRAK-"], r"NRAK-[A-Z0-9]{27}"),
    Rule::new("posthog-key", &["phx_"], r"phx_[A-Za-z0-9_]{40,}"),
    Rule::new("dynatrace-token", &["dt0"], r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    // Places where a secret stands, whatever it looks like.
    Rule::new(
        "authorization",
        &["uthorization", "UTHORIZATION"],
        concat!(
            r"(?:uthorization|UTHORIZATION)\\*['\x22`]?\]?\s{0,4}(?:=>|[:=,])\s{0,4}[bf]?\\*['\x22`]?\s{0,4}",
            r"(?i:bearer|basic|token|digest|bot|apikey|key|negotiate|gitlab|sso-key|hmac)(?:\s|%20){1,4}",
            r"([A-Za-z0-9._~+/=:%|-]{8,})",
        ),
    )
    .after(Before::Anything)
    .shaped(Shape::Mixed),
    Rule::new(
        "authorization",
        &["uthorization", "UTHORIZATION"],
        concat!(
            r"(?:uthorization|UTHORIZATION)\\*['\x22`]?\]?\s{0,4}(?:=>|[:=,])\s{0,4}[bf]?\\*['\x22`]?\s{0,4}",
            r"([A-Za-z0-9._~+/=|-]{16,})",
        ),
    )
    .after(Before::Anything)
    .shaped(Shape::Random),
    Rule::new("authorization", &["Bearer ", "bearer "], r"[Bb]earer {1,2}([A-Za-z0-9._~+/=|-]{16,})")
        .shaped(Shape::Random),
    Rule::new(
        "authorization",
        &["_auth", "auth\"", "auth\\"],
        r"_?auth\\*\x22?\s{0,4}[:=]\s{0,4}\\*\x22?([A-Za-z0-9+/]{12,}={0,2})",
    )
    .after(Before::Anything)
    .shaped(Shape::Mixed),
    Rule::new("password", &["://"], r"://[^\s:/@\x22'`\\<>\[\](){}]{0,128}:([^\s/\x22'`\\<>]{3,256})@[A-Za-z0-9_.$\[{%-]")
        .after(Before::Anything),
    Rule::new("password", &["-u", "--user"], r"(?:-u|--user)[ =]?\s{0,4}\\*['\x22]?[^\s:'\x22\\/]{1,128}:([^\s'\x22\\]{3,256})")
        .after(Before::Curl),
    Rule::new("password", &["sshpass -p"], r"sshpass -p\s{0,4}\\*['\x22]?([^\s'\x22\\]{3,256})"),
    Rule::new("password", &["password"], r"password\s{1,4}(\S{4,256})").after(Before::Login),
];
