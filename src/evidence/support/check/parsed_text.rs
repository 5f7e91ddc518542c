//! A claim and its evidence, split into sentences, words and numbers for the check.

use crate::evidence::support::check::lexicon::CheckLexicon;
use crate::evidence::support::check::measure::Measure;
use crate::evidence::support::check::spelling;
use crate::evidence::support::check::token::{self, Token};
use crate::language::{Language, sentence_split};

/// Maximum number of sentences of a piece of evidence that are compared.
const MAX_EVIDENCE_SENTENCES: usize = 60;
/// Maximum number of tokens of a sentence. Only tables and other data look like longer sentences.
const MAX_SENTENCE_TOKENS: usize = 120;

/// A sentence of a piece of evidence, or a claim.
#[derive(Debug)]
pub(super) struct TokenizedSentence {
    /// The sentence with normalised punctuation.
    pub normalized_text: String,
    /// The words and numbers of the sentence.
    pub tokens: Vec<Token>,
    /// The numbers of the sentence with their units.
    pub measures: Vec<Measure>,
}

impl TokenizedSentence {
    fn parse(normalized_text: &str, language: Language) -> Self {
        let mut tokens = token::tokenize_sentence(normalized_text, language);
        tokens.truncate(MAX_SENTENCE_TOKENS);
        let measures = Measure::find_all(normalized_text, language);
        Self { normalized_text: normalized_text.to_owned(), tokens, measures }
    }

    /// Whether `is_listed` is true of any word of the sentence, in lower case.
    pub(super) fn has_word(&self, is_listed: impl Fn(&str) -> bool) -> bool {
        self.tokens.iter().any(|token| is_listed(&token.normalized_word))
    }
}

/// A piece of evidence: the sentences of its text, after its title.
#[derive(Debug)]
pub(super) struct EvidencePiece {
    /// The sentences in order. The title counts as a sentence.
    pub sentences: Vec<TokenizedSentence>,
}

impl EvidencePiece {
    /// Parses the title and the text of a piece.
    pub(super) fn parse(title: &str, text: &str, language: Language) -> Self {
        let (title, text) =
            (spelling::normalize_punctuation(title), spelling::normalize_punctuation(text));
        let (title, text) = (sentence_split::sentences(&title), sentence_split::sentences(&text));
        let texts = title.into_iter().chain(text);
        let sentence = |sentence: &str| TokenizedSentence::parse(sentence, language);
        Self { sentences: texts.take(MAX_EVIDENCE_SENTENCES).map(sentence).collect() }
    }
}

/// A claim, which is a sentence of a report, in two versions that different checks need.
#[derive(Debug)]
pub(super) struct TokenizedClaim {
    /// The claim as written, with normalised punctuation.
    pub full_sentence: TokenizedSentence,
    /// The claim without a negated alternative: `A` of `A, not B`.
    pub affirmed_sentence: TokenizedSentence,
    /// The language of claim and evidence.
    pub language: Language,
}

impl TokenizedClaim {
    /// Normalises and tokenises a claim, with and without its negated alternative.
    pub(super) fn parse(claim: &str, language: Language) -> Self {
        let folded = spelling::normalize_punctuation(claim);
        let positive = remove_negated_alternative(&folded, CheckLexicon::for_language(language));
        Self {
            full_sentence: TokenizedSentence::parse(&folded, language),
            affirmed_sentence: TokenizedSentence::parse(&positive, language),
            language,
        }
    }
}

/// Removes the negated alternative of a correction, which begins after a comma or `and`
/// (`, not by a virus`) and ends with its clause. A negated verb is no correction.
fn remove_negated_alternative(claim: &str, lexicon: &CheckLexicon) -> String {
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
        let is_pair = lexicon.correction_words.contains(two.as_str());
        let follows_break = before.ends_with([',', ';']) || before == "and" || before == "but";
        let is_correction = is_pair || (follows_break && lexicon.correction_words.contains(word));
        if !is_correction || lexicon.non_correction_words.contains(next) {
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
            assert_eq!(remove_negated_alternative(claim, lexicon), expected);
        };
        check("It is caused by a bacterium, not by a virus.", "It is caused by a bacterium.");
        check("It is A, and not B: so it is.", "It is A: so it is.");
        check("Dunes cover 17 percent rather than most of it.", "Dunes cover 17 percent.");
        check("It is old, not only big.", "It is old, not only big.");
        check("It was not seen.", "It was not seen.");
    }
}
