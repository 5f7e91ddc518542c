//! A model puts the evidence on one topic into words. It cites pieces by short ids; which notes and
//! pages those are, and how a link to them is written, it never decides.

use super::AgendaTopic;
use super::model::Model;
use super::verify::{Cite, Claimed};
use crate::error::Result;
use crate::evidence::{Evidence, Origin};
use crate::index::language::Language;
use crate::local::TopicKind;
use crate::note::secret;
use crate::prompts::{Piece, Said, Synthesis, Synthesized};

/// Pieces of evidence that a model is given for one topic.
const MOST_PIECES: usize = 12;

/// Characters of one piece.
const MOST_CHARACTERS: usize = 1_600;

/// What a model said on a topic.
pub struct Draft {
    pub sentences: Vec<Claimed>,
    pub contradiction: Option<Claimed>,
}

/// Asks the model for the part of the report on a topic.
pub async fn draft(
    model: &Model<'_>,
    item: &AgendaTopic,
    evidence: &[Evidence],
    language: Language,
) -> Result<Draft> {
    let pieces = chosen(evidence);
    let texts: Vec<String> = pieces.iter().map(|piece| shown(piece)).collect();
    let titles: Vec<String> = pieces.iter().map(|piece| piece.place()).collect();
    let named = titles.iter().zip(&texts).enumerate();
    let (topic, context) = (secret::mask(&item.topic.topic), secret::mask(&item.topic.context));
    let question = Synthesis {
        topic: &topic.text,
        kind: kind(item.topic.kind),
        context: &context.text,
        language: language.name(),
        evidence: named
            .map(|(at, (title, text))| Piece { id: format!("e{}", at + 1), title, text })
            .collect(),
    };
    let reply: Synthesized = model.writer(&question.ask(&model.fence)).await?;
    let claimed = |said: Said| Claimed {
        text: said.text.split_whitespace().collect::<Vec<_>>().join(" "),
        cites: said.cites.iter().flat_map(|cite| cites(cite, &pieces)).collect(),
    };
    let says = |claimed: &Claimed| !claimed.text.is_empty();
    let contradiction = Some(claimed(reply.contradiction)).filter(says);
    let sentences = reply.sentences.into_iter().map(claimed).filter(says).collect();
    Ok(Draft { sentences, contradiction })
}

fn kind(kind: TopicKind) -> &'static str {
    match kind {
        TopicKind::Claim => "claim",
        TopicKind::Concept => "concept",
        TopicKind::Question => "question",
    }
}

/// The best pieces: half of them at least from the web, where there are any.
fn chosen(evidence: &[Evidence]) -> Vec<&Evidence> {
    let (notes, pages): (Vec<&Evidence>, Vec<&Evidence>) =
        evidence.iter().partition(|piece| piece.note().is_some());
    let for_notes = MOST_PIECES.saturating_sub(pages.len()).max(MOST_PIECES / 2);
    let notes: Vec<&Evidence> = notes.into_iter().take(for_notes).collect();
    let for_pages = MOST_PIECES - notes.len();
    notes.into_iter().chain(pages.into_iter().take(for_pages)).collect()
}

/// What a model is shown of a piece. Notes may hold what nobody else should know.
fn shown(piece: &Evidence) -> String {
    let text: String = piece.text.chars().take(MOST_CHARACTERS).collect();
    match piece.origin {
        Origin::Note(_) => secret::mask(&text).text.into_owned(),
        Origin::Web(_) => text,
    }
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
