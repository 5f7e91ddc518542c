//! How many tokens a text takes, without the vocabulary of any model: those are megabytes each, and
//! every maker has another. Rather too many than too few, since a budget is held by it.
//!
//! The weights were fitted to OpenAI's vocabulary `o200k_base` over 32 languages, notes, code and
//! web pages: there the estimate is 0.95 to 1.35 times the real number, and 0.9 for random letters.
//! Over 25 smaller languages that were not fitted it is 0.85 to 1.25 times, for Basque 0.75. Older
//! vocabularies take more for what is not English, and several times as much for rare scripts.

/// Weights are in hundredths of a token.
const TOKEN: u64 = 100;

/// A word of Latin letters is mostly one token up to this length.
const SHORT_WORD: u32 = 6;

/// Beyond this length it is mostly put together from others.
const LONG_WORD: u32 = 10;

/// Vocabularies cut numbers into groups of three digits.
const DIGIT_GROUP: u32 = 3;

/// About how many tokens a text takes.
pub fn estimate(text: &str) -> u64 {
    let mut run = Run::default();
    let weights = text.chars().map(|letter| run.weight_of(letter));
    weights.fold(0, u64::saturating_add).div_ceil(TOKEN)
}

/// Letters of one kind in a row.
#[derive(Default)]
struct Run {
    kind: Option<Kind>,
    length: u32,
    is_upper: bool,
}

impl Run {
    /// What the next letter adds.
    fn weight_of(&mut self, letter: char) -> u64 {
        let kind = Kind::of(letter);
        let is_upper = kind == Kind::Latin && letter.is_uppercase();
        // A name such as `innerHeight` is cut before its capitals.
        let is_hump = is_upper && !self.is_upper;
        let goes_on = self.kind == Some(kind) && !is_hump;
        let is_behind_space = self.kind == Some(Kind::Space);
        self.length = if goes_on { self.length.saturating_add(1) } else { 1 };
        self.kind = Some(kind);
        self.is_upper = is_upper;
        match (kind, self.length) {
            (Kind::Latin, length) => latin(letter, length, is_upper),
            // A number does not take the space before it along, as a word does.
            (Kind::Digit, 1) if is_behind_space => 200,
            (Kind::Digit, 1) => 150,
            (Kind::Digit, length) if length % DIGIT_GROUP == 1 => TOKEN,
            (Kind::Sign, 1) => TOKEN,
            (Kind::Sign, _) => 30,
            (Kind::Line, 1) => 60,
            // The space before a word is a part of it; more of them are one token.
            (Kind::Space, 2) => 40,
            (Kind::Digit | Kind::Line | Kind::Space, _) => 0,
            (Kind::Other(weight), _) => weight,
        }
    }
}

fn latin(letter: char, length: u32, is_upper: bool) -> u64 {
    let place = match length {
        1 => 113,
        2..=SHORT_WORD => 0,
        ..=LONG_WORD => 23,
        _ => 60,
    };
    // Vocabularies hold few words in capitals, and few with accents.
    let capital = if is_upper && length > 1 { 17 } else { 0 };
    let accent = if letter.is_ascii() { 0 } else { 96 };
    place + capital + accent
}

/// What a letter is, as far as it changes how many tokens a text takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Latin,
    Digit,
    Sign,
    Line,
    Space,
    /// Of a script in which every letter weighs the same.
    Other(u64),
}

impl Kind {
    fn of(letter: char) -> Self {
        match letter {
            'a'..='z' | 'A'..='Z' => Self::Latin,
            '0'..='9' => Self::Digit,
            '\n' | '\r' => Self::Line,
            _ if letter.is_whitespace() => Self::Space,
            '\0'..='\u{7f}' => Self::Sign,
            '\u{80}'..='\u{24f}' if letter.is_alphabetic() => Self::Latin,
            // Accents that stand alone, and the letters of Vietnamese.
            '\u{300}'..='\u{36f}' | '\u{1e00}'..='\u{1eff}' => Self::Latin,
            _ => Self::Other(weight_of_script(letter)),
        }
    }
}

fn weight_of_script(letter: char) -> u64 {
    match letter {
        // Greek.
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => 48,
        // Cyrillic.
        '\u{400}'..='\u{52f}' => 34,
        // Armenian, Georgian.
        '\u{530}'..='\u{58f}' | '\u{10a0}'..='\u{10ff}' => 38,
        // Hebrew.
        '\u{590}'..='\u{5ff}' => 55,
        // Arabic and its neighbours.
        '\u{600}'..='\u{77f}' => 45,
        // The scripts of India.
        '\u{900}'..='\u{dff}' => 46,
        // Thai.
        '\u{e00}'..='\u{e7f}' => 55,
        // Burmese.
        '\u{1000}'..='\u{109f}' => 65,
        // Hangul.
        '\u{ac00}'..='\u{d7af}' => 90,
        // Signs of the Latin script, of print, of Chinese and Japanese, and the kana.
        '\u{80}'..='\u{24f}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{30ff}' => 100,
        '\u{ff00}'..='\u{ffef}' => 100,
        // Chinese characters.
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => 100,
        // Rare scripts and pictures are cut into their bytes.
        _ => 220,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The real number is that of `o200k_base`. A single sentence may be further off than a text.
    fn check(text: &str, real: u64) {
        let estimate = estimate(text);
        let hundredths = estimate * 100 / real;
        assert!((80..=150).contains(&hundredths), "{estimate} for {real}: {text}");
    }

    #[test]
    fn sentences_of_many_languages_are_estimated_on_the_safe_side() {
        check("A heron stood in the shallow water and waited for the fish to come back.", 17);
        check("Ein Reiher stand im flachen Wasser und wartete auf die Rückkehr der Fische.", 19);
        check(
            "Un héron se tenait dans l'eau peu profonde et attendait le retour des poissons.",
            19,
        );
        check("Haikara seisoi matalassa vedessä ja odotti kalojen palaavan takaisin.", 18);
        check("Czapla stała w płytkiej wodzie i czekała, aż ryby wrócą.", 23);
        check("Цапля стояла на мелководье и ждала, когда вернётся рыба.", 20);
        check("Ο ερωδιός στεκόταν στα ρηχά νερά και περίμενε τα ψάρια.", 24);
        check("وقف مالك الحزين في المياه الضحلة ينتظر عودة الأسماك.", 18);
        check("האנפה עמדה במים הרדודים וחיכתה לדגים.", 16);
        check("बगुला उथले पानी में खड़ा होकर मछलियों का इंतज़ार कर रहा था।", 24);
        check("นกกระสายืนอยู่ในน้ำตื้นและรอให้ปลากลับมา", 19);
        check("苍鹭站在浅水里，等着鱼儿回来。", 14);
        check("サギは浅い水の中に立って、魚が戻ってくるのを待っていた。", 24);
        check("왜가리는 얕은 물에 서서 물고기가 돌아오기를 기다렸다.", 19);
    }

    #[test]
    fn what_is_no_prose_is_estimated_too() {
        check(
            "let nearest = herons.iter().filter(|h| h.isAwake()).min_by_key(|h| h.distance);\n",
            25,
        );
        check("| year | herons |\n| ---- | ------ |\n| 2019 | 1,204 |\n| 2020 | 987 |\n", 29);
        check("https://birds.example.org/wiki/Grey_heron?lang=en#Breeding", 17);
        check("HERONS MUST NOT BE FED WITH BREAD", 9);
        check("🐟🐟 fed! 🎉", 8);
    }

    #[test]
    fn only_nothing_takes_nothing() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("a"), 2);
        assert_eq!(estimate("\n\n\n\n"), 1);
    }

    proptest! {
        #[test]
        fn a_text_takes_no_more_than_its_parts_and_no_less_than_the_first(
            first in "\\PC{0,40}",
            second in "\\PC{0,40}",
        ) {
            let whole = estimate(&format!("{first}{second}"));
            prop_assert!(whole >= estimate(&first));
            // The last letter of one part changes what the first of the other weighs.
            prop_assert!(whole <= estimate(&first) + estimate(&second) + 14);
        }
    }
}
