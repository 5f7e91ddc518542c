//! Numbers and months as words, in the languages that reports are mostly written in.

use std::collections::BTreeMap;
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
    let small = small_numbers(language)?.get(word).copied();
    let one = ["one", "eine", "ein", "un", "une", "een"].contains(&word);
    small.or(if one { None } else { multiplier(word, language) })
}

type Values = BTreeMap<&'static str, f64>;

/// The listed numbers of a language; every word of a text is looked for among them.
fn small_numbers(language: Language) -> Option<&'static Values> {
    static ALL: OnceLock<Vec<(Language, Values)>> = OnceLock::new();
    let value = |at: usize| if at <= 10 { at + 2 } else { (at - 9) * 10 } as f64;
    let listed = |list: &'static str| {
        list.split_whitespace().enumerate().map(|(at, word)| (word, value(at))).collect()
    };
    let all = ALL
        .get_or_init(|| NUMBERS.iter().map(|(language, list)| (*language, listed(list))).collect());
    all.iter().find(|(listed, _)| *listed == language).map(|(_, values)| values)
}

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
