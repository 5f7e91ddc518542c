//! What a word is wherever it stands. A text repeats its words: each is looked at once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::index::language::Language;
use crate::index::tokenize;
use crate::support::sense::{Sense, Senses};

/// A word without its place.
#[derive(Debug, Clone, Default)]
pub struct Form {
    /// As it stands.
    pub written: String,
    /// In lower case.
    pub lower: String,
    /// What it is compared by.
    pub stem: String,
    /// The number of its stem among those of its text.
    pub number: usize,
    /// How many letters it is written in.
    pub letters: usize,
    /// Whether it says nothing by itself.
    pub is_small: bool,
    /// Whether only its capitals make a name of it: `WHO`, `US`.
    pub is_short_name: bool,
    /// More, less, needed, denied …
    pub sense: Option<Sense>,
}

/// The forms of a text so far.
pub struct Forms<'t> {
    language: Language,
    senses: &'static Senses,
    known: BTreeMap<(u64, &'t str), Rc<Form>>,
    numbers: BTreeMap<String, usize>,
    stems: Vec<Rc<Form>>,
}

impl<'t> Forms<'t> {
    /// None yet.
    pub fn of(language: Language) -> Self {
        let senses = Senses::of(language);
        let (known, numbers) = (BTreeMap::new(), BTreeMap::new());
        Self { language, senses, known, numbers, stems: Vec::new() }
    }

    /// The form of a word of a sentence that is written as usual.
    pub fn find(&mut self, written: &'t str) -> Rc<Form> {
        let key = (beginning(written), written);
        if let Some(form) = self.known.get(&key) {
            return Rc::clone(form);
        }
        let form = self.number(self.look(written, true));
        self.known.insert(key, Rc::clone(&form));
        form
    }

    /// The form of a word of a sentence in capitals, which tell nothing there.
    pub fn find_shouted(&mut self, written: &str) -> Rc<Form> {
        self.number(self.look(written, false))
    }

    /// The form of two neighbours in a script without spaces.
    pub fn pair(&mut self, pair: String) -> Rc<Form> {
        let (lower, letters) = (pair.to_lowercase(), pair.chars().count());
        let form = Form { stem: pair.clone(), written: pair, lower, letters, ..Form::default() };
        self.number(form)
    }

    /// For each stem the first form it stands in, by its number.
    pub fn into_stems(self) -> Vec<Rc<Form>> {
        self.stems
    }

    fn look(&self, written: &str, capitals_tell: bool) -> Form {
        let plain = spelled(written);
        let stem = tokenize::term(&plain, self.language);
        let lower = plain.to_lowercase();
        let is_word = stem.is_none() || ALSO_WORDS.contains(&lower.as_str());
        let is_short_name = is_word && capitals_tell && is_short_name(&plain);
        Form {
            written: written.to_owned(),
            lower: written.to_lowercase(),
            letters: written.chars().count(),
            is_small: stem.is_none() && !is_short_name,
            is_short_name,
            sense: self.senses.find(&lower),
            stem: stem.unwrap_or(lower),
            number: 0,
        }
    }

    /// Small words are not compared and have no number of their own.
    fn number(&mut self, mut form: Form) -> Rc<Form> {
        if form.is_small {
            return Rc::new(form);
        }
        if let Some(number) = self.numbers.get(&form.stem) {
            form.number = *number;
            return Rc::new(form);
        }
        form.number = self.stems.len();
        self.numbers.insert(form.stem.clone(), form.number);
        let form = Rc::new(form);
        self.stems.push(Rc::clone(&form));
        form
    }
}

/// `WHO`, `US` and `IT` are names, though their letters are also those of small words.
fn is_short_name(word: &str) -> bool {
    let is_capital = |byte: u8| byte.is_ascii_uppercase();
    word.len() > 1 && word.bytes().all(is_capital) && !STRESSED.contains(&word)
}

/// Pronouns that a search does not leave out.
const ALSO_WORDS: [&str; 1] = ["us"];

/// Small words that are written in capitals to stress them.
const STRESSED: [&str; 14] = [
    "ALL", "AND", "ANY", "BOTH", "EVERY", "IF", "NEVER", "NO", "NOT", "ONLY", "OR", "THE", "VERY",
    "NICHT",
];

/// The first eight bytes as a number: most words are told apart by it at once.
fn beginning(word: &str) -> u64 {
    let bytes = word.bytes().chain(std::iter::repeat(0)).take(8);
    bytes.fold(0, |number, byte| number << 8 | u64::from(byte))
}

/// Names as they are compared. Greek letters among Latin ones by their names: `NF-κB` is also written `NF-kappaB`.
pub fn spelled(written: &str) -> Cow<'_, str> {
    if is_dotted(written) {
        return Cow::Owned(written.replace('.', ""));
    }
    if written.is_ascii() || written.chars().filter(|c| is_greek(*c)).count() > 2 {
        return Cow::Borrowed(written);
    }
    let mut plain = String::with_capacity(written.len());
    for c in written.chars() {
        match GREEK.iter().find(|(letter, _)| *letter == c) {
            Some((_, name)) => plain.push_str(name),
            None => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Single capitals with dots between them: `U.S` is also written `US`.
fn is_dotted(written: &str) -> bool {
    let is_in_place = |(at, byte): (usize, u8)| {
        if at % 2 == 0 { byte.is_ascii_uppercase() } else { byte == b'.' }
    };
    written.len() > 2 && written.bytes().enumerate().all(is_in_place)
}

fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}')
}

/// The letters that name things in the sciences.
const GREEK: [(char, &str); 14] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('Δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('θ', "theta"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('σ', "sigma"),
    ('ω', "omega"),
    ('µ', "mu"),
];
