//! Claim and evidence as the check compares them, parsed once.

use crate::index::language::Language;
use crate::support::check::lexicon::CheckLexicon;
use crate::support::check::measure::Measure;
use crate::support::check::spelling;
use crate::support::check::token::{self, Token};
use crate::support::sentence_splitter::split_sentences;

/// Maximum number of sentences of a piece of evidence that are compared.
const MAX_SENTENCES: usize = 60;
/// Maximum number of tokens of a sentence: nobody writes a longer one, but data may be one.
const MAX_TOKENS: usize = 120;

/// A sentence of a piece of evidence, or a claim.
#[derive(Debug)]
pub struct CheckSentence {
    /// The sentence with folded signs.
    pub folded: String,
    /// The words and numbers of the sentence.
    pub tokens: Vec<Token>,
    /// The numbers of the sentence with their units.
    pub measures: Vec<Measure>,
}

impl CheckSentence {
    fn parse(folded: &str, language: Language) -> Self {
        let mut tokens = token::tokens(folded, language);
        tokens.truncate(MAX_TOKENS);
        let measures = Measure::find_all(folded, language);
        Self { folded: folded.to_owned(), tokens, measures }
    }

    /// Whether one of the sentence's words is in a set.
    pub fn has_word(&self, is_listed: impl Fn(&str) -> bool) -> bool {
        self.tokens.iter().any(|token| is_listed(&token.lower))
    }
}

/// A piece of evidence: the sentences of its text, after its title.
#[derive(Debug)]
pub struct EvidencePiece {
    /// The sentences in order. The title counts as a sentence.
    pub sentences: Vec<CheckSentence>,
}

impl EvidencePiece {
    /// Parses the title and the text of a piece.
    pub fn parse(title: &str, text: &str, language: Language) -> Self {
        let (title, text) = (spelling::fold_signs(title), spelling::fold_signs(text));
        let texts = split_sentences(&title).into_iter().chain(split_sentences(&text));
        let sentence = |sentence: &str| CheckSentence::parse(sentence, language);
        Self { sentences: texts.take(MAX_SENTENCES).map(sentence).collect() }
    }
}

/// A claim: a sentence of a report.
#[derive(Debug)]
pub struct CheckedClaim {
    /// The claim as written, with folded signs.
    pub whole: CheckSentence,
    /// The claim without the wrong half of a correction: `A` of `A, not B`.
    pub positive: CheckSentence,
    /// The language of claim and evidence.
    pub language: Language,
}

impl CheckedClaim {
    /// Parses a claim.
    pub fn parse(claim: &str, language: Language) -> Self {
        let folded = spelling::fold_signs(claim);
        let positive = without_correction(&folded, CheckLexicon::for_language(language));
        Self {
            whole: CheckSentence::parse(&folded, language),
            positive: CheckSentence::parse(&positive, language),
            language,
        }
    }
}

/// Removes the wrong half of a correction, which begins after a comma or `and` (`, not by a virus`)
/// and ends with its clause. A negated verb is no correction.
fn without_correction(claim: &str, lexicon: &CheckLexicon) -> String {
    let words: Vec<(usize, &str)> = claim
        .split(' ')
        .scan(0, |start, word| {
            let at = *start;
            *start += word.len() + 1;
            Some((at, word))
        })
        .collect();
    for (number, (start, word)) in words.iter().enumerate().skip(1) {
        let before = words.get(number - 1).map_or("", |(_, word)| *word);
        let next = words.get(number + 1).map_or("", |(_, word)| *word);
        let two = format!("{word}-{next}");
        let is_pair = lexicon.corrections.contains(two.as_str());
        let follows_break = before.ends_with([',', ';']) || before == "and" || before == "but";
        let is_correction = is_pair || (follows_break && lexicon.corrections.contains(word));
        if !is_correction || lexicon.no_corrections.contains(next) {
            continue;
        }
        let behind = claim.get(*start..).unwrap_or_default();
        let length = behind.find([',', '.', ':', ';']).unwrap_or(behind.len());
        let kept = claim.get(..*start).unwrap_or_default().trim_end();
        let kept = kept.strip_suffix(" and").unwrap_or(kept).trim_end_matches([',', ';', ' ']);
        return format!("{kept}{}", behind.get(length..).unwrap_or_default());
    }
    claim.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrong_half_of_a_correction_is_left_out() {
        let check = |claim: &str, expected: &str| {
            let lexicon = CheckLexicon::for_language(Language::English);
            assert_eq!(without_correction(claim, lexicon), expected);
        };
        check("It is caused by a bacterium, not by a virus.", "It is caused by a bacterium.");
        check("It is A, and not B: so it is.", "It is A: so it is.");
        check("Dunes cover 17 percent rather than most of it.", "Dunes cover 17 percent.");
        check("It is old, not only big.", "It is old, not only big.");
        check("It was not seen.", "It was not seen.");
    }
}
