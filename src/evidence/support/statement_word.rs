//! The words of a sentence in which contradictions are looked for, with their listed meanings.

use unicode_segmentation::UnicodeSegmentation;

use crate::evidence::support::contradiction_lexicon::{ContradictionLexicon, WordTag};
use crate::language::word_similarity;
use crate::language::{Language, tokenize};

/// Minimum similarity of two words that count as the same, and of two names.
const MIN_WORD_SIMILARITY: f32 = 0.6;
const MIN_NAME_SIMILARITY: f32 = 0.85;
/// A compound counts as its first word if that has at least this many letters: `Salatbeet`, `Salat`.
const MIN_FIRST_PART_LETTERS: usize = 5;

/// How many equal first letters show that two words may mean the same.
const MIN_BEGINNING_LETTERS: usize = 4;

/// Groups of words that say nothing about the subject of a sentence.
const GROUPS_WITHOUT_SUBJECT: [&str; 15] = [
    "filler",
    "deny",
    "approximate",
    "limit",
    "limit lowest",
    "limit highest",
    "wrong",
    "myth",
    "no_effect",
    "unsure",
    "modal",
    "norm",
    "future",
    "portion",
    "recurring",
];

/// Frequent verbs behind the subject of a sentence.
const AUXILIARY_VERBS: [&str; 21] = [
    "is", "are", "was", "were", "has", "have", "had", "can", "will", "does", "ist", "sind", "war",
    "hat", "hatte", "tiene", "fue", "est", "sont", "avait", "compte",
];

/// A word of a sentence, or a sign such as `%`.
#[derive(Debug, Clone)]
pub(super) struct TaggedWord {
    /// The word as written.
    pub written: String,
    /// The word in lower case, without an English `'s` or a French article.
    pub lower: String,
    /// The stem by which words are compared.
    pub stem: String,
    /// Whether the word is a stop word, which is not compared.
    pub is_stop_word: bool,
    /// Whether the word begins with a capital.
    pub is_capitalized: bool,
    /// Whether digits or several capitals show that the word is a name.
    pub has_name_shape: bool,
    /// The text between the word before and this one.
    pub gap_before: String,
    /// The number of commas, colons and brackets before the word.
    pub clause_index: usize,
    /// The listed groups of the phrases that begin with this word.
    pub tags: Vec<WordTag>,
}

impl TaggedWord {
    /// Whether a listed phrase of the group begins with the word.
    pub(super) fn has_tag(&self, group: &str) -> bool {
        self.tags.iter().any(|tag| tag.group == group)
    }

    /// The longest listed phrase of the group that begins with the word.
    pub(super) fn tag(&self, group: &str) -> Option<&WordTag> {
        let tags = self.tags.iter().filter(|tag| tag.group == group);
        tags.max_by_key(|tag| tag.word_count)
    }

    /// The measured properties (`aspect weight`) and meanings (`same begin`) of the word.
    pub(super) fn meanings(&self) -> impl Iterator<Item = &'static str> {
        let groups = self.tags.iter().map(|tag| tag.group);
        groups.filter(|group| {
            ["aspect ", "same ", "trend "].iter().any(|kind| group.starts_with(kind))
        })
    }

    /// Whether the word names what a sentence measures, such as `weighs`.
    pub(super) fn is_aspect(&self) -> bool {
        self.tags.iter().any(|tag| tag.group.starts_with("aspect "))
    }

    /// Whether the word is a unit of time, such as `day`.
    pub(super) fn is_time_unit(&self) -> bool {
        self.tags.iter().any(|tag| tag.group.starts_with("unit time "))
    }

    /// Whether two words mean the same: forms of one word, or listed with the same meaning.
    pub(super) fn matches(&self, other: &TaggedWord) -> bool {
        if self.stem == other.stem {
            return true;
        }
        if self.has_name_shape || other.has_name_shape {
            return word_similarity(&self.stem, &other.stem) >= MIN_NAME_SIMILARITY;
        }
        self.meanings().any(|meaning| other.has_tag(meaning))
            || (!self.is_other_compound(other)
                && word_similarity(&self.stem, &other.stem) >= MIN_WORD_SIMILARITY)
    }

    /// Whether two words begin differently, so that only their last parts may be the same:
    /// `Schachverein`, `Ruderverein`.
    fn is_other_compound(&self, other: &TaggedWord) -> bool {
        let is_part = self.stem.contains(&other.stem) || other.stem.contains(&self.stem);
        self.stem.chars().next() != other.stem.chars().next() && !is_part
    }

    /// Whether two words have the same first letters, so that they may mean the same: `Dämmung`,
    /// `Dämmstoff`.
    pub(super) fn has_same_beginning(&self, other: &TaggedWord) -> bool {
        let mut pairs = self.lower.chars().zip(other.lower.chars()).take(MIN_BEGINNING_LETTERS);
        let has_letters = |word: &TaggedWord| word.lower.chars().count() >= MIN_BEGINNING_LETTERS;
        has_letters(self) && has_letters(other) && pairs.all(|(a, b)| a == b)
    }

    /// Whether a longer word begins with this one. It may be about the same thing (`Salatbeet`), but
    /// not the other way round: a `Laptoptasche` is no `Laptop`.
    pub(super) fn begins(&self, longer: &TaggedWord) -> bool {
        self.stem.chars().count() >= MIN_FIRST_PART_LETTERS && longer.stem.starts_with(&self.stem)
    }

    /// Whether the word tells that something becomes more or less.
    pub(super) fn is_trend(&self) -> bool {
        self.tags.iter().any(|tag| tag.group.starts_with("trend "))
    }
}

/// Whether a word only links a subject with what is said about it, such as `is`.
pub(super) fn is_auxiliary_verb(word: &TaggedWord) -> bool {
    AUXILIARY_VERBS.contains(&word.lower.as_str())
}

/// Whether words end with a listed phrase of a group.
pub(super) fn ends_with_tag(words: &[TaggedWord], group: &str) -> bool {
    let last = words.iter().enumerate().rev().take(4);
    let mut tags = last.flat_map(|(at, word)| word.tags.iter().map(move |tag| (at, tag)));
    tags.any(|(at, tag)| tag.group == group && at + tag.word_count == words.len())
}

/// Whether a word tells what its sentence is about.
pub(super) fn is_content_word(word: &TaggedWord) -> bool {
    let has_meaning = word.meanings().next().is_some();
    let is_hollow = GROUPS_WITHOUT_SUBJECT.iter().any(|group| word.has_tag(group));
    let has_letter = word.lower.chars().any(char::is_alphabetic);
    has_letter && (has_meaning || (!word.is_stop_word && !is_hollow))
}

/// Splits a sentence into words and signs, with the listed groups of each.
pub(super) fn parse_words(sentence: &str, language: Language) -> Vec<TaggedWord> {
    let (mut words, mut end, mut clause) = (Vec::new(), 0, 0);
    for (start, written) in sentence.unicode_word_indices() {
        let gap = sentence.get(end..start).unwrap_or_default();
        push_signs(gap, clause, &mut words);
        clause += usize::from(gap.contains([',', ';', ':', '(', ')', '，', '；', '、']));
        let mut gap = gap.to_owned();
        let (elided, rest) = split_elision(written, language);
        if let Some(elided) = elided {
            let word = new_word(elided, std::mem::take(&mut gap), clause, language);
            words.push(TaggedWord { is_stop_word: true, ..word });
        }
        let is_name = is_letter_name(&words, &gap, rest);
        let word = new_word(rest, gap, clause, language);
        words.push(if is_name { as_name(word) } else { word });
        end = start + written.len();
    }
    push_signs(sentence.get(end..).unwrap_or_default(), clause, &mut words);
    tag_words(&mut words, language);
    words
}

/// Adds the signs of a gap that belong to figures, such as `%`.
fn push_signs(gap: &str, clause_index: usize, words: &mut Vec<TaggedWord>) {
    for sign in
        gap.chars().filter(|c| matches!(c, '%' | '‰' | '€' | '$' | '£' | '¥' | '²' | '³' | '/'))
    {
        words.push(TaggedWord {
            written: sign.to_string(),
            lower: sign.to_string(),
            stem: sign.to_string(),
            is_stop_word: true,
            is_capitalized: false,
            has_name_shape: false,
            gap_before: String::new(),
            clause_index,
            tags: Vec::new(),
        });
    }
}

/// Whether a word loses its last vowel before another one: `l'eau`, `jusqu'en`, `dell'autobus`.
fn is_elided_word(word: &str) -> bool {
    const ITALIAN: [&str; 6] = ["all", "dall", "dell", "nell", "sull", "quell"];
    word.chars().count() <= 2
        || word.ends_with("qu")
        || ITALIAN.contains(&word.to_lowercase().as_str())
}

/// Splits the French and Italian `l'eau` into `l` and `eau`.
fn split_elision(written: &str, language: Language) -> (Option<&str>, &str) {
    let is_elided = matches!(language, Language::French | Language::Italian);
    match written.split_once(['\'', '’']) {
        Some((before, rest)) if is_elided && is_elided_word(before) => (Some(before), rest),
        _ => (None, written),
    }
}

/// Whether a single capital behind a word is a name: `method B`, `Herr K.`.
fn is_letter_name(before: &[TaggedWord], gap: &str, written: &str) -> bool {
    let mut letters = written.chars();
    let is_capital = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    let is_beside = gap == " " && before.last().is_some_and(|word| !word.is_stop_word);
    is_capital && written != "I" && is_beside
}

fn as_name(word: TaggedWord) -> TaggedWord {
    TaggedWord { is_stop_word: false, has_name_shape: true, ..word }
}

fn new_word(
    written: &str,
    gap_before: String,
    clause_index: usize,
    language: Language,
) -> TaggedWord {
    let bare = written.strip_suffix("'s").or_else(|| written.strip_suffix("’s")).unwrap_or(written);
    let stem = tokenize::stem_unless_stop_word(bare, language);
    let capitals = bare.chars().filter(|c| c.is_uppercase()).count();
    let has_digit = bare.chars().any(|c| c.is_ascii_digit());
    let starts_with_letter = bare.starts_with(char::is_alphabetic);
    let lower = bare.to_lowercase().replace('’', "'");
    TaggedWord {
        written: written.to_owned(),
        is_stop_word: stem.is_none(),
        stem: stem.unwrap_or_else(|| lower.clone()),
        is_capitalized: bare.starts_with(char::is_uppercase),
        // `7a` is a class, `7km` a distance.
        has_name_shape: (starts_with_letter && (has_digit || capitals > 1))
            || (has_digit && bare.chars().filter(|c| c.is_alphabetic()).count() == 1),
        lower,
        gap_before,
        clause_index,
        tags: Vec::new(),
    }
}

fn tag_words(words: &mut [TaggedWord], language: Language) {
    let lexicon = ContradictionLexicon::for_language(language);
    let lower: Vec<String> = words.iter().map(|word| word.lower.clone()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    for (at, word) in words.iter_mut().enumerate() {
        word.tags = lexicon.tags(lower.get(at..).unwrap_or_default());
        if language == Language::English && word.lower.ends_with("n't") {
            word.tags.push(WordTag { group: "deny", word_count: 1 });
        }
    }
}
