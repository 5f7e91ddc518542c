//! In which encoding bytes are that do not say so: UTF-8 if they can be, else by how the bytes of
//! the old encodings lie, else by the language that the page names. A guess, and no more.

/// Bytes that are looked at: enough to tell, and quick.
const MOST: usize = 65_536;

/// Wrong pairs among a hundred characters that a damaged or cut page may have.
const MOST_WRONG: usize = 3;

/// The likely encoding; the language is what the page says of itself.
pub fn guess(bytes: &[u8], language: &str) -> &'static str {
    let bytes = bytes.get(..MOST).unwrap_or(bytes);
    if let Some(wide) = two_byte_units(bytes) {
        return wide;
    }
    if is_utf8(bytes) {
        return "utf-8";
    }
    let by_language = of_language(language);
    double_byte(bytes, by_language)
        // Other scripts of one byte a letter look like Cyrillic to statistics.
        .or_else(|| {
            cyrillic(bytes).filter(|_| by_language.is_none_or(|name| name == "windows-1251"))
        })
        .or_else(|| by_language.map(|name| with_controls(name, bytes)))
        .unwrap_or_else(|| {
            if is_central_european(bytes) {
                with_controls("iso-8859-2", bytes)
            } else {
                "windows-1252"
            }
        })
}

/// UTF-16 without a mark: every other byte of Latin text is zero.
fn two_byte_units(bytes: &[u8]) -> Option<&'static str> {
    let zeros = |skip: usize| bytes.iter().skip(skip).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let most = bytes.len() / 4;
    match (even > most, odd > most) {
        (true, false) => Some("utf-16be"),
        (false, true) => Some("utf-16le"),
        _ => None,
    }
}

/// Letters of UTF-8 that outweigh a byte that is none: pages are put together from pieces.
const OUTWEIGH: usize = 20;

/// Whether the bytes are UTF-8, the last character perhaps cut, perhaps with a few bytes that are
/// not.
fn is_utf8(bytes: &[u8]) -> bool {
    let (mut wide, mut wrong) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        wide += chunk.valid().chars().filter(|char| !char.is_ascii()).count();
        wrong += usize::from(!chunk.invalid().is_empty());
    }
    let is_cut = std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none());
    wrong == 0 || is_cut || wrong * OUTWEIGH <= wide
}

/// How the bytes read as pairs.
#[derive(Default)]
struct Pairs {
    /// Characters of two bytes.
    right: usize,
    /// Bytes that begin a pair and are followed by none that ends it.
    wrong: usize,
    /// Pairs of the characters that are most frequent in the language.
    frequent: usize,
}

impl Pairs {
    fn read(bytes: &[u8], shape: &Shape) -> Self {
        let mut pairs = Self::default();
        let mut rest = bytes;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            if first.is_ascii() || (shape.is_single)(*first) {
                continue;
            }
            match behind.split_first() {
                Some((second, after)) if (shape.is_lead)(*first) && (shape.is_trail)(*second) => {
                    pairs.right += 1;
                    pairs.frequent += usize::from((shape.is_frequent)(*first, *second));
                    rest = after;
                }
                _ => pairs.wrong += 1,
            }
        }
        pairs
    }

    /// How many in a hundred pairs are frequent characters; nothing if too many are wrong.
    fn share(&self) -> Option<usize> {
        let fits = self.right > 0 && self.wrong * 100 <= self.right * MOST_WRONG;
        fits.then(|| self.frequent * 100 / self.right)
    }
}

/// An encoding of one or two bytes a character.
struct Shape {
    name: &'static str,
    is_single: fn(u8) -> bool,
    is_lead: fn(u8) -> bool,
    is_trail: fn(u8) -> bool,
    is_frequent: fn(u8, u8) -> bool,
    /// Share of frequent characters in a hundred from which a text is in the language.
    enough: usize,
}

/// In this order: those with the clearest signs first.
const SHAPES: [Shape; 5] = [
    Shape {
        name: "euc-jp",
        is_single: |_| false,
        is_lead: |byte| matches!(byte, 0x8e | 0xa1..=0xfe),
        is_trail: |byte| matches!(byte, 0xa1..=0xfe),
        // The two kana alphabets.
        is_frequent: |first, _| matches!(first, 0xa4 | 0xa5),
        enough: 20,
    },
    Shape {
        name: "shift_jis",
        is_single: |byte| matches!(byte, 0xa1..=0xdf),
        is_lead: |byte| matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
        is_trail: |byte| matches!(byte, 0x40..=0x7e | 0x80..=0xfc),
        is_frequent: |first, second| matches!((first, second), (0x82, 0x9f..) | (0x83, _)),
        enough: 20,
    },
    Shape {
        name: "euc-kr",
        is_single: |_| false,
        is_lead: |byte| matches!(byte, 0xa1..=0xfd),
        is_trail: |byte| matches!(byte, 0xa1..=0xfe),
        // The syllables; Chinese text has half of its characters behind them.
        is_frequent: |first, _| matches!(first, 0xb0..=0xc8),
        enough: 85,
    },
    Shape {
        name: "gbk",
        is_single: |_| false,
        is_lead: |byte| matches!(byte, 0x81..=0xfe),
        is_trail: |byte| matches!(byte, 0x40..=0x7e | 0x80..=0xfe),
        // The characters of daily use, and punctuation.
        is_frequent: |first, second| second >= 0xa1 && matches!(first, 0xa1 | 0xa3 | 0xb0..=0xd7),
        enough: 75,
    },
    Shape {
        name: "big5",
        is_single: |_| false,
        is_lead: |byte| matches!(byte, 0xa1..=0xf9),
        is_trail: |byte| matches!(byte, 0x40..=0x7e | 0xa1..=0xfe),
        is_frequent: |first, _| matches!(first, 0xa1..=0xc6),
        enough: 75,
    },
];

/// An encoding of Chinese, Japanese or Korean. One that fits the page's language needs no signs.
fn double_byte(bytes: &[u8], by_language: Option<&str>) -> Option<&'static str> {
    let fitting = SHAPES.iter().filter_map(|shape| {
        let share = Pairs::read(bytes, shape).share()?;
        Some((shape, share))
    });
    let fitting: Vec<(&Shape, usize)> = fitting.collect();
    let named = fitting.iter().find(|(shape, _)| Some(shape.name) == by_language);
    let sure = fitting.iter().find(|(shape, share)| *share >= shape.enough);
    named.or(sure).map(|(shape, _)| shape.name)
}

/// Words of high bytes alone are Cyrillic; where its small letters lie tells the encoding.
fn cyrillic(bytes: &[u8]) -> Option<&'static str> {
    let words = bytes.split(|byte| byte.is_ascii()).filter(|word| !word.is_empty());
    let (long, count) =
        words.fold((0, 0), |(long, count), word| (long + usize::from(word.len() > 2), count + 1));
    if long * 2 < count {
        return None;
    }
    let among = |from: u8, to: u8| bytes.iter().filter(|byte| (from..=to).contains(*byte)).count();
    Some(if among(0xe0, 0xff) >= among(0xc0, 0xdf) { "windows-1251" } else { "koi8-r" })
}

/// Letters of Polish, Czech and their neighbours where Western encodings have signs.
fn is_central_european(bytes: &[u8]) -> bool {
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

/// The encoding of Windows where bytes are used that the standard leaves empty.
fn with_controls(name: &'static str, bytes: &[u8]) -> &'static str {
    let has_controls = bytes.iter().any(|byte| matches!(byte, 0x80..=0x9f));
    if name == "iso-8859-2" && has_controls { "windows-1250" } else { name }
}

/// The old encoding that is most used for a language.
/// Source: the WHATWG HTML Standard, "determining the character encoding", table of locales.
fn of_language(language: &str) -> Option<&'static str> {
    let language = language.to_ascii_lowercase();
    Some(match language.split('-').next().unwrap_or_default() {
        "zh" if ["tw", "hk", "mo", "hant"].iter().any(|place| language.contains(place)) => "big5",
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
