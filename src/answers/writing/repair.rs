//! Sends the sentences that failed the check back to the model that wrote them, once, with the
//! reasons.

use crate::answers::built_in::Topic;
use crate::answers::run::{RunModel, StatementLayout};
use crate::answers::writing::draft::{CitingSentence, parse_citing_sentences};
use crate::answers::writing::outgoing_evidence::OutgoingEvidence;
use crate::answers::writing::second_reading::cited_pieces;
use crate::evidence::Evidence;
use crate::language::Language;
use crate::model::prompts::{RepairPrompt, RepairReply, SentenceToRepair};
use crate::values::Result;

/// A sentence that failed the check, and why.
pub struct FailedSentence<'s> {
    pub sentence: &'s CitingSentence,
    pub reason: &'s str,
}

/// Asks the model to correct sentences. Returns a corrected sentence for each, or `None` if the model
/// dropped it.
pub async fn request_repairs(
    model: &RunModel<'_>,
    topic: &Topic,
    failed: &[FailedSentence<'_>],
    pieces: Vec<&Evidence>,
    language: Language,
) -> Result<Vec<Option<CitingSentence>>> {
    let checked: Vec<String> = failed.iter().map(|it| it.sentence.checked_text()).collect();
    let topic_texts = [topic.label.as_str(), &topic.context_sentence];
    let texts: Vec<&str> = checked.iter().map(String::as_str).chain(topic_texts).collect();
    let evidence = OutgoingEvidence::new(model, pieces, &texts).await?;
    let to_repair = |(failed, text): (&FailedSentence<'_>, &String)| SentenceToRepair {
        text: evidence.redact(text),
        cited_pieces: cited_pieces(failed.sentence, &evidence.pieces),
        // The reason names words of the sentence.
        reason: evidence.redact(failed.reason),
    };
    let prompt = RepairPrompt {
        topic: evidence.redact(&topic.label),
        note_context: evidence.redact(&topic.context_sentence),
        language_name: language.english_name(),
        sentences: failed.iter().zip(&checked).map(to_repair).collect(),
        evidence: evidence.texts(),
    };
    let reply: RepairReply = model.ask_report_model(&prompt).await?;
    let repaired = |(index, failed): (usize, &FailedSentence<'_>)| {
        let id = format!("s{}", index + 1);
        let said = reply.sentences.iter().find(|it| it.sentence_id.trim() == id)?;
        let one_line = said.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let parsed = parse_citing_sentences(&one_line, &said.evidence_ids, &evidence.pieces);
        let text = parsed.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ");
        let sentence = CitingSentence { text, ..parsed.into_iter().next()? };
        // A corrected table row is a sentence now, so it becomes an item of a list.
        let layout = match &failed.sentence.layout {
            StatementLayout::Sentence => StatementLayout::Sentence,
            StatementLayout::ListItem | StatementLayout::TableRow(_) => StatementLayout::ListItem,
        };
        Some(CitingSentence { layout, ..sentence })
    };
    Ok(failed.iter().enumerate().map(repaired).collect())
}
