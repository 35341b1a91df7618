//! Keys of payment providers, shops and wallets, and of gaming and social networks.

use crate::secrets::rules::{Before, Rule, Shape};

pub(in crate::secrets) const RULES: &[Rule] = &[
    // Payments and shops.
    Rule::new(
        "adyen-key",
        &["AQE"],
        r"AQE[a-z]hmf[A-Za-z0-9+/]{60,}={0,2}(?:-[A-Za-z0-9+/=-]{20,})?",
    ),
    Rule::new(
        "mercado-pago-token",
        &["APP_USR-", "TEST-"],
        r"(?:APP_USR|TEST)-[0-9]{12,20}-[0-9]{6}-[0-9a-f]{32}-[0-9]{6,12}",
    ),
    Rule::new("woocommerce-key", &["ck_", "cs_"], r"c[ks]_[0-9a-f]{40}(?-u:\b)").after(Before::Gap),
    Rule::new("brex-token", &["bxt_"], r"bxt_[A-Za-z0-9]{36,}").shaped(Shape::Random),
    Rule::new(
        "shopify-token",
        &["shpua_", "shptka_", "prvtkn_"],
        r"(?:shpua|shptka|prvtkn)_[a-fA-F0-9]{32}(?-u:\b)",
    ),
    Rule::new(
        "razorpay-key",
        &["rzp_live_", "rzp_test_"],
        r"rzp_(?:live|test)_[A-Za-z0-9]{14}(?-u:\b)",
    )
    .shaped(Shape::Random),
    // Games and networks.
    Rule::new("discord-token", &["mfa."], r"mfa\.[A-Za-z0-9_-]{80,}").after(Before::Gap),
    Rule::new("twitch-token", &["oauth:"], r"oauth:([a-z0-9]{30})(?-u:\b)").shaped(Shape::Random),
    Rule::new("riot-key", &["RGAPI-"], r"RGAPI-[0-9a-f]{8}-[0-9a-f-]{27}"),
    Rule::new("pterodactyl-key", &["ptlc_", "ptla_"], r"ptl[ca]_[A-Za-z0-9]{43}(?-u:\b)"),
    Rule::new("linkedin-secret", &["WPL_AP1."], r"WPL_AP1\.[A-Za-z0-9.+/]{16,}={0,2}"),
    Rule::new("instagram-token", &["IGQV"], r"IGQV[A-Za-z0-9_-]{80,}").after(Before::Gap),
    Rule::new("pinterest-token", &["pina_"], r"pina_[A-Za-z0-9_-]{60,}"),
    // Bitcoin keys in the format that wallets export.
    Rule::new(
        "wallet-key",
        &["5H", "5J", "5K", "Kw", "Kx", "Ky", "Kz", "L1", "L2", "L3", "L4", "L5"],
        r"(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})(?-u:\b)",
    )
    .after(Before::Gap)
    .shaped(Shape::Drawn),
];
