//! Reduces words to their stems: with the Snowball stemmers, one per language, or by their beginnings and
//! endings.

use rust_stemmers::{Algorithm, Stemmer};

use crate::language::detection::Language;
use crate::language::light_stemmer::{arabic_stem, hindi_stem};

/// The stem of a lowercase word; the word itself in a language without a stemmer.
pub(super) fn stem(word: &str, language: Language) -> String {
    let stemmed = |word: &str, a: Algorithm| Stemmer::create(a).stem(word).into_owned();
    match (language, stemming_algorithm(language)) {
        (Language::Arabic, _) => arabic_stem(word),
        (Language::Hindi, _) => hindi_stem(word).to_owned(),
        // The Romanian stemmer knows these two letters only with a cedilla, the older spelling;
        // texts use both spellings.
        (Language::Romanian, Some(a)) => stemmed(&word.replace('ș', "ş").replace('ț', "ţ"), a),
        (_, Some(a)) => stemmed(word, a),
        (_, None) => word.to_owned(),
    }
}

/// The Snowball algorithm for a language; `None` if there is none.
fn stemming_algorithm(language: Language) -> Option<Algorithm> {
    Some(match language {
        Language::English => Algorithm::English,
        Language::German => Algorithm::German,
        Language::French => Algorithm::French,
        Language::Spanish => Algorithm::Spanish,
        Language::Portuguese => Algorithm::Portuguese,
        Language::Italian => Algorithm::Italian,
        Language::Dutch => Algorithm::Dutch,
        Language::Russian => Algorithm::Russian,
        Language::Danish => Algorithm::Danish,
        Language::Finnish => Algorithm::Finnish,
        Language::Greek => Algorithm::Greek,
        Language::Hungarian => Algorithm::Hungarian,
        Language::Norwegian => Algorithm::Norwegian,
        Language::Romanian => Algorithm::Romanian,
        Language::Swedish => Algorithm::Swedish,
        Language::Tamil => Algorithm::Tamil,
        Language::Turkish => Algorithm::Turkish,
        Language::Chinese
        | Language::Japanese
        | Language::Korean
        | Language::Arabic
        | Language::Hindi
        | Language::Vietnamese
        | Language::Polish
        | Language::Ukrainian
        | Language::Czech
        | Language::Indonesian
        | Language::Persian
        | Language::Hebrew => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflected_words_have_the_same_stem() {
        let check = |word: &str, bent: &str, language: Language| {
            assert_eq!(stem(word, language), stem(bent, language), "{word} {bent}");
        };
        check("كتاب", "الكتاب", Language::Arabic);
        check("hus", "husene", Language::Danish);
        check("talo", "talossa", Language::Finnish);
        check("δρόμος", "δρόμους", Language::Greek);
        check("ház", "házban", Language::Hungarian);
        check("bil", "bilene", Language::Norwegian);
        check("copac", "copacul", Language::Romanian);
        check("naţiune", "națiuni", Language::Romanian);
        check("skog", "skogen", Language::Swedish);
        check("புத்தகம்", "புத்தகத்தில்", Language::Tamil);
        check("ev", "evler", Language::Turkish);
    }
}
