//! Keys of services: messages, payments, mail, data.

use super::{alphanumeric, hex, lower_or_digit, word_byte};
use crate::secrets::rules::{Before, Rule, Shape};

pub(in crate::secrets) const RULES: &[Rule] = &[
    // Services.
    Rule::new(
        "slack-token",
        &["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xoxc-", "xoxd-", "xoxe."],
        r"xox(?:e\.xox[bp]|[a-e]|[oprs])-[A-Za-z0-9%_-]{10,}",
    ),
    Rule::new("slack-token", &["xapp-"], r"xapp-[0-9]-[A-Za-z0-9-]{20,}"),
    Rule::new(
        "slack-webhook",
        &["hooks.slack.com/"],
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/_-]{20,})",
    ),
    Rule::new("discord-webhook", &["/api/webhooks/"], r"/api/webhooks/[0-9]+/([A-Za-z0-9_-]{40,})")
        .after(Before::Anything),
    Rule::new("teams-webhook", &["webhook.office.com/"], r"webhook\.office\.com/webhookb2/([A-Za-z0-9@/_-]{30,})"),
    Rule::new(
        "discord-token",
        &["MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"],
        r"[MNO][A-Za-z0-9]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    )
    .shaped(Shape::Random),
    Rule::new("telegram-token", &[":AA"], r":(AA[A-Za-z0-9_-]{32,34})(?-u:\b)")
        .after(Before::Digits { min: 8, max: 10 }),
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
    Rule::new("dynatrace-token", &["dt0"], r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),    Rule::new("slack-webhook", &["hooks.zapier.com/"], r"hooks\.zapier\.com/hooks/catch/([0-9]+/[A-Za-z0-9]{5,})"),
    Rule::new("telegram-token", &[":A"], r":(A[A-Za-z0-9_-]{34})(?-u:\b)").after(Before::Digits { min: 8, max: 10 }).shaped(Shape::Random),
    Rule::new("facebook-token", &["EAA"], r"EAA[A-Z0-9][A-Za-z0-9]{50,}").shaped(Shape::Random),
    Rule::new("square-token", &["EAAA"], r"EAAA[A-Za-z0-9_-]{56,}"),
    Rule::new("braintree-token", &["access_token$"], r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    Rule::new("plaid-token", &["access-"], r"access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}"),
    Rule::new("asana-token", &["1/", "2/"], r"[12]/[0-9]{10,20}(?:/[0-9]{10,20})?:[0-9a-f]{32}"),
    Rule::new("clickup-token", &["pk_"], r"pk_[0-9]{5,10}_[A-Z0-9]{32}"),
    Rule::new("typeform-token", &["tfp_"], r"tfp_[A-Za-z0-9_.=-]{40,}"),
    Rule::new("contentful-token", &["CFPAT-"], r"CFPAT-[A-Za-z0-9_-]{40,}"),
    Rule::new("hubspot-token", &["pat-na", "pat-eu"], r"pat-(?:na|eu)[0-9]-[0-9a-f]{8}-[0-9a-f-]{27}"),
    Rule::new("mapbox-token", &["sk.eyJ"], r"sk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{16,}"),
    Rule::new("tinybird-token", &["p.eyJ"], r"p\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{16,}").after(Before::Gap),
    Rule::new("dropbox-token", &["sl."], r"sl\.(?:u\.)?[A-Za-z0-9_-]{100,}"),
    Rule::new("launchdarkly-key", &["sdk-", "api-", "mob-"], r"(?:sdk|api|mob)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"),
    Rule::new("axiom-token", &["xaat-", "xapt-"], r"xa[ap]t-[0-9a-f]{8}-[0-9a-f-]{27}"),
    Rule::new("honeycomb-key", &["hcaik_", "hcbik_", "hcxik_", "hcxmk_"], r"hc[a-z]{3}_[A-Za-z0-9]{50,}"),
    Rule::new("mailgun-key", &["pubkey-"], r"pubkey-[0-9a-f]{32}(?-u:\b)"),
    Rule::new("mailchimp-key", &["-us"], r"[0-9a-f]{32}-us[0-9]{1,2}(?-u:\b)").after(Before::Run { bytes: hex, min: 32, max: 32 }),
    Rule::new("brevo-key", &["xkeysib-", "xsmtpsib-"], r"x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    Rule::new("newrelic-key", &["NRII-", "NRJS-", "NRRA-", "NRIQ-"], r"NR(?:II|JS|RA|IQ)-[A-Za-z0-9_-]{19,}"),
    Rule::new("newrelic-key", &["NRAL"], r"[A-Za-z0-9]{36}NRAL(?-u:\b)").after(Before::Run { bytes: alphanumeric, min: 36, max: 36 }),
    Rule::new("grafana-token", &["eyJrIjoi"], r"eyJrIjoi[A-Za-z0-9+/_-]{60,}={0,2}"),
    Rule::new("airtable-token", &["key"], r"key[A-Za-z0-9]{14}(?-u:\b)").after(Before::Gap).shaped(Shape::Random),
    Rule::new("figma-token", &["figo_", "figoh_", "figor_"], r"fig(?:o|oh|or)_[A-Za-z0-9_-]{36,}"),
    Rule::new("notion-token", &["secret_"], r"secret_[A-Za-z0-9]{40,50}(?-u:\b)"),
    Rule::new("paystack-key", &["FLWSECK"], r"FLWSECK(?:_TEST)?-[A-Za-z0-9-]{12,}"),
    Rule::new("easypost-key", &["EZAK", "EZTK"], r"EZ[AT]K[A-Za-z0-9]{54}"),
    Rule::new("prefect-key", &["pnu_", "pnb_"], r"pn[ub]_[A-Za-z0-9]{36}"),
    Rule::new("readme-key", &["rdme_"], r"rdme_[a-z0-9]{60,}"),
    Rule::new("maxmind-key", &["_mmk"], r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk").after(Before::Run { bytes: word_byte, min: 36, max: 36 }),
    Rule::new("wallet-key", &["xprv", "yprv", "zprv", "tprv"], r"[xyzt]prv[A-Za-z0-9]{100,}"),
    Rule::new("wallet-key", &["nsec1"], r"nsec1[02-9ac-hj-np-z]{58}"),
    Rule::new("twitter-token", &["AAAAAAAAAAAAAAAAAAAAA"], r"A{21,22}[A-Za-z0-9%]{70,}(?-u:\b)").after(Before::Gap).shaped(Shape::Random),
    Rule::new("password-hash", &["$2a$", "$2b$", "$2y$", "$apr1$", "$1$", "$5$", "$6$", "$y$", "$argon2", "$scrypt$", "$pbkdf2"], r"\$(?:2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}|(?:apr1|1)\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|[56]\$(?:rounds=[0-9]+\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}|y\$[./A-Za-z0-9]{1,12}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}|(?:argon2(?:id?|d)|scrypt|pbkdf2(?:-sha[0-9]+)?)\$[A-Za-z0-9=,$+/.-]{40,})"),
    Rule::new("password-hash", &["{SHA}", "{SSHA}", "{SSHA512}"], r"\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{27,}={0,2}"),
    Rule::new("password-hash", &["pbkdf2_sha256$", "bcrypt_sha256$", "scrypt:"], r"(?:pbkdf2_sha256\$[0-9]+\$[A-Za-z0-9]+\$|bcrypt_sha256\$|scrypt:[0-9:]+\$[A-Za-z0-9]+\$)[A-Za-z0-9+/=$.]{40,}"),
    // Providers without a rule of their own that name their keys alike: `duffel_live_…`, `rzp_test_…`.
    Rule::new(
        "api-key",
        &["_live_", "_test_", "_prod_", "_sandbox_", "_dev_", "_pat_", "_sk_", "_secret_", "_oat_", "_aat_", "_uat_", "_sat_", "_key_", "_token_", "_api_"],
        r"[a-z][a-z0-9]{1,12}_(?:live_[A-Za-z0-9_-]{16,}|(?:test|prod|sandbox|dev|pat|sk|secret|[ouas]at|key|token|api)_(?:[a-z0-9]{2,8}_)?[A-Za-z0-9]{10,}[A-Za-z0-9_-]{6,})",
    )
    .after(Before::Run { bytes: lower_or_digit, min: 2, max: 13 })
    .shaped(Shape::Undisclosed),
    Rule::new("api-key", &["live_", "test_"], r"(?:live|test)_[A-Za-z0-9]{28,}(?-u:\b)").after(Before::Gap).shaped(Shape::Undisclosed),
];
