//! Masks keys and passwords in a note before its text leaves the device.
//!
//! Secrets are keys in well-known formats, values labelled as secrets, numbers with a check digit
//! (cards, bank accounts) and long random-looking strings. To mask a word that is no secret costs
//! the model one word; to miss a secret reveals a password. Still, prose, links, identifiers of
//! papers and commit hashes must stay, because research needs them.

mod account_number;
mod key_format;
mod labelled_value;
mod random_string;
mod scan_helpers;

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use scan_helpers::MASK;

use scan_helpers::merge_ranges;

/// A text in which the secrets are masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MaskedText<'t> {
    /// The text with [`MASK`] in place of each secret.
    pub text: Cow<'t, str>,
    /// The number of masked secrets.
    pub secret_count: usize,
}

/// Maximum number of times that a text is searched for secrets. Masking a secret can make the text
/// beside it look like another one. In ordinary text the second search finds nothing.
const MAX_MASKING_PASSES: usize = 6;

/// Masks the secrets of a text. Text that is already masked stays unchanged.
pub(crate) fn mask_secrets(text: &str) -> MaskedText<'_> {
    let mut masked = mask_secrets_once(text);
    if masked.secret_count == 0 {
        return masked;
    }
    for _ in 1..MAX_MASKING_PASSES {
        let again = mask_secrets_once(&masked.text);
        if again.secret_count == 0 {
            break;
        }
        let count = masked.secret_count + again.secret_count;
        masked = MaskedText { text: Cow::Owned(again.text.into_owned()), secret_count: count };
    }
    masked
}

fn mask_secrets_once(text: &str) -> MaskedText<'_> {
    let mut found = Vec::new();
    key_format::find_secrets_by_format(text, &mut found);
    labelled_value::find_labelled_secrets(text, &mut found);
    account_number::find_account_numbers(text, &mut found);
    random_string::find_random_strings(text, &mut found);
    found.sort_unstable_by_key(|range| (range.start, range.end));
    mask_ranges(text, &merge_ranges(found))
}

fn mask_ranges<'t>(text: &'t str, ranges: &[Range<usize>]) -> MaskedText<'t> {
    if ranges.is_empty() {
        return MaskedText { text: Cow::Borrowed(text), secret_count: 0 };
    }
    let mut clean = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        clean.push_str(text.get(at..range.start).unwrap_or_default());
        clean.push_str(MASK);
        at = range.end;
    }
    clean.push_str(text.get(at..).unwrap_or_default());
    MaskedText { text: Cow::Owned(clean), secret_count: ranges.len() }
}

#[cfg(test)]
mod tests;
