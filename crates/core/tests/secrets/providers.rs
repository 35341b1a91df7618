//! Provider keys in the contexts where they occur.

use super::Form;
use super::draw::Draw;

/// Templates of keys with a known format.
const KEYS: &str = "\
AKIA{216} ASIA{216} AIza{s35} GOCSPX-{s28} ya29.{s80} 1//0{s60} ghp_{a36} gho_{a36} ghu_{a36} ghs_{a36} ghr_{a76} \
github_pat_{a22}_{a59} glpat-{s20} gldt-{s20} glrt-{s20} glptt-{h40} GR1348941{s20} npm_{a36} pypi-AgEIcHlwaS5vcmc{s120} \
cio{a32} rubygems_{h48} oy2{x43} CLOJARS_{x60} dckr_pat_{s27} xoxb-{d12}-{d12}-{a24} xoxp-{d12}-{d12}-{d12}-{h32} \
xoxe.xoxp-1-{s140} xapp-1-A{U10}-{d12}-{h64} sk_live_{a24} sk_test_{a24} rk_live_{a24} whsec_{a32} SK{h32} SG.{s22}.{s43} \
key-{h32} sk-{a48} sk-proj-{s120} sk-svcacct-{s80} sk-ant-api03-{s93}AA sk-ant-oat01-{s90} sk-or-v1-{h64} hf_{L34} gsk_{a52} \
xai-{a80} r8_{a37} pplx-{a48} nvapi-{s64} csk-{x48} pcsk_{a5}_{a60} jina_{h32}{s28} tgp_v1_{s43} fc-{h32} tvly-dev-{a32} \
lsv2_pt_{h32}_{h10} dapi{h32} dop_v1_{h64} HRKU-{id} v1.0-{h24}-{h146} sntrys_{b90} sntryu_{h64} NRAK-{U27} NRII-{s32} \
lin_api_{a40} ntn_{d11}{a35} secret_{a43} figd_{s40} pat{a14}.{h64} ATATT3{s180}={h8} ATCTT3{s180}={h8} ATBB{a32} \
shpat_{h32} shpss_{h32} shpca_{h32} sq0atp-{s22} sq0csp-{s43} EAAA{s60} access_token$production${x16}${h32} access-sandbox-{id} \
access-production-{id}  sbp_{h40} sb_secret_{s31} pscale_tkn_{s43} pscale_pw_{s43} hvs.{s90} hvb.{s130} {a14}.atlasv1.{s67} \
dp.pt.{a43} dp.st.prd.{a40} ops_eyJ{a240} AGE-SECRET-KEY-1{U58} glsa_{a32}_{h8} glc_{a80} phx_{a43} PMAK-{h24}-{h34} \
nfp_{a40} tskey-auth-{a12}-{a32} pul-{h40} fo1_{s43} fm2_{b120} CCIPAT_{a22}_{h40} bkua_{h40} sgp_{h16}_{h40} \
{h32}-us12 xkeysib-{h64}-{a16} {a3}8Q~{s32} LTAI{a20} EAACEdEose0cBA{a120} 1/{d16}:{h32} pk_{d8}_{U32} CFPAT-{s43} \
pat-na1-{id} sk.eyJ{a60}.{s22} sl.{s130} sdk-{id} xaat-{id} hcaik_{x58} dt0c01.{U24}.{U64} napi_{x64} vcp_{a56} rnd_{a32} \
A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5} snyk_uat.{h8}.{s60} sqp_{h40} AKCp{a69} duffel_live_{s43} shippo_live_{h40} rzp_live_{a14}{a10} \
sm_aat_{a24} polar_oat_{a40} rdme_{x70} FLWSECK_TEST-{h32}-X EZAK{a54} xprv9s21ZrQH143K{a96} nsec1qpzry9x8gf2tvdw0s3jn54khce6mua7lqpzry9x8gf2tvdw0s3jn54khceqp \
eyJhbGciOiJIUzI1NiJ9.eyJ{s60}.{s43} eyJhbGciOiJSUzI1NiJ9.eyJ{s200}.{s342} $2b$12${a53} $apr1${a8}${a22} $6${a16}${a86} \
api_org_{L34} sess-{a40} fw_{a24} e2b_{h40} pa-{s43} ABSK{b120}= {a52}JQQJ99{a26} \
sk_{h48} rpa_{U44} llx-{a48} m0-{a40} ak-{a22} as-{a22} wandb_v1_{s60} ctx7sk-{id} nfc_{a36} key_{h64} crsr_{h64} \
SWMTKN-1-{x50}-{x25} token-{x5}:{x54} nbp_{a36} akab-{x16}-{x16} sgamp_user_{a26}_{h64} packagist_ort_{h60} depot_org_{h64} \
ddp_{a36} glrtr-{s20} lin_wh_{a32} phs_{a43} sbp_oauth_{h40} signkey-prod-{h64} xau_{a40} dbtc_{s43} essu_{b80}== \
hbp_{a36} secret-{a40} secret-live-{s36}= unkey_{a24} sec-c-{b48} {x10}msh{x15}p1{x6}jsn{x12} retool_01{a26} v2.local.{s180} \
v4.public.{s200} AQEyhmf{b80}== APP_USR-{d16}-{d6}-{h32}-{d9} ck_{h40} bxt_{a40} shpua_{h32} rzp_live_{a14} mfa.{s84} \
RGAPI-{id} ptlc_{a43} WPL_AP1.{a16}.{b6}== IGQVJ{a140} pina_{a90}";

/// Contexts of a key.
const PLACES: [&str; 9] = [
    "¤",
    "the first one was ¤, I think",
    "{\"stdout\":\"line\\n¤\\nnext\"}",
    "export SOMETHING=¤",
    "const x = '¤';",
    "client: {{ key: \"¤\" }}",
    "curl https://api.example.com/v1 -H \"X-Thing: ¤\"",
    "- ¤\n- two",
    "| name | ¤ | yes |",
];

pub fn forms() -> Vec<Form> {
    let mut draw = Draw::new(7);
    let mut forms = Vec::new();
    for (at, template) in KEYS.split_whitespace().enumerate() {
        for round in 0..3 {
            let secret = draw.fill(template);
            let place = PLACES[(at + round * 4) % PLACES.len()];
            let text = place.replace('¤', &secret).replace("{{", "{").replace("}}", "}");
            forms.push(Form { family: "provider", text, secrets: vec![secret] });
        }
    }
    forms.extend(paired());
    forms
}

/// Secrets identified by the access key before them.
fn paired() -> Vec<Form> {
    let mut draw = Draw::new(8);
    let places = [
        "AKIA{216},¤",
        "Access key ID,Secret access key\nAKIA{216},¤\n",
        "AKIA{216}:¤",
        "new BasicAWSCredentials(\"AKIA{216}\", \"¤\")",
        "TYPE S3, KEY_ID 'AKIA{216}', SECRET '¤'",
    ];
    let mut form = |place: &str| {
        let secret = draw.fill("{b40}");
        let text = draw.fill(place).replace('¤', &secret);
        Form { family: "provider", text, secrets: vec![secret] }
    };
    places.into_iter().map(&mut form).collect()
}
