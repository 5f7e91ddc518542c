//! Guesses the character encoding of a page that does not declare it. Bytes that are valid UTF-8
//! are taken for UTF-8. Otherwise the byte patterns that are typical for each older encoding
//! decide; if none fits, the encoding that is usual for the language of the page is returned.

/// Maximum number of bytes at the beginning of a page that are examined; the bytes after them are
/// ignored to save time.
const MAX_EXAMINED_BYTES: usize = 65_536;

/// Maximum percentage of invalid two-byte characters. With more, the text is not in the encoding
/// that is tried; a few also occur in damaged or truncated pages.
const MAX_INVALID_BYTE_PAIR_PERCENT: usize = 3;

/// Returns the name of the likely encoding of `bytes`; `language` is the language tag that the page
/// declares, such as `ja`.
pub(super) fn detect_encoding(bytes: &[u8], language: &str) -> &'static str {
    let bytes = bytes.get(..MAX_EXAMINED_BYTES).unwrap_or(bytes);
    if let Some(wide) = detect_utf16(bytes) {
        return wide;
    }
    if is_mostly_utf8(bytes) {
        return "utf-8";
    }
    let language_encoding = encoding_for_language(language);
    detect_double_byte(bytes, language_encoding)
        // Bytes of Greek or Arabic text look like Cyrillic too. So Cyrillic is ruled out if the
        // page declares a language with another usual encoding.
        .or_else(|| {
            detect_cyrillic(bytes)
                .filter(|_| language_encoding.is_none_or(|name| name == "windows-1251"))
        })
        .or_else(|| language_encoding.map(|name| windows_variant_if_used(name, bytes)))
        .unwrap_or_else(|| {
            if has_central_european_letters(bytes) {
                windows_variant_if_used("iso-8859-2", bytes)
            } else {
                "windows-1252"
            }
        })
}

/// Detects UTF-16 without a byte order mark: every second byte of Latin text is zero.
fn detect_utf16(bytes: &[u8]) -> Option<&'static str> {
    let zeros = |skip: usize| bytes.iter().skip(skip).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let threshold = bytes.len() / 4;
    match (even > threshold, odd > threshold) {
        (true, false) => Some("utf-16be"),
        (false, true) => Some("utf-16le"),
        _ => None,
    }
}

/// Minimum number of non-ASCII UTF-8 characters per invalid byte sequence. A page above it counts
/// as UTF-8: some UTF-8 pages include a few texts in another encoding.
const MIN_VALID_CHARS_PER_INVALID: usize = 20;

/// Whether the bytes are UTF-8, apart from a few invalid bytes and an incomplete character at the
/// end.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|char| !char.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    let is_truncated = std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none());
    invalid == 0 || is_truncated || invalid * MIN_VALID_CHARS_PER_INVALID <= valid
}

/// How many two-byte characters a text has when its bytes are read in one of the
/// `DOUBLE_BYTE_ENCODINGS`.
#[derive(Default)]
struct BytePairCounts {
    /// Number of valid characters of two bytes.
    valid: usize,
    /// Number of bytes that should begin a character of two bytes but do not.
    invalid: usize,
    /// Number of characters that are frequent in the language of the encoding.
    frequent: usize,
}

impl BytePairCounts {
    fn count(bytes: &[u8], encoding: &DoubleByteEncoding) -> Self {
        let mut pairs = Self::default();
        let mut rest = bytes;
        while let Some((first, remaining)) = rest.split_first() {
            rest = remaining;
            if first.is_ascii() || (encoding.is_single)(*first) {
                continue;
            }
            match remaining.split_first() {
                Some((second, after))
                    if (encoding.is_lead)(*first) && (encoding.is_trail)(*second) =>
                {
                    pairs.valid += 1;
                    pairs.frequent += usize::from((encoding.is_frequent)(*first, *second));
                    rest = after;
                }
                _ => pairs.invalid += 1,
            }
        }
        pairs
    }

    /// Returns the percentage of frequent characters; `None` if too many characters are invalid.
    fn percent_of_frequent_characters(&self) -> Option<usize> {
        let fits =
            self.valid > 0 && self.invalid * 100 <= self.valid * MAX_INVALID_BYTE_PAIR_PERCENT;
        fits.then(|| self.frequent * 100 / self.valid)
    }
}

/// An encoding with one or two bytes per character.
struct DoubleByteEncoding {
    name: &'static str,
    is_single: fn(u8) -> bool,
    is_lead: fn(u8) -> bool,
    is_trail: fn(u8) -> bool,
    is_frequent: fn(u8, u8) -> bool,
    /// Minimum percentage of two-byte characters for which `is_frequent` is true. A text with fewer
    /// is probably not in this encoding.
    min_percent: usize,
}

/// Encodings of Japanese, Korean and Chinese. They are tried in this order, which begins with those
/// that are easiest to tell apart from the others.
const DOUBLE_BYTE_ENCODINGS: [DoubleByteEncoding; 5] = [
    DoubleByteEncoding {
        name: "euc-jp",
        is_single: |_| false,
        is_lead: |byte| matches!(byte, 0x8e | 0xa1..=0xfe),
        is_trail: |byte| matches!(byte, 0xa1..=0xfe),
        // The first bytes of hiragana and katakana, which only Japanese text uses.
        is_frequent: |first, _| matches!(first, 0xa4 | 0xa5),
        min_percent: 20,
    },
    DoubleByteEncoding {
        name: "shift_jis",
        is_single: |byte| matches!(byte, 0xa1..=0xdf),
        is_lead: |byte| matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
        is_trail: |byte| matches!(byte, 0x40..=0x7e | 0x80..=0xfc),
        is_frequent: |first, second| matches!((first, second), (0x82, 0x9f..) | (0x83, _)),
        min_percent: 20,
    },
    DoubleByteEncoding {
        name: "euc-kr",
        is_single: |_| false,
        is_lead: |byte| matches!(byte, 0xa1..=0xfd),
        is_trail: |byte| matches!(byte, 0xa1..=0xfe),
        // The first bytes of Korean syllables. Half of the characters of a Chinese text have other
        // first bytes.
        is_frequent: |first, _| matches!(first, 0xb0..=0xc8),
        min_percent: 85,
    },
    DoubleByteEncoding {
        name: "gbk",
        is_single: |_| false,
        is_lead: |byte| matches!(byte, 0x81..=0xfe),
        is_trail: |byte| matches!(byte, 0x40..=0x7e | 0x80..=0xfe),
        // The bytes of frequent Chinese characters and of punctuation.
        is_frequent: |first, second| second >= 0xa1 && matches!(first, 0xa1 | 0xa3 | 0xb0..=0xd7),
        min_percent: 75,
    },
    DoubleByteEncoding {
        name: "big5",
        is_single: |_| false,
        is_lead: |byte| matches!(byte, 0xa1..=0xf9),
        is_trail: |byte| matches!(byte, 0x40..=0x7e | 0xa1..=0xfe),
        is_frequent: |first, _| matches!(first, 0xa1..=0xc6),
        min_percent: 75,
    },
];

/// Detects an encoding of Chinese, Japanese or Korean. `language_encoding` is the usual encoding
/// for the language of the page: if the bytes are valid in it, it is returned even if the text has
/// few frequent characters.
fn detect_double_byte(bytes: &[u8], language_encoding: Option<&str>) -> Option<&'static str> {
    let fitting = DOUBLE_BYTE_ENCODINGS.iter().filter_map(|encoding| {
        let percent = BytePairCounts::count(bytes, encoding).percent_of_frequent_characters()?;
        Some((encoding, percent))
    });
    let fitting: Vec<(&DoubleByteEncoding, usize)> = fitting.collect();
    let for_language =
        |(encoding, _): &&(&DoubleByteEncoding, usize)| Some(encoding.name) == language_encoding;
    let is_certain =
        |(encoding, percent): &&(&DoubleByteEncoding, usize)| *percent >= encoding.min_percent;
    let found = fitting.iter().find(for_language).or(fitting.iter().find(is_certain));
    found.map(|(encoding, _)| encoding.name)
}

/// Detects Cyrillic text, in which most runs of non-ASCII bytes are longer than two, because they
/// are whole words. Most letters are lower case; the two Cyrillic encodings store them in different
/// ranges of bytes.
fn detect_cyrillic(bytes: &[u8]) -> Option<&'static str> {
    let words = bytes.split(|byte| byte.is_ascii()).filter(|word| !word.is_empty());
    let (long, count) =
        words.fold((0, 0), |(long, count), word| (long + usize::from(word.len() > 2), count + 1));
    if long * 2 < count {
        return None;
    }
    let count_in =
        |from: u8, to: u8| bytes.iter().filter(|byte| (from..=to).contains(*byte)).count();
    Some(if count_in(0xe0, 0xff) >= count_in(0xc0, 0xdf) { "windows-1251" } else { "koi8-r" })
}

/// Whether many words contain bytes that are letters in Polish or Czech but symbols in Western
/// encodings.
fn has_central_european_letters(bytes: &[u8]) -> bool {
    let in_word =
        bytes.windows(2).filter(|pair| matches!(pair, [before, _] if before.is_ascii_alphabetic()));
    let letters = in_word.filter(|pair| {
        matches!(
            pair,
            [_, 0xa1 | 0xa3 | 0xa6 | 0xac | 0xaf | 0xb1 | 0xb3 | 0xb6 | 0xb9 | 0xbc | 0xbe | 0xbf]
        )
    });
    let high = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    letters.count() * 8 > high
}

/// Returns `windows-1250` instead of `iso-8859-2` if the text has bytes that are letters or symbols
/// only in the Windows encoding; returns any other encoding unchanged.
fn windows_variant_if_used(encoding: &'static str, bytes: &[u8]) -> &'static str {
    let has_controls = bytes.iter().any(|byte| matches!(byte, 0x80..=0x9f));
    if encoding == "iso-8859-2" && has_controls { "windows-1250" } else { encoding }
}

/// Returns the encoding other than UTF-8 that pages in a language most often use. Source: the
/// WHATWG HTML Standard, "determining the character encoding", table of locales.
fn encoding_for_language(language: &str) -> Option<&'static str> {
    let language = language.to_ascii_lowercase();
    Some(match language.split('-').next().unwrap_or_default() {
        "zh" if ["tw", "hk", "mo", "hant"].iter().any(|region| language.contains(region)) => "big5",
        "zh" => "gbk",
        "ja" => "shift_jis",
        "ko" => "euc-kr",
        "ru" | "uk" | "bg" | "be" | "sr" | "mk" | "ky" | "tg" | "tt" => "windows-1251",
        "cs" | "hu" | "pl" | "sk" | "sl" | "hr" | "ro" => "iso-8859-2",
        "el" => "iso-8859-7",
        "tr" | "az" | "ku" => "windows-1254",
        "he" => "windows-1255",
        "ar" | "fa" | "ur" => "windows-1256",
        "et" | "lt" | "lv" => "windows-1257",
        "vi" => "windows-1258",
        "th" => "windows-874",
        _ => return None,
    })
}
