//! Keys of AI models and cloud providers.

use super::{alphanumeric, base64, secret_byte};
use crate::secrets::rules::{Before, Rule, Shape};

/// An AWS access key; the group is the secret key, the forty characters that follow it.
macro_rules! access_key_and_secret {
    () => {
        concat!(
            r"A(?:KI|SI)A[A-Z2-7]{16}(?:[^A-Za-z0-9+/=]{1,12}[A-Za-z_]{1,24}){0,4}?[^A-Za-z0-9+/]{1,12}",
            r"([A-Za-z0-9+/]{40})(?:[^A-Za-z0-9+/=]|\z)",
        )
    };
}

pub(in crate::secrets) const RULES: &[Rule] = &[
    Rule::new("jwt", &["eyJ"], r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{8,})+").after(Before::Gap),
    // Encrypted tokens, whose second part is empty when the key is shared directly.
    Rule::new("jwt", &["eyJ"], r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]{8,}){3}").after(Before::Gap),
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
    Rule::new("model-key", &["sk_"], r"sk_[0-9a-f]{48}(?-u:\b)").after(Before::Gap),
    Rule::new("model-key", &["rpa_"], r"rpa_[A-Za-z0-9]{40,50}(?-u:\b)").after(Before::Gap).shaped(Shape::Random),
    Rule::new("model-key", &["llx-"], r"llx-[A-Za-z0-9]{40,}").after(Before::Gap).shaped(Shape::Random),
    Rule::new("model-key", &["m0-", "nk-"], r"(?:m0-[A-Za-z0-9]{40}|nk-[A-Za-z0-9_-]{43})(?-u:\b)").after(Before::Gap).shaped(Shape::Drawn),
    Rule::new("model-key", &["ak-", "as-"], r"a[ks]-[A-Za-z0-9]{22}(?-u:\b)").after(Before::Gap).shaped(Shape::Drawn),
    Rule::new("model-key", &["BSA"], r"BSA[A-Za-z0-9_-]{27,28}(?-u:\b)").after(Before::Gap).shaped(Shape::Drawn),
    Rule::new("model-key", &["wandb_v1_"], r"wandb_v1_[A-Za-z0-9_-]{40,}"),
    Rule::new("model-key", &["ctx7sk-"], r"ctx7sk-[0-9a-f]{8}-[0-9a-f-]{27}(?-u:\b)"),
    // Clouds. The text right after an access key is its secret, whatever it is called.
    Rule::new("aws-secret-key", &["AKIA", "ASIA"], access_key_and_secret!()).shaped(Shape::Drawn),
    Rule::new(
        "aws-secret-key",
        &["Credentials("],
        concat!(r"Credentials\(\s{0,20}\\*['\x22]", access_key_and_secret!()),
    )
    .after(Before::Anything)
    .shaped(Shape::Drawn),
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
    Rule::new("netlify-token", &["nfp_", "nfc_"], r"nf[pc]_[A-Za-z0-9]{36,}"),
    Rule::new("tailscale-key", &["tskey-"], r"tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{16,}"),
    Rule::new("pulumi-token", &["pul-"], r"pul-[a-f0-9]{40}"),
    Rule::new("vault-token", &["hvs.", "hvb.", "hvr."], r"hv[sbr]\.[A-Za-z0-9_-]{24,}"),
    Rule::new(
        "doppler-token",
        &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
        r"dp\.[a-z]{2,5}\.[A-Za-z0-9._-]{40,}",
    ),
    Rule::new("1password-token", &["ops_eyJ"], r"ops_eyJ[A-Za-z0-9+/=_-]{100,}"),
    Rule::new("openai-key", &["sess-"], r"sess-[A-Za-z0-9]{40}(?-u:\b)"),
    Rule::new("huggingface-token", &["api_org_"], r"api_org_[A-Za-z0-9]{30,}"),
    Rule::new("model-key", &["nvapi-"], r"nvapi-[A-Za-z0-9_-]{40,}"),
    Rule::new("model-key", &["csk-"], r"csk-[a-z0-9]{40,}").shaped(Shape::Random),
    Rule::new("model-key", &["pcsk_"], r"pcsk_[A-Za-z0-9_]{40,}"),
    Rule::new("model-key", &["jina_"], r"jina_[A-Za-z0-9_-]{50,}").shaped(Shape::Random),
    Rule::new("model-key", &["fw_"], r"fw_[A-Za-z0-9]{20,}").shaped(Shape::Random),
    Rule::new("model-key", &["tgp_v1_"], r"tgp_v1_[A-Za-z0-9_-]{40,}"),
    Rule::new("model-key", &["fc-"], r"fc-[0-9a-f]{32}(?-u:\b)"),
    Rule::new("model-key", &["pa-"], r"pa-[A-Za-z0-9_-]{43}(?-u:\b)").after(Before::Gap).shaped(Shape::Random),
    Rule::new("model-key", &["e2b_"], r"e2b_[0-9a-f]{40}"),
    Rule::new("model-key", &["AQ.Ab"], r"AQ\.Ab[A-Za-z0-9_-]{40,}"),
    Rule::new("model-key", &["ABSK"], r"ABSK[A-Za-z0-9+/]{80,}={0,2}"),
    Rule::new("aws-access-key", &["bedrock-api-key-"], r"bedrock-api-key-[A-Za-z0-9+/=_-]{40,}"),
    Rule::new("azure-secret", &["Q~"], r"[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?-u:\b)")
        .after(Before::Run { bytes: secret_byte, min: 4, max: 4 }).shaped(Shape::Random),
    Rule::new("azure-secret", &["JQQJ99"], r"[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}").after(Before::Run { bytes: alphanumeric, min: 52, max: 52 }),
    Rule::new("azure-secret", &["AZDO"], r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}").after(Before::Run { bytes: alphanumeric, min: 76, max: 76 }),
    Rule::new("azure-secret", &["+ASt", "+ACR", "+ASb", "AzCa", "AzSe", "+AEh", "ACDb", "AIoT", "AzFu"], r"[A-Za-z0-9+/_-]{30,88}(?:\+A(?:St|CR|Sb|Eh)|AzCa|AzSe|ACDb|AIoT|AzFu)[A-Za-z0-9+/_-]{4,9}={0,2}")
        .after(Before::Run { bytes: base64, min: 33, max: 80 }).shaped(Shape::Random),
    Rule::new("alibaba-key", &["LTAI"], r"LTAI[A-Za-z0-9]{12,24}(?-u:\b)").shaped(Shape::Random),
    Rule::new("tencent-key", &["AKID"], r"AKID[A-Za-z0-9]{32}(?-u:\b)").shaped(Shape::Random),
    Rule::new("yandex-key", &["AQVN", "YCA", "y0_", "y1__"], r"(?:AQVN[A-Za-z0-9_-]{35,38}|YC[A-Za-z0-9_-]{38}|y[01]_[A-Za-z0-9_-]{40,})(?-u:\b)").shaped(Shape::Random),
    Rule::new("vercel-token", &["vcp_", "vck_", "vca_", "vci_", "vcr_", "vercel_blob_rw_"], r"(?:vc[pkair]|vercel_blob_rw)_[A-Za-z0-9_]{24,}").shaped(Shape::Random),
    Rule::new("render-key", &["rnd_"], r"rnd_[A-Za-z0-9]{24,}").shaped(Shape::Random),
    Rule::new("terraform-token", &[".atlasv1."], r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{50,}").after(Before::Run { bytes: alphanumeric, min: 14, max: 14 }),
    Rule::new("vault-token", &["s.", "b."], r"[sb]\.[A-Za-z0-9]{24}(?-u:\b)").after(Before::Gap).shaped(Shape::Random),
    Rule::new("infisical-token", &["st."], r"st\.[0-9a-f-]{24,36}\.[0-9a-f]{32}\.[0-9a-f]{32}"),
    Rule::new("openshift-token", &["sha256~"], r"sha256~[A-Za-z0-9_-]{40,}"),
    Rule::new("swarm-token", &["SWMTKN-1-"], r"SWMTKN-1-[a-z0-9]{40,55}-[a-z0-9]{20,30}"),
    Rule::new("cluster-token", &["K10"], r"K10[0-9a-f]{64}::(?:[a-z-]{1,16}:)?[A-Za-z0-9.-]{16,}").after(Before::Gap),
    Rule::new("rancher-token", &["token-"], r"token-[a-z0-9]{5}:[a-z0-9]{54}(?-u:\b)"),
    Rule::new("cloudflare-token", &["eyJhIjoi"], r"eyJhIjoi[A-Za-z0-9+/_-]{80,}={0,2}").after(Before::Gap),
    Rule::new("netbird-token", &["nbp_"], r"nbp_[A-Za-z0-9]{36}(?-u:\b)").shaped(Shape::Random),
    Rule::new("akamai-token", &["akab-"], r"akab-[a-z0-9]{16}-[a-z0-9]{16}(?-u:\b)"),
    Rule::new("digitalocean-token", &["DO00"], r"DO00[A-Z0-9]{16}(?-u:\b)").after(Before::Gap).shaped(Shape::Random),
    Rule::new("scaleway-key", &["SCW"], r"SCW[A-Z0-9]{17}(?-u:\b)").after(Before::Gap).shaped(Shape::Random),
    Rule::new("1password-key", &["A3-"], r"A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,6}){4,6}(?-u:\b)"),
    Rule::new("fly-token", &["FlyV1 "], r"FlyV1 (f[A-Za-z0-9_+/=,-]{40,})"),
];
