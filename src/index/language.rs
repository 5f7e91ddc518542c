//! Which language a text is in: by script, then by its most frequent small words.
//!
//! A guess is enough here: it chooses the stemmer and the words of the report.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Languages with a stemmer, or with a script that needs other word rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Language {
    /// Also the guess for a text that gives no clue.
    #[default]
    English,
    /// Deutsch.
    German,
    /// Français.
    French,
    /// Español.
    Spanish,
    /// Português.
    Portuguese,
    /// Italiano.
    Italian,
    /// Nederlands.
    Dutch,
    /// Русский.
    Russian,
    /// 中文.
    Chinese,
    /// 日本語.
    Japanese,
    /// 한국어.
    Korean,
}

/// The commonest small words: enough to tell the languages apart, and the words
/// that say nothing in a search.
const STOP_WORDS: [(Language, &[&str]); 8] = [
    (
        Language::English,
        &[
            "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be",
            "because", "been", "before", "but", "by", "can", "could", "did", "do", "does", "for",
            "from", "had", "has", "have", "he", "her", "how", "i", "if", "in", "into", "is", "it",
            "its", "just", "more", "most", "my", "no", "not", "of", "on", "one", "only", "or",
            "other", "our", "out", "over", "she", "so", "some", "such", "than", "that", "the",
            "their", "them", "then", "there", "these", "they", "this", "those", "to", "too",
            "very", "was", "we", "were", "what", "when", "where", "which", "while", "who", "why",
            "will", "with", "would", "you", "your",
        ],
    ),
    (
        Language::German,
        &[
            "aber", "als", "am", "an", "auch", "auf", "aus", "bei", "bin", "bis", "da", "das",
            "dass", "dem", "den", "der", "des", "die", "doch", "du", "durch", "ein", "eine",
            "einem", "einen", "einer", "eines", "er", "es", "für", "hat", "ich", "ihr", "im", "in",
            "ist", "ja", "kann", "man", "mehr", "mein", "mit", "nach", "nicht", "noch", "nur",
            "oder", "schon", "sehr", "sein", "sich", "sie", "sind", "so", "um", "und", "uns",
            "unter", "vom", "von", "vor", "war", "was", "weil", "wenn", "wer", "wie", "wir",
            "wird", "zu", "zum", "zur", "über",
        ],
    ),
    (
        Language::French,
        &[
            "au", "aux", "avec", "ce", "ces", "cette", "comme", "dans", "de", "des", "du", "elle",
            "en", "est", "et", "il", "ils", "je", "la", "le", "les", "leur", "mais", "ne", "nous",
            "on", "ou", "où", "par", "pas", "plus", "pour", "que", "qui", "sa", "se", "ses", "si",
            "son", "sont", "sur", "un", "une", "vous", "à", "été",
        ],
    ),
    (
        Language::Spanish,
        &[
            "al", "como", "con", "de", "del", "el", "ella", "en", "entre", "es", "esta", "este",
            "fue", "ha", "hay", "la", "las", "lo", "los", "me", "mi", "muy", "más", "no", "nos",
            "o", "para", "pero", "por", "que", "se", "ser", "si", "sin", "sobre", "son", "su",
            "sus", "también", "un", "una", "y", "ya",
        ],
    ),
    (
        Language::Portuguese,
        &[
            "ao", "aos", "as", "com", "como", "da", "das", "de", "do", "dos", "e", "ela", "ele",
            "em", "entre", "era", "essa", "este", "foi", "há", "isso", "já", "mais", "mas", "me",
            "muito", "na", "nas", "no", "nos", "não", "o", "os", "ou", "para", "pela", "pelo",
            "por", "que", "se", "sem", "ser", "seu", "sua", "são", "também", "um", "uma", "você",
        ],
    ),
    (
        Language::Italian,
        &[
            "ai", "al", "alla", "anche", "che", "chi", "ci", "come", "con", "da", "dal", "dei",
            "del", "della", "delle", "di", "e", "gli", "ha", "i", "il", "in", "io", "la", "le",
            "lo", "ma", "mi", "nel", "nella", "non", "o", "per", "più", "quando", "questo", "se",
            "si", "sono", "su", "un", "una", "è",
        ],
    ),
    (
        Language::Dutch,
        &[
            "aan", "al", "als", "bij", "dan", "dat", "de", "den", "der", "deze", "die", "dit",
            "door", "een", "en", "er", "ge", "geen", "had", "heeft", "het", "hij", "hoe", "ik",
            "in", "is", "je", "kan", "maar", "meer", "met", "mijn", "na", "naar", "niet", "nog",
            "nu", "of", "om", "onder", "ook", "op", "over", "te", "tot", "uit", "van", "veel",
            "voor", "was", "wat", "we", "wel", "werd", "wie", "wij", "worden", "ze", "zich", "zij",
            "zijn", "zo",
        ],
    ),
    (
        Language::Russian,
        &[
            "а",
            "без",
            "более",
            "бы",
            "был",
            "была",
            "были",
            "было",
            "быть",
            "в",
            "вам",
            "вас",
            "все",
            "всё",
            "вы",
            "где",
            "да",
            "для",
            "до",
            "его",
            "ее",
            "если",
            "есть",
            "еще",
            "же",
            "за",
            "и",
            "из",
            "или",
            "им",
            "их",
            "к",
            "как",
            "ко",
            "когда",
            "кто",
            "ли",
            "мы",
            "на",
            "не",
            "него",
            "нет",
            "но",
            "о",
            "он",
            "она",
            "они",
            "от",
            "по",
            "при",
            "с",
            "со",
            "так",
            "также",
            "то",
            "только",
            "ты",
            "у",
            "уже",
            "что",
            "это",
            "я",
        ],
    ),
];

/// All languages, in the order in which they are stored: new ones come last.
const ALL: [Language; 11] = [
    Language::English,
    Language::German,
    Language::French,
    Language::Spanish,
    Language::Portuguese,
    Language::Italian,
    Language::Dutch,
    Language::Russian,
    Language::Chinese,
    Language::Japanese,
    Language::Korean,
];

/// A guess needs no more than the beginning of a text.
const SAMPLE_WORDS: usize = 120;

impl Language {
    /// The language of a text, by its first hundred words or so.
    pub fn of(text: &str) -> Self {
        Self::by_script(text).unwrap_or_else(|| Self::by_small_words(text))
    }

    /// The number under which it is stored.
    pub fn number(self) -> u8 {
        ALL.iter().position(|language| *language == self).unwrap_or(0) as u8
    }

    /// The language of a stored number.
    pub fn numbered(number: u8) -> Option<Self> {
        ALL.get(usize::from(number)).copied()
    }

    /// Whether a word in lower case says nothing in a search.
    pub fn is_stop_word(self, word: &str) -> bool {
        small_words().get(word).is_some_and(|languages| languages & self.bit() != 0)
    }

    fn bit(self) -> u16 {
        1 << self.number()
    }

    fn by_script(text: &str) -> Option<Self> {
        let (mut han, mut kana, mut hangul, mut letters) = (0, 0, 0, 0);
        for c in text.chars().filter(|c| c.is_alphabetic()).take(SAMPLE_WORDS * 5) {
            letters += 1;
            match c {
                '\u{3040}'..='\u{30ff}' => kana += 1,
                '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' => hangul += 1,
                c if is_unspaced(c) => han += 1,
                _ => {}
            }
        }
        match () {
            () if hangul * 3 > letters => Some(Self::Korean),
            () if (han + kana) * 3 <= letters => None,
            () if kana * 10 > han + kana => Some(Self::Japanese),
            () => Some(Self::Chinese),
        }
    }

    fn by_small_words(text: &str) -> Self {
        let known = small_words();
        let mut counts = [0_usize; STOP_WORDS.len()];
        let mut seen = 0;
        let mut lower = String::new();
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            lower.clear();
            lower.extend(word.chars().flat_map(char::to_lowercase));
            let languages = known.get(lower.as_str()).copied().unwrap_or(0);
            for ((language, _), count) in STOP_WORDS.iter().zip(&mut counts) {
                *count += usize::from(languages & language.bit() != 0);
            }
            seen += 1;
            if seen == SAMPLE_WORDS {
                break;
            }
        }
        // The first of several that are as likely.
        let mut best = (0, Self::default());
        for ((language, _), found) in STOP_WORDS.iter().zip(counts) {
            if found > best.0 {
                best = (found, *language);
            }
        }
        best.1
    }
}

/// The small words of all languages, each with the bits of those that have it.
fn small_words() -> &'static HashMap<&'static str, u16> {
    static WORDS: OnceLock<HashMap<&'static str, u16>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words = HashMap::new();
        for (language, list) in STOP_WORDS {
            for word in list {
                *words.entry(*word).or_insert(0) |= language.bit();
            }
        }
        words
    })
}

/// Scripts that put no spaces between words.
pub fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}' | '\u{0e00}'..='\u{0e7f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_a_text_is_found() {
        let cases = [
            ("The soil is not only dirt, it is alive.", Language::English),
            ("Der Boden ist nicht nur Dreck, er lebt.", Language::German),
            ("Le sol n'est pas de la terre, il est vivant.", Language::French),
            ("El suelo no es solo tierra, está vivo y los hongos también.", Language::Spanish),
            ("O solo não é só terra, ele também vive com os fungos.", Language::Portuguese),
            ("Il suolo non è solo terra, ma anche vita che si muove.", Language::Italian),
            ("De bodem is niet alleen aarde, het leeft ook van binnen.", Language::Dutch),
            ("Почва это не только земля, она живая и дышит.", Language::Russian),
            ("堆肥需要氧气和水分，温度会升高。", Language::Chinese),
            ("コーヒーは朝に飲むのがよい。", Language::Japanese),
            ("커피는 아침에 마시는 것이 좋다.", Language::Korean),
            ("", Language::English),
        ];
        for (text, expected) in cases {
            assert_eq!(Language::of(text), expected, "{text}");
        }
    }
}
