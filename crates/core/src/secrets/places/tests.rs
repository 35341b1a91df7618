//! Secrets that are masked by their context, and other values in the same contexts.

use crate::secrets::mask;

/// Texts with their secrets between `⟪` and `⟫`. All are invented.
const MASKED: &[&str] = &[
    // Commands.
    "echo '⟪Lagune&Specht77⟫' | docker login r.site.net -u ci --password-stdin",
    "printf '%s' '⟪qZ8sLw03TtRk2mVd9xYb⟫' | gh secret set DEPLOY_KEY",
    "echo \"⟪root:Specht!41⟫\" | sudo chpasswd",
    "wrangler secret put NAME <<< \"⟪qZ8sLw03TtRk2mVd9xYb⟫\"",
    "curl -sSfu ci:⟪Lagune77⟫ https://nexus.site.net",
    "curl -u \"⟪qZ8sLw03TtRk2mVd9xYb⟫:\" https://pay.site.net",
    "curl -b ⟪session=qZ8sLw03TtRk2mVd9xYb⟫ https://site.net",
    "gh secret set DB_LOGIN -b '⟪Lagune!77x⟫'",
    "aws secretsmanager create-secret --name db --secret-string '⟪Lagune!77x⟫'",
    "aws ssm put-parameter --name /app/db --type SecureString --value '⟪Lagune!77x⟫'",
    "az keyvault secret set --vault-name v --name db --value \"⟪Lagune!77x⟫\"",
    "vault kv put secret/api value=⟪Lagune!77x⟫",
    "dotnet user-secrets set \"Db:Login\" \"⟪Lagune!77x⟫\"",
    "openssl enc -aes-256-cbc -k ⟪Lagune!77x⟫ -in a -out b",
    "ssh-keygen -t ed25519 -N \"⟪Lagune!77x⟫\" -f k",
    "security unlock-keychain -p ⟪Lagune!77x⟫ build.keychain",
    "xcrun altool --upload-app -u me@site.net -p ⟪kqzt-mbva-wrhx-jody⟫",
    "wandb login ⟪3f9a1c07d2b84e65a0c9178fbd23e6480a5c71d9⟫",
    "snyk auth ⟪1d2c7a90-4b3e-4f58-9a61-0c7e5d8b2f34⟫",
    "mc alias set m http://localhost:9000 minioadmin ⟪Lagune77x⟫",
    "redis-cli -h cache AUTH ⟪Lagune!77x⟫",
    "ACL SETUSER app on >⟪Lagune!77x⟫ ~* +@all",
    "sqlplus system/⟪Lagune77x⟫@//db:1521/XE",
    "ldapadd -x -D cn=admin,dc=x -w '⟪Lagune!77x⟫' -f a.ldif",
    "rabbitmqctl add_user app ⟪Lagune77x⟫",
    "mosquitto_pub -h h -u me -P ⟪Lagune!77x⟫ -t x",
    "xfreerdp /u:me /p:⟪Lagune!77x⟫ /v:host",
    "htpasswd -nb me ⟪Lagune!77x⟫",
    "jenkins-cli -auth admin:⟪117f3a9c52d08b46e1a7c93f5d20b8e64c⟫ build x",
    // URLs and connection strings.
    "https://eth-mainnet.g.alchemy.com/v2/⟪qZ8sLw03TtRk2mVd9xYbP4nH7cJf1GuE⟫",
    "https://hook.eu1.make.com/⟪4k8zq1w7vx0m3t9rj2yb6hn5cdf1gsla⟫",
    "https://api.netlify.com/build_hooks/⟪5f1d0a9c37b2e84d61c0f7a8⟫",
    "https://app.site.net/reset-password/⟪qZ8sLw03TtRk2mVd9xYbP4nH7cJf1GuE⟫",
    "https://hc-ping.com/⟪1d2c7a90-4b3e-4f58-9a61-0c7e5d8b2f34⟫",
    "jdbc:oracle:thin:app/⟪Lagune77⟫@db:1521:XE",
    "{\"url\":\"postgres:\\/\\/app:⟪Lagune77⟫@db\\/shop\"}",
    "Server=db;UID=sa;PWD={⟪Lagune77x⟫};",
    "trojan://⟪Lagune77⟫@10.1.2.3:443",
    // Calls.
    "btoa(\"admin:⟪Lagune!77x⟫\")",
    "new PDO('mysql:host=db;dbname=x', 'app', '⟪Lagune!77x⟫');",
    "DriverManager.getConnection(\"jdbc:postgresql://db/x\", \"app\", \"⟪Lagune!77x⟫\");",
    "smtp.login(user, \"⟪Lagune!77x⟫\")",
    "jwt.sign(payload, \"⟪qZ8sLw03TtRk2mVd9xYb⟫\")",
    "crypto.createHmac('sha256', '⟪qZ8sLw03TtRk2mVd9xYb⟫')",
    "await page.fill('#password', '⟪Lagune!77x⟫');",
    "cy.get('[name=password]').type('⟪Lagune!77x⟫')",
    "WiFi.begin(\"Home\", \"⟪Lagune77x⟫\");",
    // SQL.
    "INSERT INTO users (email, password) VALUES ('a@site.net', '⟪Lagune!77x⟫');",
    // A long cell before it.
    "INSERT INTO users (about, password) VALUES ('long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much long text that says much', '⟪Lagune!77x⟫');",
    "UPDATE users SET password = crypt('⟪Lagune!77x⟫', gen_salt('bf')) WHERE id = 1;",
    "UPDATE wp_users SET user_pass = MD5('⟪Lagune!77x⟫') WHERE ID = 1;",
    "PRAGMA key = '⟪Lagune!77x⟫';",
    "CREATE USER app IDENTIFIED BY ⟪Lagune!77x⟫;",
    "CREATE LOGIN app WITH PASSWORD = N'⟪Lagune!77x⟫';",
    // Files and hashes.
    "user default on >⟪Lagune!77x⟫ ~* &* +@all",
    "snmp-server community ⟪Lagune77x⟫ RO",
    "me:500:aad3b435b51404eeaad3b435b51404ee:⟪5f1d0a9c37b2e84d61c0f7a85f1d0a9c⟫:::",
    "[smtp.site.net]:587 me@site.net:⟪Lagune77x⟫",
    "url: ⟪cG9zdGdyZXM6Ly9hcHA6TGFndW5lNzd4QGRiL3Nob3A=⟫",
    "me:{SHA}⟪qZ8sLw03TtRk2mVd9xYbP4nH7cJ=⟫",
];

/// Values in the same contexts that are no secrets.
const STAY: &[&str] = &[
    // Commands.
    "echo $TOKEN | docker login -u me --password-stdin",
    "echo \"$TOKEN\" | gh auth login --with-token",
    "echo 'Lagune77x' | base64",
    "cat key.txt | docker login -u me --password-stdin",
    "wrangler secret put NAME < token2.txt",
    "docker run -p 8080:80 -v data1:/data image2",
    "mycli -h db -P 13306 -u root",
    "cqlsh -p $CASSANDRA_PASSWORD2 host",
    "sqlcmd -S localhost,14333 -U sa -P \"$SA_PASSWORD2\"",
    "openssl enc -aes-256-cbc -k \"$KEY2\" -in a1 -out b2",
    "openssl s_client -connect host2:443 -K /etc/ssl/key2.pem",
    "ssh-keygen -t ed25519 -N \"\" -f key2",
    "security import cert2.p12 -k build2.keychain -P \"$P12_PASSWORD\"",
    "vault kv put secret/api value=@file2.json",
    "aws ssm put-parameter --name /app/v --type String --value v1.2.3",
    "aws secretsmanager create-secret --name db2 --secret-string file://db2.json",
    "redis-cli -h cache2 -p 16379 ping",
    "kubectl get pods -t 30s2 -o wide",
    "vercel -t $VERCEL_TOKEN deploy",
    "net user Administrator /active:yes",
    "sqlplus / as sysdba2",
    // URLs and paths.
    "https://site.net/hooks/use-local-storage-state",
    "https://site.net/docs/reset/how-to-reset-your-password-on-windows-11",
    "https://site.net/invite/summer-party-2024-in-the-garden",
    "https://mainnet.infura.io/v3/YOUR-PROJECT-ID",
    "https://eth-mainnet.g.alchemy.com/v2/your-api-key",
    "import { useThing } from '../hook/useLocalStorageStateWithDefault2'",
    "https:\\/\\/site.net:8080\\/path",
    // Calls.
    "btoa(user + \":\" + pass)",
    "btoa(\"name:value\")",
    "smtp.login(user, password)",
    "await client.login(\"name\", \"value\")",
    "jwt.sign(payload, process.env.JWT_SECRET2)",
    "jwt.sign({ id: 1 }, privateKey, { algorithm: 'RS256' })",
    "jwt.verify(token, publicKey, 'RS256x')",
    "crypto.createHmac('sha256', secret2).update('body12')",
    "await page.fill('#email2', 'me2@site.net');",
    "await page.getByLabel('Password').fill(password2)",
    "new PDO($dsn, $user, $pass2)",
    "mysqli_connect($host, $user, $pass, 'shop2')",
    // SQL, and what looks like a key.
    "INSERT INTO users (email, password) VALUES ($1, $2)",
    "INSERT INTO users (email, password) VALUES ('a2@site.net', :password2)",
    "SELECT * FROM users WHERE password = crypt($1, password)",
    "SELECT md5('hello');",
    "CREATE USER app IDENTIFIED BY :password2;",
    "the session identified by input.SessionID—if it ended",
    "PRAGMA key_columns = 12;",
    "{\"k\": \"v\", \"p\": \"1.2.3\", \"q\": \"search terms\", \"d\": \"2024-01-01\"}",
    "url: cG9zdGdyZXM=",
    "set -o pipefail; grep -on >out2.txt",
];

#[test]
fn secrets_are_masked_by_their_place() {
    for marked in MASKED {
        let (before, rest) = marked.split_once('⟪').unwrap_or_default();
        let (secret, after) = rest.split_once('⟫').unwrap_or_default();
        let masked = mask(&format!("{before}{secret}{after}")).into_owned();
        assert!(!masked.contains(secret), "{marked} -> {masked}");
        assert!(masked.starts_with(before), "{marked} -> {masked}");
        assert!(masked.ends_with(after), "{marked} -> {masked}");
        assert_eq!(mask(&masked), masked);
    }
}

#[test]
fn what_stands_in_the_same_places_stays() {
    let changed: Vec<_> = STAY.iter().filter(|line| mask(line) != **line).collect();
    let masked: Vec<_> = changed.iter().map(|line| mask(line)).collect();
    assert!(masked.is_empty(), "{masked:#?}");
}
