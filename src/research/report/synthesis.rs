//! Asks a model for a draft on one topic from its evidence. The model cites evidence by short ids;
//! it never decides which notes or pages these are, nor how a link to them is written.

use crate::error::Result;
use crate::evidence::Evidence;
use crate::index::language::Language;
use crate::local::{Topic, TopicKind};
use crate::note::{NotePath, prose};
use crate::prompts::{EvidenceText, ReplySentence, SynthesisPrompt, SynthesisReply};
use crate::research::agenda::AgendaTopic;
use crate::research::report::sentence_checker::{CitedSource, CitingSentence};
use crate::research::run_model::RunModel;

/// Maximum number of pieces of evidence that are sent for one topic.
pub const MAX_EVIDENCE_PER_TOPIC: usize = 12;

/// Maximum number of sentences of a reply that are used.
const MAX_DRAFT_SENTENCES: usize = 8;

/// Maximum length of one piece of evidence, in characters.
const MAX_EVIDENCE_CHARACTERS: usize = 1_600;

/// The draft on one topic that a model wrote.
pub struct TopicDraft {
    pub sentences: Vec<CitingSentence>,
    pub contradictions: Vec<CitingSentence>,
}

/// Asks the model for a draft on a topic.
pub async fn request_draft(
    model: &RunModel<'_>,
    item: &AgendaTopic,
    evidence: &[Evidence],
    language: Language,
) -> Result<TopicDraft> {
    let public =
        model.still_public_notes(evidence.iter().filter_map(Evidence::note_path).collect()).await;
    let may_send = |piece: &&Evidence| piece.note_path().is_none_or(|note| public.contains(&note));
    let pieces = select_evidence(evidence.iter().filter(may_send).collect());
    let Topic { label: topic, context_sentence: context, .. } = &item.topic;
    let places: Vec<String> = pieces.iter().map(|piece| piece.title_and_heading()).collect();
    let own = pieces.iter().zip(&places).filter(|(piece, _)| piece.note_path().is_some());
    let own = own.flat_map(|(piece, place)| [piece.text.as_str(), place]);
    let texts: Vec<&str> = [topic.as_str(), context].into_iter().chain(own).collect();
    let quoted: Vec<&NotePath> = pieces.iter().filter_map(|piece| piece.note_path()).collect();
    let redactor = model.redactor(&quoted, &texts).await?;
    let piece = |piece: &&Evidence| EvidenceText {
        source_title: piece.to_outgoing_text(&piece.title_and_heading(), &redactor),
        text: piece.to_outgoing_text(&piece.text, &redactor).truncated(MAX_EVIDENCE_CHARACTERS),
    };
    let question = SynthesisPrompt {
        topic: redactor.redact(topic),
        topic_kind: topic_kind_name(item.topic.kind),
        note_context: redactor.redact(context),
        language_name: language.english_name(),
        evidence: pieces.iter().map(piece).collect(),
    };
    let reply: SynthesisReply = model.ask_report_model(&question).await?;
    let claimed = |said: ReplySentence| {
        let cites: Vec<CitedSource> =
            said.evidence_ids.iter().flat_map(|cite| parse_cited_ids(cite, &pieces)).collect();
        let text = without_evidence_ids(&said.text);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A text of the model may contain several sentences; each of them is checked by itself.
        let sentence =
            |text: &str| CitingSentence { text: text.to_owned(), cited_sources: cites.clone() };
        prose::sentences(&text).into_iter().map(sentence).collect::<Vec<_>>()
    };
    let sentences =
        reply.sentences.into_iter().flat_map(claimed).take(MAX_DRAFT_SENTENCES).collect();
    Ok(TopicDraft { sentences, contradictions: claimed(reply.contradiction) })
}

fn topic_kind_name(kind: TopicKind) -> &'static str {
    match kind {
        TopicKind::Claim => "claim",
        TopicKind::Concept => "concept",
        TopicKind::Question => "question",
    }
}

/// Selects the best pieces of evidence. At least half of them are from the web, if there are that
/// many.
fn select_evidence(evidence: Vec<&Evidence>) -> Vec<&Evidence> {
    let (notes, pages): (Vec<&Evidence>, Vec<&Evidence>) =
        evidence.into_iter().partition(|piece| piece.note_path().is_some());
    let for_notes =
        MAX_EVIDENCE_PER_TOPIC.saturating_sub(pages.len()).max(MAX_EVIDENCE_PER_TOPIC / 2);
    let notes: Vec<&Evidence> = notes.into_iter().take(for_notes).collect();
    let for_pages = MAX_EVIDENCE_PER_TOPIC - notes.len();
    notes.into_iter().chain(pages.into_iter().take(for_pages)).collect()
}

/// Parses the evidence ids that a model cites: it may write `e1`, `[e1]`, or several ids in one
/// text.
fn parse_cited_ids(cite: &str, pieces: &[&Evidence]) -> Vec<CitedSource> {
    let words = cite.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let cite = |word: &str| match word.strip_prefix(['e', 'E']).and_then(|n| n.parse().ok()) {
        _ if word.eq_ignore_ascii_case("note") => CitedSource::Note,
        Some(number) => pieces
            .get(usize::wrapping_sub(number, 1))
            .map_or(CitedSource::Unknown, |piece| CitedSource::Evidence(piece.id.clone())),
        None => CitedSource::Unknown,
    };
    words.map(cite).collect()
}

/// Removes evidence ids between brackets, which some models write into their sentences: `[e1, e2]`.
fn without_evidence_ids(text: &str) -> String {
    let is_id = |word: &str| {
        let number = word.strip_prefix(['e', 'E']);
        number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['[', '(']) {
        let (before, bracket) = rest.split_at(start);
        let end = bracket.find([']', ')']).map_or(bracket.len(), |end| end + 1);
        let (inside, behind) = bracket.split_at(end);
        let mut words =
            inside.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
        if words.peek().is_some() && words.all(is_id) {
            kept.push_str(before.trim_end());
            rest = behind;
        } else {
            let (sign, behind) = bracket.split_at(1);
            kept.push_str(before);
            kept.push_str(sign);
            rest = behind;
        }
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_ids_are_no_part_of_a_sentence() {
        let check = |text: &str, expected: &str| assert_eq!(without_evidence_ids(text), expected);
        check("It opened in 1932 [e8].", "It opened in 1932.");
        check("It opened (e1, e12) and closed [E2][e3].", "It opened and closed.");
        check("Vitamin (E2) and [the note] stay [e].", "Vitamin and [the note] stay [e].");
        check("An open [e1 stays", "An open [e1 stays");
        check("(Nothing to remove) here [1].", "(Nothing to remove) here [1].");
    }
}
