//! Decides whether one sentence of a note or page contradicts a claim in other words: by another
//! figure for the same thing, by an opposite comparison, or by a denial.
//!
//! In contrast to `conflict`, which judges the evidence of a verdict, the two sentences may share
//! few words, and the subject may stand only in a title. A wrong alarm is worse than a missed
//! contradiction, so the sentences must agree in names, places, years and periods.

use serde::Serialize;

use crate::evidence::support::claim_evidence_pair::{ClaimEvidencePair, parse_in_joint_language};
use crate::evidence::support::conflict::{self, Conflict};
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::{
    comparison_conflict, denial_conflict, figure_conflict, superlative_conflict,
};
use crate::language::{Language, tokenize};

/// A sentence with the titles above it, which may be the only place that names its subject.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SubjectSentence<'t> {
    /// The sentence.
    pub sentence: &'t str,
    /// The title of the note or page and the headings above the sentence.
    pub titles: Vec<&'t str>,
}

/// Returns how a sentence contradicts a claim, if that is fairly certain.
pub fn find_contradiction(
    claim: &SubjectSentence<'_>,
    said_sentence: &SubjectSentence<'_>,
) -> Option<Conflict> {
    let has_unspaced_words =
        |text: &str| text.split_whitespace().any(tokenize::is_in_unspaced_script);
    if has_unspaced_words(claim.sentence) || has_unspaced_words(said_sentence.sentence) {
        // The listed words are no pairs of characters, so only the strict comparison is possible.
        let (claim, said) = parse_in_joint_language(claim.sentence, said_sentence.sentence);
        return conflict::find_conflict(&ClaimEvidencePair::new(claim, &said));
    }
    let (claim, said) = parse_statements(claim, said_sentence);
    if claim.is_plain() && !said.asks_or_quotes() && figure_conflict::is_called_wrong(&claim, &said)
    {
        return Some(Conflict::Negation);
    }
    if !claim.is_plain() || !said.is_plain() {
        return None;
    }
    // What should be is only compared with what somebody else says should be.
    let is_comparable = claim.has_tag("norm") == said.has_tag("norm");
    let opposite = || {
        comparison_conflict::find(&claim, &said)
            .or_else(|| superlative_conflict::find(&claim, &said))
            .or_else(|| denial_conflict::find(&claim, &said))
    };
    // What stands behind a semicolon has a subject of its own.
    let is_in_one_part = |_: &Conflict| {
        let mut parts = said_sentence
            .sentence
            .split("; ")
            .map(|part| ParsedStatement::parse(part, &said_sentence.titles, said.language));
        // But `it` is what stands before.
        let has_pronoun = |part: &ParsedStatement| {
            part.words.first().is_some_and(|word| word.has_tag("subject_pronoun"))
        };
        !said_sentence.sentence.contains("; ")
            || parts.any(|it| has_pronoun(&it) || figure_conflict::find(&claim, &it).is_some())
    };
    let figures = figure_conflict::find(&claim, &said).filter(is_in_one_part);
    figures.or_else(|| is_comparable.then(opposite)?)
}

/// Parses two sentences by the rules of the language that both together show.
pub fn parse_statements(
    claim: &SubjectSentence<'_>,
    said: &SubjectSentence<'_>,
) -> (ParsedStatement, ParsedStatement) {
    let language = Language::detect(&format!("{}\n{}", claim.sentence, said.sentence));
    let parse =
        |it: &SubjectSentence<'_>| ParsedStatement::parse(it.sentence, &it.titles, language);
    (parse(claim), parse(said))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden;

    #[test]
    fn only_contradictions_are_found() {
        golden::check_cases("src/evidence/support/cases/contradictions.txt", |case| {
            let [title, claim, other_title, sentence] = case.parts();
            let claim = SubjectSentence { sentence: claim, titles: vec![title] };
            let said = SubjectSentence { sentence, titles: vec![other_title] };
            match find_contradiction(&claim, &said) {
                None => "none".to_owned(),
                Some(Conflict::Negation) => "denial".to_owned(),
                Some(Conflict::Antonym) => "direction".to_owned(),
                Some(Conflict::Quantities { claimed, stated }) => format!("{claimed} / {stated}"),
            }
        });
    }
}
