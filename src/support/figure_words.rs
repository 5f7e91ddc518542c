//! Numbers and months as words, in the languages that reports are mostly written in.

use std::sync::OnceLock;

use crate::index::language::Language;

/// Two to twelve, then the tens; `one` is left out, for it mostly counts nothing.
const NUMBERS: [(Language, &str); 6] = [
    (
        Language::English,
        "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty \
         sixty seventy eighty ninety",
    ),
    (
        Language::German,
        "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig \
         fünfzig sechzig siebzig achtzig neunzig",
    ),
    (
        Language::French,
        "deux trois quatre cinq six sept huit neuf dix onze douze vingt trente quarante \
         cinquante soixante",
    ),
    (
        Language::Spanish,
        "dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cuarenta \
         cincuenta sesenta setenta ochenta noventa",
    ),
    (
        Language::Italian,
        "due tre quattro cinque sei sette otto nove dieci undici dodici venti trenta quaranta \
         cinquanta sessanta settanta ottanta novanta",
    ),
    (
        Language::Dutch,
        "twee drie vier vijf zes zeven acht negen tien elf twaalf twintig dertig veertig \
         vijftig zestig zeventig tachtig negentig",
    ),
];

/// The value of a number's word in lower case; a thousand is one when nothing stands before it.
pub fn number(word: &str, language: Language) -> Option<f64> {
    let values = values(language)?.get(word.len())?;
    values.iter().find(|(listed, _)| *listed == word).map(|(_, value)| *value)
}

/// Words with their values, by their lengths: every word of a text is looked for among them.
type Values = Vec<Vec<(&'static str, f64)>>;

fn values(language: Language) -> Option<&'static Values> {
    static ALL: OnceLock<Vec<(Language, Values)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        NUMBERS.iter().map(|(language, list)| (*language, listed(*language, list))).collect()
    });
    all.iter().find(|(listed, _)| *listed == language).map(|(_, values)| values)
}

fn listed(language: Language, list: &'static str) -> Values {
    let small = |at: usize| if at <= 10 { at + 2 } else { (at - 9) * 10 } as f64;
    let small = list.split_whitespace().enumerate().map(|(at, word)| (word, small(at)));
    let many = MANY.split_whitespace().chain(MILLIONS);
    let many = many.filter_map(|word| Some((word, multiplier(word, language)?)));
    let mut values = Values::new();
    for (word, value) in small.chain(many) {
        if values.len() <= word.len() {
            values.resize(word.len() + 1, Vec::new());
        }
        values.get_mut(word.len()).into_iter().for_each(|same| same.push((word, value)));
    }
    values
}

/// All words that may multiply, but for millions.
const MANY: &str = "hundred hundert honderd cent thousand tausend duizend тысяч тысячи mille mil \
                    billion milliarde milliarden milliards";

/// Words that multiply the figure before them.
pub fn multiplier(word: &str, language: Language) -> Option<f64> {
    Some(match (word, language) {
        ("hundred" | "hundert" | "honderd", _) | ("cent", Language::French) => 1e2,
        ("thousand" | "tausend" | "duizend" | "тысяч" | "тысячи", _)
        | ("mille", Language::French | Language::Italian)
        | ("mil", Language::Spanish | Language::Portuguese) => 1e3,
        (word, _) if MILLIONS.contains(&word) => 1e6,
        ("billion", Language::English) | ("milliarde" | "milliarden" | "milliards", _) => 1e9,
        _ => return None,
    })
}

const MILLIONS: [&str; 9] = [
    "million",
    "millions",
    "millionen",
    "millones",
    "millón",
    "milhões",
    "milioni",
    "miljoen",
    "миллионов",
];

/// The months of each language, by the letters they begin with.
const MONTHS: [(Language, &str); 8] = [
    (Language::English, "jan feb mar apr may jun jul aug sep oct nov dec"),
    (Language::German, "jan feb mär apr mai jun jul aug sep okt nov dez"),
    (Language::French, "janv févr mars avr mai juin juil août sept oct nov déc"),
    (Language::Spanish, "ene feb mar abr may jun jul ago sep oct nov dic"),
    (Language::Portuguese, "jan fev mar abr mai jun jul ago set out nov dez"),
    (Language::Italian, "gen feb mar apr mag giu lug ago set ott nov dic"),
    (Language::Dutch, "jan feb maa apr mei jun jul aug sep okt nov dec"),
    (Language::Russian, "янв фев мар апр мая июн июл авг сен окт ноя дек"),
];

/// The number of a month's name in lower case.
pub fn month(word: &str, language: Language) -> Option<u8> {
    let (_, list) = MONTHS.iter().find(|(listed, _)| *listed == language)?;
    let at = list.split_whitespace().position(|beginning| word.starts_with(beginning))?;
    u8::try_from(at + 1).ok()
}

/// Whether a word in lower case says that the next figure is not exact.
pub fn makes_rough(word: &str) -> bool {
    ROUGH.split(' ').any(|listed| listed == word)
}

/// Whether a word in lower case says that the next figure is the end of a range.
pub fn makes_bound(word: &str) -> bool {
    BOUND.split(' ').any(|listed| listed == word)
}

const ROUGH: &str = "about around approximately nearly almost roughly some etwa rund ca circa \
    ungefähr fast knapp environ près unos unas aproximadamente cerca quase около";

const BOUND: &str = "over above under below than least most to from between and exceeding über unter \
    bis als mindestens höchstens von zwischen und de à entre plus hasta más oltre \
    fino tot dan более";
