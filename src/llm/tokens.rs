//! How many tokens a text takes, without the vocabulary of any model: those are megabytes each, and
//! every maker has another. Rather too many than too few, since a budget is held by it.
//!
//! The weights were fitted to OpenAI's vocabulary `o200k_base` over forty languages, notes, code and
//! web pages, where the estimate is 0.95 to 1.4 times the real number. Models with older
//! vocabularies take up to twice as much for what is not written in Latin letters.

/// Weights are in hundredths of a token.
const TOKEN: u64 = 100;

/// A word of Latin letters is mostly one token up to this length.
const SHORT_WORD: u32 = 6;

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
        self.length = if goes_on { self.length.saturating_add(1) } else { 1 };
        self.kind = Some(kind);
        self.is_upper = is_upper;
        match (kind, self.length) {
            (Kind::Latin, length) => latin(letter, length, is_upper),
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
        1 => 110,
        2..=SHORT_WORD => 0,
        _ => 30,
    };
    // Vocabularies hold few words in capitals, and few with accents.
    let capital = if is_upper && length > 1 { 20 } else { 0 };
    let accent = if letter.is_ascii() { 0 } else { 100 };
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
        '\u{400}'..='\u{52f}' => 35,
        // Armenian, Georgian.
        '\u{530}'..='\u{58f}' | '\u{10a0}'..='\u{10ff}' => 38,
        // Hebrew.
        '\u{590}'..='\u{5ff}' => 55,
        // Arabic and its neighbours.
        '\u{600}'..='\u{77f}' => 45,
        // The scripts of India.
        '\u{900}'..='\u{dff}' => 48,
        // Thai.
        '\u{e00}'..='\u{e7f}' => 55,
        // Hangul.
        '\u{ac00}'..='\u{d7af}' => 90,
        // Signs of the Latin script, of print, of Chinese and Japanese, and the kana.
        '\u{80}'..='\u{24f}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{30ff}' => 100,
        '\u{ff00}'..='\u{ffef}' => 100,
        // Chinese characters.
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => 100,
        // Rare scripts and pictures are cut into their bytes.
        _ => 200,
    }
}
