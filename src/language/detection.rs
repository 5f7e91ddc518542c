//! Detects the language of a text by its script, or else by its most frequent stop words.
//!
//! A wrong result does little harm: the language only selects the stemmer and the language of the
//! report.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::word_list;
use crate::values::text::fnv1a;

/// The languages that Ibid detects: those that have a stemmer or a list of stop words, and those whose
/// script has its own rules for splitting text into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Language {
    /// English is also the default for a text whose language is unknown.
    #[default]
    English,
    /// German, which calls itself Deutsch.
    German,
    /// French, which calls itself Français.
    French,
    /// Spanish, which calls itself Español.
    Spanish,
    /// Portuguese, which calls itself Português.
    Portuguese,
    /// Italian, which calls itself Italiano.
    Italian,
    /// Dutch, which calls itself Nederlands.
    Dutch,
    /// Russian, which calls itself Русский.
    Russian,
    /// Chinese, which calls itself 中文.
    Chinese,
    /// Japanese, which calls itself 日本語.
    Japanese,
    /// Korean, which calls itself 한국어.
    Korean,
    /// Arabic, which calls itself العربية.
    Arabic,
    /// Danish, which calls itself Dansk.
    Danish,
    /// Finnish, which calls itself Suomi.
    Finnish,
    /// Greek, which calls itself Ελληνικά.
    Greek,
    /// Hungarian, which calls itself Magyar.
    Hungarian,
    /// Norwegian, which calls itself Norsk.
    Norwegian,
    /// Romanian, which calls itself Română.
    Romanian,
    /// Swedish, which calls itself Svenska.
    Swedish,
    /// Tamil, which calls itself தமிழ்.
    Tamil,
    /// Turkish, which calls itself Türkçe.
    Turkish,
    /// Hindi, which calls itself हिन्दी.
    Hindi,
    /// Vietnamese, which calls itself Tiếng Việt.
    Vietnamese,
    /// Polish, which calls itself Polski.
    Polish,
    /// Ukrainian, which calls itself Українська.
    Ukrainian,
    /// Czech, which calls itself Čeština.
    Czech,
    /// Indonesian, which calls itself Bahasa Indonesia.
    Indonesian,
    /// Persian, which calls itself فارسی.
    Persian,
    /// Hebrew, which calls itself עברית.
    Hebrew,
}

/// All languages. The position of a language in this list is the number under which it is stored,
/// so new languages must be added at the end.
const ALL_LANGUAGES: [Language; 29] = [
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
    Language::Arabic,
    Language::Danish,
    Language::Finnish,
    Language::Greek,
    Language::Hungarian,
    Language::Norwegian,
    Language::Romanian,
    Language::Swedish,
    Language::Tamil,
    Language::Turkish,
    Language::Hindi,
    Language::Vietnamese,
    Language::Polish,
    Language::Ukrainian,
    Language::Czech,
    Language::Indonesian,
    Language::Persian,
    Language::Hebrew,
];

/// Maximum number of words that `Language::detect` reads from the start of a text.
const MAX_DETECTION_WORDS: usize = 120;

/// Number of letters by which the script of a text is detected.
const EXAMINED_LETTERS: usize = MAX_DETECTION_WORDS * 5;

/// A text whose first bytes are ASCII and have that many letters has no script of its own.
const EXAMINED_BYTES: usize = 1000;

impl Language {
    /// The English name of the language, for prompts.
    pub fn english_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "German",
            Self::French => "French",
            Self::Spanish => "Spanish",
            Self::Portuguese => "Portuguese",
            Self::Italian => "Italian",
            Self::Dutch => "Dutch",
            Self::Russian => "Russian",
            Self::Chinese => "Chinese",
            Self::Japanese => "Japanese",
            Self::Korean => "Korean",
            Self::Arabic => "Arabic",
            Self::Danish => "Danish",
            Self::Finnish => "Finnish",
            Self::Greek => "Greek",
            Self::Hungarian => "Hungarian",
            Self::Norwegian => "Norwegian",
            Self::Romanian => "Romanian",
            Self::Swedish => "Swedish",
            Self::Tamil => "Tamil",
            Self::Turkish => "Turkish",
            Self::Hindi => "Hindi",
            Self::Vietnamese => "Vietnamese",
            Self::Polish => "Polish",
            Self::Ukrainian => "Ukrainian",
            Self::Czech => "Czech",
            Self::Indonesian => "Indonesian",
            Self::Persian => "Persian",
            Self::Hebrew => "Hebrew",
        }
    }

    /// The two-letter code of the language (ISO 639-1).
    pub fn iso_code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Portuguese => "pt",
            Self::Italian => "it",
            Self::Dutch => "nl",
            Self::Russian => "ru",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
            Self::Korean => "ko",
            Self::Arabic => "ar",
            Self::Danish => "da",
            Self::Finnish => "fi",
            Self::Greek => "el",
            Self::Hungarian => "hu",
            Self::Norwegian => "no",
            Self::Romanian => "ro",
            Self::Swedish => "sv",
            Self::Tamil => "ta",
            Self::Turkish => "tr",
            Self::Hindi => "hi",
            Self::Vietnamese => "vi",
            Self::Polish => "pl",
            Self::Ukrainian => "uk",
            Self::Czech => "cs",
            Self::Indonesian => "id",
            Self::Persian => "fa",
            Self::Hebrew => "he",
        }
    }

    /// Detects the language of a text by its script, or else by the stop words at its beginning.
    pub fn detect(text: &str) -> Self {
        Self::detect_by_script(text).unwrap_or_else(|| Self::detect_by_stop_words(text))
    }

    /// Detects the language of a few words, such as a search query, by their script, or else by the stop
    /// words of the text that they are taken from. Key words alone have no stop words.
    pub fn detect_in_context(words: &str, context: &str) -> Self {
        Self::detect_by_script(words).unwrap_or_else(|| Self::detect_by_stop_words(context))
    }

    /// Returns the language with this ISO 639-1 code; `None` if it is not one of `ALL_LANGUAGES`.
    pub fn from_iso_code(code: &str) -> Option<Self> {
        ALL_LANGUAGES.iter().copied().find(|language| language.iso_code() == code)
    }

    /// The number that stands for this language in stored data.
    pub fn storage_id(self) -> u8 {
        ALL_LANGUAGES.iter().position(|language| *language == self).unwrap_or(0) as u8
    }

    /// The language with an id from `storage_id`; `None` if no language has that id.
    pub fn from_storage_id(storage_id: u8) -> Option<Self> {
        ALL_LANGUAGES.get(usize::from(storage_id)).copied()
    }

    /// Whether a lowercase word is a stop word of this language: too common to search for.
    pub fn is_stop_word(self, word: &str) -> bool {
        stop_word_languages(word) & self.stop_word_bit() != 0
    }

    /// The bit of this language in `StopWords`: its place in `ALL_LANGUAGES`.
    fn stop_word_bit(self) -> u32 {
        1 << self as u32
    }

    /// Detects a language that has a script of its own, such as Greek. Returns `None` for a script
    /// that several languages share, such as Latin.
    fn detect_by_script(text: &str) -> Option<Self> {
        let beginning = text.as_bytes().get(..EXAMINED_BYTES.min(text.len())).unwrap_or_default();
        let letters = beginning.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
        if beginning.is_ascii() && (letters >= EXAMINED_LETTERS || beginning.len() == text.len()) {
            return None;
        }
        let (mut han, mut kana, mut hangul, mut letters) = (0, 0, 0, 0);
        let (mut greek, mut arabic, mut persian, mut tamil) = (0, 0, 0, 0);
        let (mut devanagari, mut hebrew) = (0, 0);
        for c in text.chars().filter(|c| c.is_alphabetic()).take(EXAMINED_LETTERS) {
            letters += 1;
            match c {
                'a'..='z' | 'A'..='Z' => {}
                '\u{3040}'..='\u{30ff}' => kana += 1,
                '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' => hangul += 1,
                '\u{370}'..='\u{3ff}' => greek += 1,
                'پ' | 'چ' | 'ژ' | 'گ' | 'ک' | 'ی' | 'ٹ' | 'ڈ' | 'ے' => persian += 1,
                '\u{620}'..='\u{6ff}' => arabic += 1,
                '\u{b80}'..='\u{bff}' => tamil += 1,
                '\u{900}'..='\u{97f}' => devanagari += 1,
                '\u{590}'..='\u{5ff}' => hebrew += 1,
                c if is_unspaced_script(c) => han += 1,
                _ => {}
            }
        }
        let is_frequent = |count: usize| count * 3 > letters;
        match () {
            () if is_frequent(hangul) => Some(Self::Korean),
            () if is_frequent(greek) => Some(Self::Greek),
            () if is_frequent(tamil) => Some(Self::Tamil),
            () if is_frequent(devanagari) => Some(Self::Hindi),
            () if is_frequent(hebrew) => Some(Self::Hebrew),
            // A text with many Persian or Urdu letters is not Arabic. These languages use the
            // Arabic script, but the Arabic stemmer does not fit them.
            () if is_frequent(arabic) && persian * 20 < arabic => Some(Self::Arabic),
            () if !is_frequent(han + kana) => None,
            () if kana * 10 > han + kana => Some(Self::Japanese),
            () => Some(Self::Chinese),
        }
    }

    /// Returns the language whose stop words are most frequent in the text.
    fn detect_by_stop_words(text: &str) -> Self {
        let mut counts = [0_usize; ALL_LANGUAGES.len()];
        let mut seen = 0;
        let mut lower = String::new();
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            lower.clear();
            match word.is_ascii() {
                true => lower.push_str(word),
                false => lower.extend(word.chars().flat_map(char::to_lowercase)),
            }
            lower.make_ascii_lowercase();
            let mut languages = stop_word_languages(&lower);
            while languages != 0 {
                let lowest = languages.trailing_zeros() as usize;
                if let Some(count) = counts.get_mut(lowest) {
                    *count += 1;
                }
                languages &= languages - 1;
            }
            seen += 1;
            if seen == MAX_DETECTION_WORDS {
                break;
            }
        }
        // If several languages have the same number of stop words, chooses the first in
        // `ALL_LANGUAGES`.
        let mut best = (0, Self::default());
        for (language, found) in ALL_LANGUAGES.iter().zip(counts) {
            if found > best.0 {
                best = (found, *language);
            }
        }
        best.1
    }
}

/// The stop words of all languages. Finding a word in a list of numbers is faster than in a map of
/// words, and every word of a note is looked up.
struct StopWords {
    /// The hashes of the words, sorted. Each has a number in which one bit is set for every language in
    /// which the word is a stop word.
    languages_by_hash: Vec<(u64, u32)>,
    /// One bit for the low bits of each hash: most words are no stop words, and most of these have none.
    low_bits: Vec<u64>,
}

/// Number of bits in `low_bits`, about ten for each stop word.
const LOW_BITS_COUNT: u64 = 1 << 14;

static STOP_WORDS: LazyLock<StopWords> = LazyLock::new(|| {
    let mut words: BTreeMap<u64, u32> = BTreeMap::new();
    for section in word_list::parse_sections(include_str!("stop_words.txt")) {
        let bit = Language::from_iso_code(section.name).map_or(0, Language::stop_word_bit);
        for word in section.words {
            *words.entry(fnv1a(word.as_bytes())).or_insert(0) |= bit;
        }
    }
    let mut low_bits = vec![0; (LOW_BITS_COUNT / 64) as usize];
    for hash in words.keys() {
        let (place, bit) = low_bits_place(*hash);
        if let Some(bits) = low_bits.get_mut(place) {
            *bits |= bit;
        }
    }
    StopWords { languages_by_hash: words.into_iter().collect(), low_bits }
});

/// The place and the bit of a hash in `low_bits`.
fn low_bits_place(hash: u64) -> (usize, u64) {
    let low = hash % LOW_BITS_COUNT;
    ((low / 64) as usize, 1 << (low % 64))
}

/// The bits of the languages in which a lowercase word is a stop word.
fn stop_word_languages(word: &str) -> u32 {
    let hash = fnv1a(word.as_bytes());
    let StopWords { languages_by_hash, low_bits } = &*STOP_WORDS;
    let (place, bit) = low_bits_place(hash);
    if low_bits.get(place).is_none_or(|bits| bits & bit == 0) {
        return 0;
    }
    let found = languages_by_hash.binary_search_by_key(&hash, |(hash, _)| *hash).ok();
    found.and_then(|at| languages_by_hash.get(at)).map_or(0, |(_, languages)| *languages)
}

/// Whether a lowercase word is a stop word of some language.
pub fn is_stop_word_of_any_language(word: &str) -> bool {
    stop_word_languages(word) != 0
}

/// Whether a character belongs to a script without spaces between words, such as Chinese or Thai.
/// Korean is included, although it has spaces.
pub fn is_unspaced_script(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}' | '\u{0e00}'..='\u{0e7f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_key_words_is_that_of_their_context() {
        let check = |words: &str, context: &str, expected: Language| {
            assert_eq!(Language::detect_in_context(words, context), expected, "{words}");
        };
        check("Karbonathärte", "Die Karbonathärte sollte bei 3 °dH liegen.", Language::German);
        check("same cup keep me awake", "Why does the cup keep me awake?", Language::English);
        check("堆肥", "What is the Chinese word for it?", Language::Chinese);
    }

    #[test]
    fn the_language_of_a_text_is_detected() {
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
            ("التربة ليست مجرد تراب بل هي كائن حي.", Language::Arabic),
            ("خاک فقط گل نیست، بلکه زنده است و نفس می‌کشد.", Language::Persian),
            ("Jorden er ikke kun snavs, den lever også af det, der falder ned.", Language::Danish),
            ("Jeg tog ud for at se, hvad der var blevet af træerne.", Language::Danish),
            ("Maaperä ei ole vain likaa, se on elävä ja hengittää.", Language::Finnish),
            ("Το έδαφος δεν είναι μόνο χώμα, είναι ζωντανό.", Language::Greek),
            ("A talaj nem csak piszok, hanem él és lélegzik is.", Language::Hungarian),
            (
                "Jorda er ikke bare skitt, den lever også av det som faller ned.",
                Language::Norwegian,
            ),
            ("Jeg dro ut for å se hva som hadde blitt av trærne.", Language::Norwegian),
            (
                "Solul nu este doar pământ, ci este viu și respiră cu ciupercile.",
                Language::Romanian,
            ),
            (
                "Jorden är inte bara smuts, den lever också av det som faller ner.",
                Language::Swedish,
            ),
            ("Jag gick ut för att se vad som hade hänt med träden.", Language::Swedish),
            ("மண் என்பது அழுக்கு அல்ல, அது உயிருள்ளது.", Language::Tamil),
            ("Toprak sadece kir değil, bir canlıdır ve nefes alır.", Language::Turkish),
            ("Ich bin in den Wald gegangen, um zu sehen, was der Sturm tat.", Language::German),
            ("Der Mann hat den Hund, den er so mag, im Garten.", Language::German),
            ("Ik ging naar het bos om te zien wat er van de bomen over was.", Language::Dutch),
            ("I went over the hill for a look at the trees, and he was in.", Language::English),
            ("var x = list; for (var i = 0; i < n; i++) { var y = x; }", Language::English),
            ("La casa de un amigo en la montaña es más alta que el cerro.", Language::Spanish),
            ("मिट्टी केवल धूल नहीं है, वह जीवित है और साँस लेती है।", Language::Hindi),
            ("Đất không chỉ là bụi, nó sống và thở cùng với nấm.", Language::Vietnamese),
            ("Gleba nie jest tylko brudem, ona żyje i oddycha.", Language::Polish),
            ("Ґрунт — це не лише бруд, він живий і дихає.", Language::Ukrainian),
            ("Půda není pouze špína, protože je živá a také dýchá.", Language::Czech),
            ("Tanah bukan hanya kotoran, tetapi hidup dan bernapas.", Language::Indonesian),
            ("האדמה היא לא רק לכלוך, היא חיה ונושמת.", Language::Hebrew),
            ("", Language::English),
        ];
        for (text, expected) in cases {
            assert_eq!(Language::detect(text), expected, "{text}");
        }
    }
}
