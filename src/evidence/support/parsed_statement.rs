//! A sentence with the titles above it, parsed for finding contradictions: its words with their
//! meanings, its figures, and whether it states something plainly.

use std::collections::BTreeSet;

use crate::evidence::support::figure::{self, Figure, FigureLimit};
use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::statement_word::{
    TaggedWord, ends_with_tag, is_auxiliary_verb, is_content_word, parse_words,
};
use crate::language::{Language, QUESTION_MARKS};

/// A sentence is hardly a quotation if less than this share of it is in quotation marks.
const MAX_QUOTED_SHARE: f32 = 0.4;

/// How many words before `may` and `could` tell that they mean what is possible.
const MAX_POSSIBLE_DISTANCE_WORDS: usize = 2;

/// How many words `wanted` and its price may be apart: `wanted me to pay` is none.
const MAX_PRICE_DISTANCE_WORDS: usize = 2;

/// Behind an earlier year, `could` tells what was possible then.
const FIRST_UNSURE_YEAR: f64 = 2010.0;

/// How many words may name the source of a sentence at its beginning.
const MAX_SOURCE_WORDS: usize = 6;

/// How many words before a figure or a remark a negation applies to it.
pub const NEGATION_REACH_WORDS: usize = 3;

/// A parsed sentence, with the words of the titles above it.
#[derive(Debug)]
pub struct ParsedStatement {
    /// The language by whose rules the sentence was parsed.
    pub language: Language,
    /// The words of the sentence, in order.
    pub words: Vec<TaggedWord>,
    /// The words of the titles above the sentence.
    pub title_words: Vec<TaggedWord>,
    /// The figures of the sentence, in order.
    pub figures: Vec<Figure>,
    /// Whether the sentence asks, or mostly quotes.
    is_question_or_quotation: bool,
}

impl ParsedStatement {
    /// Parses a sentence and its titles by the rules of a language.
    pub fn parse(sentence: &str, titles: &[&str], language: Language) -> Self {
        let words = without_source(parse_words(sentence, language));
        let title_words =
            titles.iter().flat_map(|title| parse_words(title, language)).collect::<Vec<_>>();
        let figures = figure::find_figures(&words, language);
        let is_question_or_quotation =
            sentence.contains(QUESTION_MARKS) || sentence.contains('¿') || is_quotation(sentence);
        Self { language, words, title_words, figures, is_question_or_quotation }
    }

    /// Whether the sentence asks, or mostly quotes.
    pub fn asks_or_quotes(&self) -> bool {
        self.is_question_or_quotation
    }

    /// Whether the sentence says that something is so: it doesn't ask, guess, wish, quote or limit
    /// what it says to some cases.
    pub fn is_plain(&self) -> bool {
        let is_unsure = self.tagged_words("unsure").any(|at| !self.introduces_figure(at))
            || self.tagged_words("modal").any(|at| self.is_guess(at));
        !self.is_question_or_quotation && !is_unsure
    }

    /// Whether a word that may make a sentence unsure only says that a figure is not exact (`some 40
    /// members`) or is a price (`he wanted 14 euros`).
    fn introduces_figure(&self, word_index: usize) -> bool {
        let Some(word) = self.words.get(word_index) else { return false };
        self.figures.iter().any(|figure| {
            let start = figure.word_range.start;
            let is_near = (word_index + 1..=word_index + MAX_PRICE_DISTANCE_WORDS).contains(&start);
            (start == word_index + 1 && word.has_tag("approximate"))
                || (is_near && word.has_tag("seller_verb") && figure.is_price())
        })
    }

    /// Whether `may` or `could` makes the sentence a guess: it is not the month of a date, and does
    /// not tell what was possible, as in `before it may be sold` and `from 1869 on, ships could`.
    fn is_guess(&self, modal: usize) -> bool {
        let near = self.words.get(modal.saturating_sub(MAX_POSSIBLE_DISTANCE_WORDS)..modal);
        let is_possible =
            near.unwrap_or_default().iter().any(|word| word.has_tag("possible_after"));
        let is_past = |figure: &Figure| {
            figure.kind == FigureKind::Year
                && figure.high < FIRST_UNSURE_YEAR
                && figure.word_range.end <= modal
        };
        // `Could not handle more than 150` and `may weigh up to 10 kg` tell a limit.
        let is_denied = self.words.get(modal + 1).is_some_and(|word| word.has_tag("deny"));
        let next = self.figures.iter().find(|figure| figure.word_range.start > modal);
        let has_limit = next.is_some_and(|figure| {
            matches!(figure.limit, FigureLimit::Lowest | FigureLimit::Highest)
        });
        !self.is_in_figure(modal)
            && !is_possible
            && !self.figures.iter().any(is_past)
            && !is_denied
            && !has_limit
    }

    /// Whether a listed phrase of the group occurs in the sentence.
    pub fn has_tag(&self, group: &str) -> bool {
        self.words.iter().any(|word| word.has_tag(group))
    }

    /// Whether a listed phrase of the group begins at a word.
    pub fn word_has_tag(&self, word_index: usize, group: &str) -> bool {
        self.words.get(word_index).is_some_and(|word| word.has_tag(group))
    }

    /// The indexes of the words at which listed phrases of the group begin.
    pub fn tagged_words(&self, group: &str) -> impl Iterator<Item = usize> {
        let tagged = self.words.iter().enumerate().filter(move |(_, word)| word.has_tag(group));
        tagged.map(|(at, _)| at).collect::<Vec<_>>().into_iter()
    }

    /// Whether a listed phrase of the group ends right before a word.
    pub fn has_tag_before(&self, group: &str, word_index: usize) -> bool {
        ends_with_tag(self.words.get(..word_index).unwrap_or_default(), group)
    }

    /// Whether a negation stands shortly before a word, in the same clause.
    pub fn is_denied(&self, word_index: usize) -> bool {
        let before = word_index.saturating_sub(NEGATION_REACH_WORDS)..word_index;
        let clause = self.words.get(word_index).map(|word| word.clause_index);
        let mut near = self.words.get(before).unwrap_or_default().iter();
        near.any(|word| word.has_tag("deny") && Some(word.clause_index) == clause)
    }

    /// Whether a word belongs to a figure or its unit.
    pub fn is_in_figure(&self, word_index: usize) -> bool {
        self.figures.iter().any(|figure| figure.word_range.contains(&word_index))
    }

    /// The words that tell what the sentence is about: no stop words, figures and fillers.
    pub fn content_words(&self) -> impl Iterator<Item = (usize, &TaggedWord)> {
        let indexed = self.words.iter().enumerate();
        let is_period =
            |at: usize, word: &TaggedWord| word.is_time_unit() && self.has_tag_before("per", at);
        indexed.filter(move |(at, word)| {
            is_content_word(word) && !self.is_in_figure(*at) && !is_period(*at, word)
        })
    }

    /// Whether a word is a name. German nouns have capitals too, so that a German name is known
    /// only by its form or by a preposition without article before it.
    pub fn is_name(&self, word_index: usize) -> bool {
        let Some(word) = self.words.get(word_index) else { return false };
        let starts_clause = word_index == 0 || word.gap_before.contains([':', '"', '“', '„', '«']);
        let is_after_place_word = self.has_tag_before("place", word_index);
        let has_capital = word.is_capitalized && !word.is_stop_word && !starts_clause;
        word.has_name_shape
            || (has_capital && (self.language != Language::German || is_after_place_word))
    }

    /// The words of a claim without the clause that only gives a reason or a consequence.
    pub fn core_length(&self) -> usize {
        let starts = self.words.windows(2).position(|pair| match pair {
            [before, word] => {
                word.clause_index > before.clause_index && word.has_tag("consequence")
            }
            _ => false,
        });
        starts.map_or(self.words.len(), |at| at + 1)
    }
}

/// The words of a sentence without the clause that only names its source: `according to the manual,`.
fn without_source(mut words: Vec<TaggedWord>) -> Vec<TaggedWord> {
    let source_end = words.iter().position(|word| word.gap_before.contains(','));
    let begins = words.first().is_some_and(|word| word.has_tag("according_to"));
    let tells_more = |words: &[TaggedWord]| {
        words.iter().any(|word| {
            let has_digit = word.lower.contains(|c: char| c.is_ascii_digit());
            has_digit || word.is_aspect() || is_auxiliary_verb(word)
        })
    };
    if let Some(end) = source_end.filter(|end| begins && *end <= MAX_SOURCE_WORDS)
        && !words.get(..end).is_some_and(tells_more)
    {
        words.drain(..end);
    }
    words
}

/// Whether a large part of a sentence is in quotation marks.
fn is_quotation(sentence: &str) -> bool {
    let mut quoted = 0;
    let mut is_inside = false;
    for c in sentence.chars() {
        match c {
            '"' => is_inside = !is_inside,
            '“' if !is_inside => is_inside = true,
            '„' | '«' => is_inside = true,
            '”' | '»' | '“' => is_inside = false,
            _ => quoted += usize::from(is_inside),
        }
    }
    quoted as f32 > MAX_QUOTED_SHARE * sentence.chars().count() as f32
}

/// The stems of the listed words of a group that several statements may differ in.
pub fn stems_of_group(statement: &ParsedStatement, group: &str) -> BTreeSet<String> {
    statement
        .words
        .iter()
        .filter(|word| word.has_tag(group))
        .map(|word| word.stem.clone())
        .collect()
}
