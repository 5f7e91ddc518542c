//! Finds secrets by their format: keys with a known prefix, signed tokens (JWT), blocks with
//! private keys, tokens after `Bearer`, and user name and password in a URL.

use std::ops::Range;

use crate::notes::note::secret::scan_helpers::{char_runs, has_letters_and_digits};
use crate::values::text::add_steps;

/// Formats of keys: the prefix, the minimum length of the text after the prefix, and the minimum
/// length of the longest part of this text between `-` and `_`. Identifiers in programs, such as
/// `hf_hub_download_v2`, have shorter parts.
const KEY_PREFIXES_MIN_LENGTHS_MIN_RUNS: [(&str, usize, usize); 43] = [
    ("AGE-SECRET-KEY-1", 20, 20),
    ("AIza", 30, 6),
    ("ATATT3", 24, 6),
    ("BSA", 24, 12),
    ("dckr_pat_", 16, 6),
    ("dop_v1_", 20, 20),
    ("fc-", 24, 24),
    ("figd_", 20, 6),
    ("gho_", 20, 20),
    ("ghp_", 20, 20),
    ("ghr_", 20, 20),
    ("ghs_", 20, 20),
    ("ghu_", 20, 20),
    ("github_pat_", 20, 12),
    ("glpat-", 16, 4),
    ("gsk_", 20, 20),
    ("hf_", 20, 20),
    ("jina_", 20, 12),
    ("lin_api_", 20, 12),
    ("npm_", 30, 30),
    ("ntn_", 20, 20),
    ("nvapi-", 20, 6),
    ("pk_live_", 16, 12),
    ("pk_test_", 16, 12),
    ("pplx-", 20, 20),
    ("pypi-", 30, 8),
    ("r8_", 20, 20),
    ("rk_live_", 16, 12),
    ("rk_test_", 16, 12),
    ("secret_", 20, 20),
    ("shpat_", 20, 20),
    ("sk-", 20, 12),
    ("sk-ant-", 16, 6),
    ("sk_live_", 16, 12),
    ("sk_test_", 16, 12),
    ("tvly-", 12, 8),
    ("whsec_", 16, 12),
    ("xai-", 20, 20),
    ("xapp-", 12, 8),
    ("xoxa-", 10, 8),
    ("xoxb-", 10, 8),
    ("xoxe-", 10, 8),
    ("xoxp-", 10, 8),
];

/// Prefixes of Amazon access keys. Sixteen capital letters or digits follow.
const AMAZON_KEY_PREFIXES: [&str; 2] = ["AKIA", "ASIA"];
/// Length of an Amazon access key, including the prefix.
const AMAZON_KEY_LENGTH: usize = 20;

/// Minimum length of a token after `Bearer`: anything shorter is an ordinary word.
const MIN_BEARER_TOKEN_BYTES: usize = 12;
/// Minimum number of capital letters in a token after `Bearer` that has no digits: ordinary words
/// have fewer.
const MIN_BEARER_TOKEN_CAPITALS: usize = 4;
/// Maximum length of user name and password together in a URL. Longer ones are not recognised.
const MAX_URL_LOGIN_BYTES: usize = 300;

/// Adds the byte ranges of all secrets with a known format to `found`.
pub fn find_secrets_by_format(text: &str, found: &mut Vec<Range<usize>>) {
    find_private_keys(text, found);
    for (start, run) in char_runs(text, is_key_char) {
        let name = run.trim_start_matches(['-', '_']);
        let start = start + run.len() - name.len();
        let end = start + name.len();
        let behind = text.get(end..).unwrap_or_default();
        if has_key_format(name) {
            found.push(start..end);
        } else if let Some(length) = jwt_bytes_after_header(name, behind) {
            found.push(start..end + length);
        } else if is_auth_scheme(name, text.get(..start).unwrap_or_default()) {
            found
                .extend(bearer_token_range(behind).map(|range| end + range.start..end + range.end));
        }
    }
    for (at, _) in text.match_indices("://") {
        found.extend(url_login_range(text, at + 3));
    }
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

fn has_key_format(candidate: &str) -> bool {
    let is_shaped = |(prefix, min_length, min_part): &(&str, usize, usize)| {
        candidate.strip_prefix(prefix).is_some_and(|rest| {
            let part = rest.split(['-', '_']).map(str::len).max().unwrap_or_default();
            rest.len() >= *min_length && part >= *min_part && has_letters_and_digits(rest)
        })
    };
    let is_amazon = candidate.len() == AMAZON_KEY_LENGTH
        && AMAZON_KEY_PREFIXES.iter().any(|prefix| candidate.starts_with(prefix))
        && candidate.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    is_amazon || KEY_PREFIXES_MIN_LENGTHS_MIN_RUNS.iter().any(is_shaped)
}

/// The length in bytes of a signed token (JWT) after its header; `None` if `header` begins no
/// token.
fn jwt_bytes_after_header(header: &str, text_after: &str) -> Option<usize> {
    if !header.starts_with("eyJ") || header.len() < 12 {
        return None;
    }
    let part = |text: &str| {
        let length = text.find(|c| !is_key_char(c)).unwrap_or(text.len());
        add_steps(length);
        length
    };
    let body = text_after.strip_prefix('.')?;
    let length = part(body);
    if length < 8 {
        return None;
    }
    let signature = body.get(length..).and_then(|rest| rest.strip_prefix('.'));
    Some(1 + length + signature.map_or(0, |rest| 1 + part(rest)))
}

/// Whether a word is `Bearer`, or `Basic` after the colon of an HTTP header.
fn is_auth_scheme(word: &str, text_before: &str) -> bool {
    let is_value = || text_before.trim_end_matches([' ', '"', '\'']).ends_with(':');
    word.eq_ignore_ascii_case("bearer") || (word.eq_ignore_ascii_case("basic") && is_value())
}

/// The byte range of the token after `Bearer`.
fn bearer_token_range(text_after: &str) -> Option<Range<usize>> {
    let token = text_after.strip_prefix(' ')?;
    let is_inside = |c: char| is_key_char(c) || matches!(c, '.' | '~' | '+' | '/' | '=');
    let length = token.find(|c| !is_inside(c)).unwrap_or(token.len());
    add_steps(length);
    let token = token.get(..length)?.trim_end_matches('.');
    let capitals = token.bytes().filter(u8::is_ascii_uppercase).count();
    let is_random = has_letters_and_digits(token) || capitals >= MIN_BEARER_TOKEN_CAPITALS;
    let is_secret = token.len() >= MIN_BEARER_TOKEN_BYTES && is_random;
    is_secret.then_some(1..1 + token.len())
}

/// The byte range of user name and password in a URL. `start` is the offset after `://`.
fn url_login_range(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = text.get(start..)?;
    let is_end = |c: char| c.is_whitespace() || "/?#\"'<>()|`".contains(c);
    let nearby = rest.char_indices().take_while(|(at, c)| *at < MAX_URL_LOGIN_BYTES && !is_end(*c));
    let at = nearby.filter(|(_, c)| *c == '@').last()?.0;
    rest.get(..at)?.contains(':').then_some(start..start + at)
}

/// Finds blocks with a private key. A block without its last line ends at the next empty line.
fn find_private_keys(text: &str, found: &mut Vec<Range<usize>>) {
    let mut from = 0;
    let mut has_end = true;
    while let Some(start) = next_offset_of(text, "-----BEGIN ", from) {
        from = start + 11;
        let header = text.get(from..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        if !header.contains("PRIVATE KEY") {
            continue;
        }
        let end = next_offset_of(text, "-----END ", from).filter(|_| has_end);
        has_end = end.is_some();
        let end = match end {
            Some(end) => {
                let inside = end + 9;
                let line = text.get(inside..).and_then(|rest| rest.lines().next());
                let close = line.and_then(|line| line.find("-----")).map_or(0, |at| at + 5);
                inside + close
            }
            None => next_offset_of(text, "\n\n", from).unwrap_or(text.len()),
        };
        found.push(start..end);
        from = end;
    }
}

fn next_offset_of(text: &str, pattern: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let found = rest.find(pattern);
    add_steps(found.unwrap_or(rest.len()));
    Some(from + found?)
}
