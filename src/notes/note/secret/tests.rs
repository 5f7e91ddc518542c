//! Secrets as they occur in notes, and text that only looks like one.

use crate::notes::note::secret::*;
use crate::values::text::assert_linear;

/// Checks the masked text, in which `[masked]` replaces each secret.
fn check(text: &str, expected: &str) {
    let masked = mask_secrets(text);
    assert_eq!(masked.text, expected, "{text}");
    assert_eq!(masked.secret_count, expected.matches(MASK).count(), "{text}");
    assert_eq!(mask_secrets(expected).secret_count, 0, "{expected} is masked once more");
}

fn stays(text: &str) {
    check(text, text);
}

/// A made-up body of a key.
const BODY: &str = "4fJ9xQ2mZ7rT1vB8nK5cW3hL6pD0sG";

#[test]
fn keys_in_known_formats_are_masked_everywhere() {
    let prefixes = [
        "sk-",
        "sk-ant-api03-",
        "sk-proj-",
        "sk-or-v1-",
        "ghp_",
        "github_pat_11A_",
        "AIzaSy12345",
        "xoxb-1234567890-",
        "glpat-",
        "hf_",
        "npm_",
        "tvly-dev-",
        "sk_live_",
        "rk_test_",
        "gsk_",
        "whsec_",
        "pplx-",
    ];
    for prefix in prefixes {
        check(&format!("my key {prefix}{BODY}, keep"), "my key [masked], keep");
        check(&format!("`{prefix}{BODY}`"), "`[masked]`");
        check(&format!("密钥{prefix}{BODY}。"), "密钥[masked]。");
    }
    check("id AKIAIOSFODNN7EXAMPLE.", "id [masked].");
    check(
        "https://x.org/?a=1&k=AIzaSyA4fJ9xQ2mZ7rT1vB8nK5cW3hL6pD0s",
        "https://x.org/?a=1&k=[masked]",
    );
}

#[test]
fn signed_tokens_and_bearer_tokens_are_masked() {
    check("t eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN, ok", "t [masked], ok");
    check("Authorization: Bearer abc.def-123456789", "Authorization: Bearer [masked]");
    check(
        "curl -H 'authorization: basic dXNlcjpwYXNzMTIz'",
        "curl -H 'authorization: basic [masked]'",
    );
    stays("The bearer of bad news, Bearer authentication and basic understanding.");
}

#[test]
fn private_keys_are_masked_as_a_block() {
    let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAbC/+=\n-----END RSA PRIVATE KEY-----";
    check(&format!("a\n{key}\nb {key}"), "a\n[masked]\nb [masked]");
    check("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\n\nprose", "[masked]\n\nprose");
    stays("-----BEGIN PUBLIC KEY-----\nMIIBIj\n-----END PUBLIC KEY-----");
}

#[test]
fn values_labelled_as_a_password_are_masked() {
    let cases = [
        ("Password: ", ""),
        ("passwort = ", ""),
        ("- **Passwort:** ", ""),
        ("PW: ", " (router)"),
        ("WLAN-Kennwort: ", ""),
        ("Routerpasswort: `", "`"),
        ("DB_PASSWORD=", ""),
        ("{\"password\": \"", "\"}"),
        ("mot de passe : ", ""),
        ("contraseña: ", ", vale"),
        ("пароль: ", "."),
        ("密码：", "，然后"),
        ("パスワード：", "です"),
        ("비밀번호: ", ""),
        ("Password (mail): ", ""),
        ("password:: ", ""),
        ("password2: ", ""),
        ("user: bob, pwd: ", ""),
        ("OPENAI_API_KEY=\"", "\""),
        ("API key: ", ""),
        ("apiKey: '", "',"),
        ("https://x.org/a?api_key=", "&b=c"),
    ];
    for (before, behind) in cases {
        for secret in ["hunter2", "Sommer!Regen", "swordfish", "x9$kQ-7_z", "correct.horse"] {
            check(
                &format!("a\n{before}{secret}{behind}\nb"),
                &format!("a\n{before}[masked]{behind}\nb"),
            );
        }
    }
    check("password: \"correct horse battery\"", "password: \"[masked]\"");
    check("Seed phrase: apple river stone cloud tiger moon", "Seed phrase: [masked]");
}

#[test]
fn values_with_an_ambiguous_label_must_not_look_like_a_word() {
    check("token: a8f3k2m9", "token: [masked]");
    check("Secret = 3f2a1b4c-5d6e-4f70-8a9b-0c1d2e3f4a5b", "Secret = [masked]");
    check("Lizenzschlüssel: ABCD-1234-EFGH", "Lizenzschlüssel: [masked]");
    check("Passwort für den Router: tz7-Kq92-w", "Passwort für den Router: [masked]");
    check("| Password | hunter42x |", "| Password | [masked] |");
    check("PIN: 4711 and puk=12345678", "PIN: [masked] and puk=[masked]");
    stays("Token: a unit of text. The secret: time. Secret: GPT-4-turbo");
    stays("Spin: 4711, GPIO pin: 13, tokens used: 123456789");
    stays("id 3f2a1b4c-5d6e-4f70-8a9b-0c1d2e3f4a5b");
}

#[test]
fn prose_about_passwords_stays() {
    stays("Password: see [[Safe]]. Passwort: siehe Tresor. Password: must be long.");
    stays("Password: [[Safe]], password: $PASSWORD, password: string, password = getpass()");
    stays("Passwortmanager: KeePass. The password policy has rules: length, age. password: ****");
    stays("密码：不要告诉别人。 Password reset: https://example.org/reset/abc");
    stays("docker run -v $(pwd):/certs/ and proxy_pass http://$upstream:8080;");
    stays("The tokenizer: fast. Secretary: Ann. password:\n\nNext paragraph.");
}

#[test]
fn logins_in_urls_are_masked() {
    check("see https://bob:s3cret@example.org/x", "see https://[masked]@example.org/x");
    check("postgres://u:p%40ss@db:5432/x)", "postgres://[masked]@db:5432/x)");
    stays("https://example.org:8080/a@b:c https://bob@example.org mail bob@example.org");
}

#[test]
fn cards_and_accounts_are_masked_by_their_check_digits() {
    check("card 4111 1111 1111 1111, exp", "card [masked], exp");
    check("5555555555554444.", "[masked].");
    check("3782 822463 10005", "[masked]");
    check("IBAN DE89 3704 0044 0532 0130 00 bei", "IBAN [masked] bei");
    check("GB82WEST12345698765432 or FR1420041010050500013M02606", "[masked] or [masked]");
    stays("4111 1111 1111 1112, DE88 3704 0044 0532 0130 00, +4111111111111111");
    stays("ISBN 978-3-16-148410-0 and 9783161484100, 20240115103000, 1700000000000");
    stays("10.1000/4111111111111111 and 4000 5000 6000 people");
}

#[test]
fn long_random_strings_are_masked() {
    check("x 4fJ9xQ2mZ7rT1vB8nK5cW3hL y", "x [masked] y");
    check("(dGhp/cyBpcyB4K2E5Zg8Qm3Rt7Vw1Yz==)", "([masked])");
    check("k3j5h2w9q4h5k2j3x4z5j2v3k4b7n6m1", "[masked]");
}

#[test]
fn long_strings_that_are_no_secrets_stay() {
    let cases = [
        "commit 5f2b1c9e8d7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e",
        "Donaudampfschifffahrtsgesellschaftskapitän und Rindfleischetikettierung",
        "2-(4-isobutylphenyl)propanoic 1-methyl-4-phenyl-1-2-3-6-tetrahydropyridine",
        "InChI=1S/C8H10N4O2/c1-10-4-9-6-5(10)7(13)12(3)8(14)11(6)2/h4H,1-3H3",
        "BSYNRYMUTXBXSQ-UHFFFAOYSA-N CN1C=NC2=C1C(=O)N(C(=O)N2C)C",
        "https://example.org/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvWx/view",
        "[doc](https://example.org/1A2b3C4d5E6f7G8h9I0jKlMnOp) doi:10.1000/aB3dE5gH7jK9mN1pQ3sT5vW7",
        "[[20240115 AbC1dE2fG3hI4jK5lM6nO7pQ8]] ![[Pasted image 20240115103000.png]]",
        "Iso8601DateTimeFormatterV2Factory getHTTPResponseCodeForUser2024 hf_hub_download_v2_files",
        "IMG_20240115_103000_HDR-COLLAGE src/notes/index/Tokenize24/mod_v2.rs sk-learn-pipeline-and-grid",
        "ACGTACGTACGTACGTACGTACGTACGTACGT MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV",
        "堆肥需要氧气和水分，温度会升高。Ratio: 3:1, at 10:30, x = 5, f(x) = 2x",
        "integrity sha512-aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fH3jL5nP7rT9vX1zB==",
        "| a | b |\n|---|:-:|\n| 1 | 2 |\n\n> [!note]- Title: text\n\n$E = mc^2$ %% note: x %%",
    ];
    cases.into_iter().for_each(stays);
}

#[test]
fn texts_made_to_waste_time_take_linear_work() {
    let pieces = [
        "password=",
        "password: ",
        "-----BEGIN PRIVATE KEY ",
        "://a:",
        "=",
        "4111 ",
        "AB12 ",
        "aB1",
        "\"pw\":\"",
        "Bearer ",
        "eyJaaaaaaaaa.",
        "password: \"",
    ];
    for piece in pieces {
        assert_linear(piece, 20_000 / piece.len(), |text| {
            mask_secrets(text);
        });
    }
}

proptest::proptest! {
    #[test]
    fn masked_text_stays_unchanged(
        text in "((password|Passwort|token|PIN|api_key|密码|Bearer|seed phrase)?[ *\"'`]{0,2}(:|=|：|[|]|://)?[ \"'`*(\\[@]{0,2}(hunter2|4711|a8f3k2m9z|sk-4fJ9xQ2mZ7rT1vB8nK5cW3|4111 1111 1111 1111|u:p@x|\\[masked\\]|DE89370400440532013000|k3j5h2w9q4h5k2j3x4z5j2v3k4b7n6m1|see)?[\"'`), \n|&/.-]{0,2}){0,6}|\\PC{0,60}"
    ) {
        let once = mask_secrets(&text).text.into_owned();
        let twice = mask_secrets(&once);
        proptest::prop_assert_eq!(&twice.text, &once);
    }
}
