//! Keys of code hosting, build and package services.

use crate::secrets::rules::{Before, Rule, Shape};

pub(in crate::secrets) const RULES: &[Rule] = &[
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
            "glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-",
            "gloas-", "glsoat-", "glffct-",
        ],
        r"gl[a-z]{2,6}-[A-Za-z0-9_.-]{20,}",
    )
    .shaped(Shape::Random),
    Rule::new("npm-token", &["npm_"], r"npm_[A-Za-z0-9]{36,}"),
    Rule::new("pypi-token", &["pypi-"], r"pypi-[A-Za-z0-9_-]{40,}").shaped(Shape::Random),
    Rule::new("crates-token", &["cio"], r"cio[A-Za-z0-9]{32}(?-u:\b)").shaped(Shape::Random),
    Rule::new("gem-key", &["rubygems_"], r"rubygems_[a-f0-9]{48}"),
    Rule::new("docker-token", &["dckr_pat_", "dckr_oat_"], r"dckr_[po]at_[A-Za-z0-9_-]{20,}"),
    Rule::new("circleci-token", &["CCIPAT_"], r"CCIPAT_[A-Za-z0-9_]{30,}"),
    Rule::new("buildkite-token", &["bkua_"], r"bkua_[a-f0-9]{40}"),
    Rule::new("sourcegraph-token", &["sgp_"], r"sgp_[A-Za-z0-9_]{40,}"),
    Rule::new(
        "atlassian-token",
        &["ATATT3", "ATCTT3", "ATBB"],
        r"AT(?:[AC]TT3[A-Za-z0-9_=-]{50,}|BB[A-Za-z0-9]{32})",
    ),
    Rule::new("postman-key", &["PMAK-"], r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    Rule::new("gitlab-token", &["GR1348941"], r"GR1348941[A-Za-z0-9_-]{20,}"),
    Rule::new("gitlab-token", &["glwt-", "glkca-", "glrtr-"], r"gl[a-z]{2,6}-[A-Za-z0-9_.-]{20,}")
        .shaped(Shape::Random),
    Rule::new("circleci-token", &["CCIPRJ_"], r"CCIPRJ_[A-Za-z0-9_]{30,}"),
    Rule::new(
        "buildkite-token",
        &["bkaj_", "bkct_", "bkpt_"],
        r"bk(?:aj|ct|pt)_[A-Za-z0-9_-]{30,}",
    ),
    Rule::new(
        "atlassian-token",
        &["BBDC-", "ATTA"],
        r"BBDC-[A-Za-z0-9+/@_-]{40,}|ATTA[A-Fa-f0-9]{72}|ATTA[A-Za-z0-9]{60,}",
    ),
    Rule::new(
        "jfrog-token",
        &["AKCp", "cmVmdGtu"],
        r"AKCp[A-Za-z0-9]{60,}|cmVmdGtu[A-Za-z0-9]{50,}",
    ),
    Rule::new("nuget-key", &["oy2"], r"oy2[a-z0-9]{43}(?-u:\b)"),
    Rule::new("clojars-token", &["CLOJARS_"], r"CLOJARS_[a-z0-9]{50,}"),
    Rule::new("snyk-token", &["snyk_uat.", "snyk_sat."], r"snyk_[us]at\.[A-Za-z0-9._-]{40,}"),
    Rule::new("sourcegraph-token", &["sgamp_"], r"sgamp_[a-z]+_[A-Za-z0-9]{20,}_[0-9a-f]{64}"),
    Rule::new(
        "composer-token",
        &["packagist_"],
        r"packagist_(?:[ou][ru]t|ack)_[0-9a-f]{60,68}(?-u:\b)",
    ),
    Rule::new("depot-token", &["depot_"], r"depot_(?:org|project|user)_[0-9a-f]{64}"),
    Rule::new("deno-token", &["ddp_", "ddo_"], r"dd[po]_[A-Za-z0-9]{36}(?-u:\b)")
        .shaped(Shape::Random),
    Rule::new("cursor-key", &["key_", "crsr_"], r"(?:key|crsr)_[0-9a-f]{64}(?-u:\b)")
        .after(Before::Gap),
    Rule::new("sonar-token", &["sqp_", "squ_", "sqa_"], r"sq[pua]_[0-9a-f]{40}"),
    Rule::new("codecov-token", &["dnkey-", "tk-us-"], r"(?:dnkey|tk-us)-[A-Za-z0-9=_-]{26,}")
        .shaped(Shape::Random),
    Rule::new("octopus-key", &["API-"], r"API-[A-Z0-9]{25,32}(?-u:\b)").shaped(Shape::Random),
    Rule::new(
        "harness-token",
        &["pat.", "sat."],
        r"[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}(?-u:\b)",
    ),
];
