//! Asks a model for a draft on one topic from its evidence. The model cites evidence by short ids;
//! it never decides which notes or pages these are, nor how a link to them is written.

use crate::answers::built_in::{Topic, TopicKind};
use crate::answers::run::RunModel;
use crate::answers::writing::draft::{TopicDraft, parse_citing_sentences};
use crate::answers::writing::outgoing_evidence::{OutgoingEvidence, still_public_pieces};
use crate::evidence::Evidence;
use crate::language::Language;
use crate::model::prompts::{ReplySentence, SynthesisPrompt, SynthesisReply};
use crate::values::Result;

/// Maximum number of pieces of evidence that are sent for one topic.
pub const MAX_EVIDENCE_PER_TOPIC: usize = 12;

/// Asks the model for a draft on a topic.
pub async fn request_draft(
    model: &RunModel<'_>,
    topic: &Topic,
    evidence: &[Evidence],
    language: Language,
) -> Result<TopicDraft> {
    let pieces = select_evidence(still_public_pieces(model, evidence.iter().collect()).await);
    let Topic { label, context_sentence, .. } = topic;
    let evidence = OutgoingEvidence::new(model, pieces, &[label, context_sentence]).await?;
    let prompt = SynthesisPrompt {
        topic: evidence.redact(label),
        topic_kind: topic_kind_name(topic.kind),
        note_context: evidence.redact(context_sentence),
        today: model.today(),
        language_name: language.english_name(),
        evidence: evidence.texts(),
    };
    let reply: SynthesisReply = model.ask_report_model(&prompt).await?;
    let parse = |said: &ReplySentence| {
        parse_citing_sentences(&said.text, &said.evidence_ids, &evidence.pieces)
    };
    let sentences = reply.sentences.iter().flat_map(parse).collect();
    Ok(TopicDraft { sentences, contradictions: parse(&reply.contradiction) }.truncated())
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
pub fn select_evidence(evidence: Vec<&Evidence>) -> Vec<&Evidence> {
    let (notes, pages): (Vec<&Evidence>, Vec<&Evidence>) =
        evidence.into_iter().partition(|piece| piece.note_path().is_some());
    let for_notes =
        MAX_EVIDENCE_PER_TOPIC.saturating_sub(pages.len()).max(MAX_EVIDENCE_PER_TOPIC / 2);
    let notes: Vec<&Evidence> = notes.into_iter().take(for_notes).collect();
    let for_pages = MAX_EVIDENCE_PER_TOPIC - notes.len();
    notes.into_iter().chain(pages.into_iter().take(for_pages)).collect()
}
