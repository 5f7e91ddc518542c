//! A model puts the evidence on one topic into words. It cites pieces by short ids; which notes and
//! pages those are, and how a link to them is written, it never decides.

use crate::error::Result;
use crate::evidence::Evidence;
use crate::index::language::Language;
use crate::local::{Topic, TopicKind};
use crate::note::{NotePath, prose};
use crate::prompts::{Piece, Said, Synthesis, Synthesized};
use crate::research::agenda::AgendaTopic;
use crate::research::report::verify::{Cite, ClaimedSentence};
use crate::research::run_model::RunModel;

/// Pieces of evidence that a model is given for one topic.
pub const MOST_PIECES: usize = 12;

/// Sentences on one topic: more are not read.
const MOST_SENTENCES: usize = 8;

/// Characters of one piece.
const MOST_CHARACTERS: usize = 1_600;

/// What a model said on a topic.
pub struct TopicDraft {
    pub sentences: Vec<ClaimedSentence>,
    pub contradictions: Vec<ClaimedSentence>,
}

/// Asks the model for the part of the report on a topic.
pub async fn draft(
    model: &RunModel<'_>,
    item: &AgendaTopic,
    evidence: &[Evidence],
    language: Language,
) -> Result<TopicDraft> {
    let public = model.public_of(evidence.iter().filter_map(Evidence::note).collect()).await;
    let may_quote = |piece: &&Evidence| piece.note().is_none_or(|note| public.contains(&note));
    let pieces = chosen(evidence.iter().filter(may_quote).collect());
    let Topic { topic, context, .. } = &item.topic;
    let places: Vec<String> = pieces.iter().map(|piece| piece.context()).collect();
    let own = pieces.iter().zip(&places).filter(|(piece, _)| piece.note().is_some());
    let own = own.flat_map(|(piece, place)| [piece.text.as_str(), place]);
    let texts: Vec<&str> = [topic.as_str(), context].into_iter().chain(own).collect();
    let quoted: Vec<&NotePath> = pieces.iter().filter_map(|piece| piece.note()).collect();
    let redactor = model.redactor(&quoted, &texts).await?;
    let piece = |piece: &&Evidence| Piece {
        title: piece.outgoing(&piece.context(), &redactor),
        text: piece.outgoing(&piece.text, &redactor).first(MOST_CHARACTERS),
    };
    let question = Synthesis {
        topic: redactor.text(topic),
        kind: kind(item.topic.kind),
        context: redactor.text(context),
        language: language.name(),
        evidence: pieces.iter().map(piece).collect(),
    };
    let reply: Synthesized = model.writer(&question).await?;
    let claimed = |said: Said| {
        let cites: Vec<Cite> = said.cites.iter().flat_map(|cite| cites(cite, &pieces)).collect();
        let text = said.text.split_whitespace().collect::<Vec<_>>().join(" ");
        // Each sentence is checked by itself, also where the model gave two as one.
        let sentence = |text: &str| ClaimedSentence { text: text.to_owned(), cites: cites.clone() };
        prose::sentences(&text).into_iter().map(sentence).collect::<Vec<_>>()
    };
    let sentences = reply.sentences.into_iter().flat_map(claimed).take(MOST_SENTENCES).collect();
    Ok(TopicDraft { sentences, contradictions: claimed(reply.contradiction) })
}

fn kind(kind: TopicKind) -> &'static str {
    match kind {
        TopicKind::Claim => "claim",
        TopicKind::Concept => "concept",
        TopicKind::Question => "question",
    }
}

/// The best pieces: half of them at least from the web, where there are any.
fn chosen(evidence: Vec<&Evidence>) -> Vec<&Evidence> {
    let (notes, pages): (Vec<&Evidence>, Vec<&Evidence>) =
        evidence.into_iter().partition(|piece| piece.note().is_some());
    let for_notes = MOST_PIECES.saturating_sub(pages.len()).max(MOST_PIECES / 2);
    let notes: Vec<&Evidence> = notes.into_iter().take(for_notes).collect();
    let for_pages = MOST_PIECES - notes.len();
    notes.into_iter().chain(pages.into_iter().take(for_pages)).collect()
}

/// What the model meant by an id: models write `e1`, `[e1]`, or two in one.
fn cites(cite: &str, pieces: &[&Evidence]) -> Vec<Cite> {
    let words = cite.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let cite = |word: &str| match word.strip_prefix(['e', 'E']).and_then(|n| n.parse().ok()) {
        _ if word.eq_ignore_ascii_case("note") => Cite::Note,
        Some(number) => pieces
            .get(usize::wrapping_sub(number, 1))
            .map_or(Cite::Nothing, |piece| Cite::Evidence(piece.id.clone())),
        None => Cite::Nothing,
    };
    words.map(cite).collect()
}
