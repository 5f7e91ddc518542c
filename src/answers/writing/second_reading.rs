//! The second reading: a model that has seen neither the prompt nor the draft checks each sentence
//! against its evidence alone. It must quote the words that carry a sentence, and they are looked up:
//! a verdict without a quote that exists counts as a no.

use crate::answers::run::RunModel;
use crate::answers::writing::draft::{CitedSource, CitingSentence};
use crate::answers::writing::outgoing_evidence::OutgoingEvidence;
use crate::evidence::{Evidence, EvidenceId, QuotableText};
use crate::language::is_unspaced_script;
use crate::model::prompts::{
    CitedPieces, EvidenceText, SecondReadingPrompt, SecondReadingReply, SentenceToCheck,
    SentenceVerdict,
};
use crate::values::Result;

/// Minimum number of characters of a quote: shorter ones are on every page. In a script without
/// spaces a few characters are a clause.
const MIN_QUOTE_CHARACTERS: usize = 8;
const MIN_UNSPACED_QUOTE_CHARACTERS: usize = 4;

/// What the second reading found for one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadingResult {
    /// The evidence says what the sentence says. The pieces are those in which a quote was found.
    Supported { quoted_evidence: Vec<EvidenceId> },
    /// The evidence doesn't say it, or the quote doesn't exist.
    Rejected { reason: &'static str },
    /// The model gave no verdict.
    NoVerdict,
}

/// Maximum number of characters that a quote may leave out between two of its parts: a whole sentence
/// left out could change what the rest says.
const MAX_OMITTED_CHARACTERS: usize = 120;

/// The reason if the quotes of a verdict are not in the evidence.
const INVENTED_QUOTE_REASON: &str = "no words of the source were found that say it";

/// Asks the model for a verdict on each sentence.
pub async fn read_sentences(
    model: &RunModel<'_>,
    note_context: &str,
    sentences: &[&CitingSentence],
    pieces: Vec<&Evidence>,
) -> Result<Vec<ReadingResult>> {
    let checked: Vec<String> = sentences.iter().map(|sentence| sentence.checked_text()).collect();
    let texts: Vec<&str> = checked.iter().map(String::as_str).chain([note_context]).collect();
    let evidence = OutgoingEvidence::new(model, pieces, &texts).await?;
    let to_check = |(sentence, text): (&&CitingSentence, &String)| SentenceToCheck {
        text: evidence.redact(text),
        cited_pieces: cited_pieces(sentence, &evidence.pieces),
    };
    let prompt = SecondReadingPrompt {
        note_context: evidence.redact(note_context),
        sentences: sentences.iter().zip(&checked).map(to_check).collect(),
        evidence: evidence.texts(),
    };
    let reply: SecondReadingReply = model.ask_quick_model(&prompt).await?;
    // Quotes are looked up in the texts that the model saw.
    let sent = SentTexts { pieces: &evidence.pieces, texts: evidence.texts(), note_context };
    let result = |(index, sentence): (usize, &&CitingSentence)| {
        let id = format!("s{}", index + 1);
        let cited = sent.cited_by(sentence);
        let own = reply.verdicts.iter().filter(|it| is_sentence_id(&it.sentence_id, &id));
        let results = own.map(|verdict| reading_result(verdict, &cited));
        // If there are several verdicts on a sentence, one that rejects it counts.
        let by_severity = |it: &ReadingResult| matches!(it, ReadingResult::Rejected { .. });
        results.max_by_key(by_severity).unwrap_or(ReadingResult::NoVerdict)
    };
    Ok(sentences.iter().enumerate().map(result).collect())
}

/// Returns the place of the cited pieces among the pieces of a prompt.
pub fn cited_pieces(sentence: &CitingSentence, pieces: &[&Evidence]) -> CitedPieces {
    let index = |source: &CitedSource| match source {
        CitedSource::Evidence(id) => pieces.iter().position(|piece| piece.id == *id),
        CitedSource::Note | CitedSource::Unknown => None,
    };
    CitedPieces {
        evidence_indexes: sentence.cited_sources.iter().filter_map(index).collect(),
        cites_note: sentence.cited_sources.contains(&CitedSource::Note),
    }
}

/// A text that a sentence cites; the researched note has no id.
struct CitedText {
    id: Option<EvidenceId>,
    text: QuotableText,
}

/// The texts that a prompt contained.
struct SentTexts<'a> {
    pieces: &'a [&'a Evidence],
    texts: Vec<EvidenceText>,
    note_context: &'a str,
}

impl SentTexts<'_> {
    /// The texts that a sentence cites.
    fn cited_by(&self, sentence: &CitingSentence) -> Vec<CitedText> {
        let CitedPieces { evidence_indexes, cites_note } = cited_pieces(sentence, self.pieces);
        let cited = evidence_indexes.into_iter().filter_map(|index| {
            let (piece, sent) = (self.pieces.get(index)?, self.texts.get(index)?);
            // The title of a source is evidence too.
            let title = piece.title_and_heading();
            let text = format!("{title} {}\n{}", piece.publisher(), sent.text.as_str());
            Some(CitedText { id: Some(piece.id.clone()), text: QuotableText::new(&text) })
        });
        let note =
            cites_note.then(|| CitedText { id: None, text: QuotableText::new(self.note_context) });
        cited.chain(note).collect()
    }
}

/// Whether the id of a reply is that of a sentence; models may write `S1` or `[s1]`.
fn is_sentence_id(written: &str, id: &str) -> bool {
    written.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(id)
}

fn reading_result(verdict: &SentenceVerdict, cited: &[CitedText]) -> ReadingResult {
    let is_positive = verdict.verdict.trim().eq_ignore_ascii_case("supported");
    let difference = verdict.difference.trim().to_lowercase();
    if !is_positive || verdict.names_difference() {
        return ReadingResult::Rejected { reason: difference_reason(&difference) };
    }
    let contains_quote =
        |text: &&CitedText| verdict.quotes.iter().any(|quote| is_quoted(&text.text, quote));
    let quoted: Vec<&CitedText> = cited.iter().filter(contains_quote).collect();
    if quoted.is_empty() {
        return ReadingResult::Rejected { reason: INVENTED_QUOTE_REASON };
    }
    let quoted_evidence = quoted.into_iter().filter_map(|text| text.id.clone()).collect();
    ReadingResult::Supported { quoted_evidence }
}

/// Whether a text contains a quote. All parts of a quote with omissions must be there.
fn is_quoted(text: &QuotableText, quote: &str) -> bool {
    let quote = quote.replace("...", "…").replace("[…]", "…");
    let parts = quote
        .split('…')
        .map(|part| part.trim_matches(|c: char| c.is_whitespace() || "\"'“”„«».,;:".contains(c)));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.iter().any(|part| is_long_enough(part))
        && text.contains_parts(&parts, MAX_OMITTED_CHARACTERS)
}

fn is_long_enough(quote: &str) -> bool {
    let min = match quote.contains(is_unspaced_script) {
        true => MIN_UNSPACED_QUOTE_CHARACTERS,
        false => MIN_QUOTE_CHARACTERS,
    };
    quote.chars().count() >= min
}

/// Says for the user what is different in a sentence, from the word of the reply.
fn difference_reason(difference: &str) -> &'static str {
    match difference {
        "who" => "the source says it of somebody or something else",
        "how much" => "the source has another figure",
        "unit" => "the source has another unit",
        "when" => "the source gives another time",
        "how sure" => "the source is less certain",
        "how many" => "the source says it of a part only",
        "why" => "the source names no such cause",
        "who says so" => "somebody else says so in the source",
        _ => "the source does not say it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(verdict: &str, difference: &str, quotes: &[&str], expected: &str) {
        let cited = [
            CitedText {
                id: Some(EvidenceId::new("r", 1)),
                text: QuotableText::new(
                    "Web: Tea (a.org)\nTea has “47 mg” of caffeine, and it is drunk hot. 茶含有咖啡因。",
                ),
            },
            CitedText { id: None, text: QuotableText::new("My note on coffee.") },
        ];
        let verdict = SentenceVerdict {
            sentence_id: "s1".into(),
            quotes: quotes.iter().map(|quote| (*quote).to_owned()).collect(),
            difference: difference.into(),
            verdict: verdict.into(),
        };
        let shown = match reading_result(&verdict, &cited) {
            ReadingResult::Supported { quoted_evidence } => {
                format!("supported by {}", quoted_evidence.len())
            }
            ReadingResult::Rejected { reason } => reason.to_owned(),
            ReadingResult::NoVerdict => "no verdict".to_owned(),
        };
        assert_eq!(shown, expected, "{quotes:?}");
    }

    #[test]
    fn a_verdict_counts_only_with_a_quote_that_exists() {
        check("supported", "nothing", &["tea has \"47 mg\" of caffeine"], "supported by 1");
        check("Supported", "", &["invented words", "Tea has … drunk hot."], "supported by 1");
        check("supported", "nothing", &["茶含有咖啡因"], "supported by 1");
        check("supported", "nothing", &["note on coffee"], "supported by 0");
        check("supported", "nothing", &["Tea has 48 mg of caffeine"], INVENTED_QUOTE_REASON);
        check("supported", "nothing", &["Tea"], INVENTED_QUOTE_REASON);
        check("supported", "nothing", &[], INVENTED_QUOTE_REASON);
        check("supported", "none", &["it is drunk hot"], "supported by 1");
        check("supported", "nothing", &["drunk hot … Tea has"], INVENTED_QUOTE_REASON);
        check("supported", "unit", &["it is drunk hot"], "the source has another unit");
        check("not stated", "not stated", &["it is drunk hot"], "the source does not say it");
    }
}
