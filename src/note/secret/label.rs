//! Secrets known by the word before them: `Password: …`, `API_KEY=…`, `密码：…`, `"pin": …`.

use std::ops::Range;

use crate::note::secret::{MASK, is_mixed};

/// What a label says about the value behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Any word may be the secret.
    Password,
    /// The word has other meanings: the value must look like no word.
    Token,
    /// A few digits.
    Digits,
    /// Words, to the end of the line.
    Phrase,
}

/// Words of labels in lower case, which may end a longer word (`Routerpasswort`, `DB_PASSWORD`).
const PASSWORDS: &str = "password|passwort|passwd|passcode|kennwort|mot de passe|contraseña|senha|\
    wachtwoord|пароль|密码|密碼|口令|パスワード|비밀번호|hasło|lösenord|adgangskode|passord|\
    salasana|jelszó|parola|şifre|heslo|κωδικός|كلمة المرور|كلمة السر|api key|api-key|api_key|\
    apikey|api-schlüssel|clé api|clave api|api 密钥|api密钥|secret key|secret_key|secret-key|\
    secretkey|client secret|client_secret|clientsecret|access key|access_key|accesskey|\
    private key|private_key|access token|access_token|accesstoken|auth token|auth_token|authtoken";
const TOKENS: &str = "token|secret|geheimnis|geheimschlüssel|jeton|令牌|密钥|credential|\
    license key|licence key|lizenzschlüssel|product key|produktschlüssel|recovery code|\
    recovery key|backup code|wiederherstellungscode|code de récupération|encryption key";
/// These end other words too, and must stand alone.
const SHORT_PASSWORDS: &str = "pwd|pw|psk|pass|mdp|wpa|wpa2";
const DIGITS: &str = "pin|puk|tan|cvv|cvc|otp|pin-code|pincode|pin码";

/// The word before a phrase from which the keys of a wallet are made.
const PHRASES: [&str; 4] = ["seed phrase", "recovery phrase", "mnemonic", "passphrase"];
/// Fewer words are prose on the matter.
const SHORTEST_PHRASE: usize = 4;

/// What stands behind such a label and is no secret: beginnings of sentences, and what programs say.
const NO_SECRETS: &str = "a always an and any are as ask at be bool boolean can change changed char das dem den der \
    die do ein eine el empty env ersetzen false field for forgot forgotten frag from func \
    function gespeichert get has hidden i ich if il im immer in input int is ist it je kann \
    kein keine la le leer lost mandatory min minimum missing must muss my n/a needed needs \
    never new nicht nie nil no none not notwendig null number object of ohne on optional or ou \
    please required reset same saved see self should sieh siehe so soll stored str string tbd \
    text that the there they this to todo true type undefined unbekannt unknown use used var \
    varchar ver vergessen void voir was we what when where which who why wie will with you \
    your ändern";

/// How far before the sign the label is looked for.
const LONGEST_LABEL: usize = 64;
/// How much of a value is read.
const LONGEST_VALUE: usize = 512;
const SHORTEST_PASSWORD: usize = 3;
const SHORTEST_TOKEN: usize = 8;
const DIGITS_OF_PIN: std::ops::RangeInclusive<usize> = 3..=12;

/// Adds the places of all values that are labelled as secrets.
pub fn find(text: &str, found: &mut Vec<Range<usize>>) {
    let mut before = ' ';
    let mut done = 0;
    for (at, sign) in text.char_indices() {
        let is_first = is_sign(sign) && !is_sign(before);
        before = sign;
        if !is_first || at < done {
            continue;
        }
        let Some(kind) = kind(label(text, at), sign) else { continue };
        let Some(value) = value(text, at + sign.len_utf8(), kind) else { continue };
        if text.get(value.clone()).is_some_and(|value| is_secret(value, kind)) {
            done = value.end;
            found.push(value);
        }
    }
}

fn is_sign(c: char) -> bool {
    matches!(c, ':' | '=' | '：' | '＝' | '|')
}

/// What may stand around a label or a value and is no part of it.
fn is_markup(c: char) -> bool {
    c.is_whitespace() || "*_~`\"'”’»)".contains(c)
}

/// What stands before a sign on its line, back to what parts it from other labels.
fn label(text: &str, sign: usize) -> &str {
    let mut start = sign.saturating_sub(LONGEST_LABEL);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let before = text.get(start..sign).unwrap_or_default();
    let is_cut = |c: char| is_sign(c) || "\r\n&?;,.!{}[]<>，。；、".contains(c);
    before.rsplit(is_cut).next().unwrap_or_default().trim_end_matches(is_markup)
}

/// What a label says about the value behind its sign.
fn kind(label: &str, sign: char) -> Option<Kind> {
    let label = label.to_lowercase();
    if PHRASES.iter().any(|word| label.ends_with(word)) {
        return Some(Kind::Phrase);
    }
    let (end, kind) = last_word(&label)?;
    let behind = label.get(end..).unwrap_or_default();
    let behind = behind.strip_prefix('s').unwrap_or(behind);
    let is_numbered = behind.trim_start().bytes().all(|byte| byte.is_ascii_digit());
    // `Passwortmanager: …` is about something else.
    if behind.starts_with(char::is_alphanumeric) && !is_numbered {
        return None;
    }
    let is_direct = is_numbered || behind.trim_start().starts_with('(');
    match kind {
        Kind::Digits => is_direct.then_some(kind),
        _ if is_direct && sign != '|' => Some(kind),
        // Cells of tables, and `Password of the router: …`.
        _ => Some(Kind::Token),
    }
}

/// The last word of a label that speaks of secrets, and where it ends.
fn last_word(label: &str) -> Option<(usize, Kind)> {
    let lists = [
        (Kind::Password, PASSWORDS),
        (Kind::Token, TOKENS),
        (Kind::Password, SHORT_PASSWORDS),
        (Kind::Digits, DIGITS),
    ];
    let mut last: Option<(usize, Kind)> = None;
    for (kind, list) in lists {
        for word in list.split('|') {
            let Some(start) = label.rfind(word) else { continue };
            let before = label.get(..start).and_then(|before| before.chars().next_back());
            let is_alone = before.is_none_or(|c| !c.is_alphanumeric());
            let may_end_words = list == PASSWORDS || list == TOKENS;
            let end = start + word.len();
            if (is_alone || may_end_words) && last.is_none_or(|(other, _)| other < end) {
                last = Some((end, kind));
            }
        }
    }
    last
}

/// The place of the value behind a sign, on the same line.
fn value(text: &str, sign_end: usize, kind: Kind) -> Option<Range<usize>> {
    let rest = text.get(sign_end..)?;
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\u{a0}' | '\u{3000}');
    let inside = rest.trim_start_matches(|c| is_sign(c) && c != '|' || c == '>');
    let inside = inside.trim_start_matches(|c| is_blank(c) || matches!(c, '*' | '_' | '~'));
    let quote = inside.chars().next().and_then(closing_quote);
    let at = |text: &str| sign_end + rest.len() - text.len();
    if let Some((open, close)) = quote {
        let quoted = inside.get(open.len_utf8()..)?;
        if let Some(length) = ends_at(quoted, |c| c == close) {
            return Some(at(quoted)..at(quoted) + length);
        }
        return None;
    }
    let is_phrase = kind == Kind::Phrase;
    let line = inside.get(..end_of(inside, |c| matches!(c, '\n' | '\r' | '|' | '[')))?;
    let length = if is_phrase { line.len() } else { end_of(line, is_end) };
    let value = line.get(..length)?.trim_end_matches(|c| is_markup(c) || ",;.".contains(c));
    Some(at(inside)..at(inside) + value.len())
}

/// Where a quotation ends, if it does on its line.
fn ends_at(text: &str, is_close: impl Fn(char) -> bool) -> Option<usize> {
    let length = end_of(text, |c| is_close(c) || matches!(c, '\n' | '\r'));
    text.get(length..)?.chars().next().filter(|c| is_close(*c))?;
    Some(length)
}

/// Where a text is over, or has gone on too long.
fn end_of(text: &str, is_end: impl Fn(char) -> bool) -> usize {
    let over = text.char_indices().find(|(at, c)| *at >= LONGEST_VALUE || is_end(*c));
    over.map_or(text.len(), |(at, _)| at)
}

/// Where a value without quotation marks ends; scripts without spaces go on with prose.
fn is_end(c: char) -> bool {
    c.is_whitespace() || "\"'`<>&]“”„«»".contains(c) || c >= '\u{2e80}'
}

fn closing_quote(open: char) -> Option<(char, char)> {
    let close = match open {
        '"' | '\'' | '`' => open,
        '“' => '”',
        '„' => '“',
        '‘' => '’',
        '«' => '»',
        _ => return None,
    };
    Some((open, close))
}

fn is_secret(value: &str, kind: Kind) -> bool {
    if value.starts_with(MASK) || value.contains("://") {
        return false;
    }
    let length = value.chars().count();
    match kind {
        Kind::Password => length >= SHORTEST_PASSWORD && is_password(value),
        Kind::Token => length >= SHORTEST_TOKEN && is_token(value),
        Kind::Digits => {
            DIGITS_OF_PIN.contains(&length) && value.bytes().all(|b| b.is_ascii_digit())
        }
        Kind::Phrase => {
            let words = value.split_whitespace().count();
            words >= SHORTEST_PHRASE || (words == 1 && is_secret(value, Kind::Password))
        }
    }
}

fn is_password(value: &str) -> bool {
    let word = value.to_lowercase();
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_said = NO_SECRETS.split(' ').any(|said| said == word);
    let is_hidden = value.chars().all(|c| value.starts_with(c));
    let is_program = value.starts_with(['$', '{', '%', '(', '@', '/'])
        || value.split_once('(').is_some_and(|(name, _)| is_name(name))
        || value.contains("env.")
        || value.contains("environ");
    !word.is_empty() && !is_said && !is_hidden && !is_program
}

/// Whether it may be the name of a function.
fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_alphabetic() || matches!(c, '_' | '.'))
}

fn is_token(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    digits >= 2 && is_mixed(value) && !value.starts_with("10.") && is_password(value)
}
