//! Function calls with a secret as argument: `smtp.login(user, "…")`.

use crate::secrets::rules::{Before, Rule, Shape};

/// An argument that is not the secret: an identifier or a quoted text.
macro_rules! other {
    () => {
        r"\s{0,20}(?:[bfru]?\\*['\x22`][^'\x22`\\\n]{0,160}\\*['\x22`]|[A-Za-z_$][A-Za-z0-9_$.>-]{0,64}),"
    };
}

/// The secret argument, in quotes.
macro_rules! quoted {
    () => {
        r"\s{0,20}[bfru]?\\*['\x22`]([^'\x22`\\\s]{4,256})\\*['\x22`]"
    };
}

const fn call(hallmarks: &'static [&'static str], pattern: &'static str) -> Rule {
    Rule::new("password", hallmarks, pattern).after(Before::Anything).shaped(Shape::Password)
}

pub(in crate::secrets) const RULES: &[Rule] = &[
    // `name:password`, to be encoded for a header.
    call(
        &["btoa(", "Buffer.from(", "b64encode("],
        r"(?:btoa|Buffer\.from|b64encode)\(\s{0,4}[bf]?\\*['\x22`][^'\x22`\\:\s]{1,64}:([^'\x22`\\\s]{4,256})\\*['\x22`]",
    ),
    // Second argument.
    call(
        &[
            "HTTPBasicAuth(",
            ".login(",
            "WiFi.begin(",
            "AES.encrypt(",
            "AES.decrypt(",
            "createHmac(",
            "signIn(",
            "jwt.sign(",
            "jwt.encode(",
            "jwt.verify(",
            "jwt.decode(",
        ],
        concat!(r"[A-Za-z0-9.]{1,20}\(", other!(), quoted!()),
    ),
    call(&["jwt.sign("], concat!(r"jwt\.sign\(\s{0,20}\{[^{}\n]{0,160}\},", quoted!())),
    call(
        &["EmailAndPassword("],
        concat!(
            r"EmailAndPassword\((?:\s{0,20}[a-z][A-Za-z]{0,20}(?:\(\))?,)?",
            other!(),
            quoted!()
        ),
    ),
    // Third argument (fourth for `Credentials`).
    call(
        &[
            "Sequelize(",
            "new PDO(",
            "mysqli_connect(",
            "new mysqli(",
            ".getConnection(",
            "create_superuser(",
            "createsuperuser(",
        ],
        concat!(r"[A-Za-z_. ]{1,20}\(", other!(), other!(), quoted!()),
    ),
    call(&["Credentials("], concat!(r"Credentials\(", other!(), other!(), other!(), quoted!())),
    // The last argument of whatever logs in.
    call(
        &[
            "ogin(",
            "og_in(",
            "uthenticate(",
            "redentials(",
            "redential(",
            "ign_in(",
            "ignIn(",
            "ogin_user(",
            "SMTP(",
            "uth(",
            "uthentication(",
        ],
        concat!(r"[A-Za-z_]{3,16}\((?:", other!(), r"){1,3}?", quoted!(), r"\s{0,20}[.)]"),
    )
    .shaped(Shape::Telling),
    call(
        &["connect(", "Connect(", "connection(", "Connection("],
        concat!(r"[A-Za-z]{6,12}\((?:", other!(), r"){1,4}", quoted!(), r"\s{0,20}[,)]"),
    )
    .after(Before::Gap)
    .shaped(Shape::Telling),
    call(
        &["connect(", "Connect(", "connection(", "Connection("],
        concat!(r"[A-Za-z]{6,12}\(", other!(), other!(), quoted!(), r","),
    )
    .after(Before::Gap)
    .shaped(Shape::Telling),
    // First argument.
    call(
        &["hmac.new(", "AES.new(", "bcrypt(", "cookieParser("],
        concat!(r"[A-Za-z.]{1,12}\(", quoted!()),
    ),
    Rule::new("secret", &["Fernet("], r"Fernet\(\s{0,4}b?\\*['\x22]([A-Za-z0-9_-]{43}=)"),
    Rule::new(
        "wallet-key",
        &["Wallet(", "accounts: ["],
        r"(?:Wallet\(|accounts: \[)\s{0,20}\\*['\x22`]((?:0x)?[0-9a-fA-F]{64})\\*['\x22`]",
    )
    .shaped(Shape::Random),
    Rule::new(
        "token",
        &["twilio(", "algoliasearch("],
        concat!(
            r"(?:twilio|algoliasearch)\(",
            other!(),
            r"\s{0,20}\\*['\x22`]([0-9a-f]{32})\\*['\x22`]"
        ),
    ),
    Rule::new(
        "wallet-key",
        &["fromSecretKey("],
        r"fromSecretKey\((?:new )?(?:Uint8Array(?:\.from)?\()?\[((?:[0-9]{1,3},\s{0,4}){31,63}[0-9]{1,3})\]",
    ),
    // A test that types into a password field.
    call(
        &[".fill(", ".type(", ".sendKeys("],
        concat!(r"\.(?:fill|type|sendKeys)\([^\n,]{0,80}(?:[Pp]assw|pwd)[^\n,]{0,40},", quoted!()),
    ),
    call(
        &[
            "getByLabel(",
            "getByPlaceholder(",
            "getByTestId(",
            "locator(",
            "cy.get(",
            "find_element(",
            "findElement(",
        ],
        concat!(
            r"[A-Za-z._]{1,20}\([^\n]{0,60}(?:[Pp]assw|pwd)[^\n]{0,30}\)\.(?:fill|type|send_keys|sendKeys)\(",
            quoted!()
        ),
    ),
];
