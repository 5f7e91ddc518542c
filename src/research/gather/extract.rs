//! What of a page matters to a topic: passages as they stand on the page, chosen by a model where
//! one is asked, else by their words. A passage that does not stand on the page word for word is
//! none, whoever chose it.

use crate::chunk;
use crate::error::Result;
use crate::evidence::{Origin, WebContent, WebLocation};
use crate::index::corpus_stats::CorpusStats;
use crate::local::{Topic, answer};
use crate::note::prose;
use crate::page::Page;
use crate::privacy::OutgoingText;
use crate::prompts::{Extract, Extracted};
use crate::research::agenda::AgendaTopic;
use crate::research::gather::found::FoundPassage;
use crate::research::gather::search::Search;
use crate::research::run_model::RunModel;

/// Passages of one page that are evidence: more of the same page is not more evidence.
const PASSAGES: usize = 2;

/// A passage that carries less of a topic does not speak of it.
const LEAST_RELEVANCE: f32 = 0.2;

/// Passages of one page that a model may choose.
pub const MOST_CHOSEN: usize = 3;

/// Characters of a page that a model is shown: the passages that speak to the topic most.
const SHOWN: usize = 9_000;

/// A page that was read for a topic.
pub struct TopicPage<'a> {
    /// The topic's place on the agenda.
    pub number: usize,
    pub item: &'a AgendaTopic,
    pub place: WebLocation,
    pub page: Page,
    /// How well the page was ranked.
    pub score: f32,
}

/// A part of the page, how well it speaks to the topic, and where it stands.
#[derive(Clone)]
struct PagePart {
    at: usize,
    relevance: f32,
    text: String,
}

/// The passages of a page that speak to a topic most, in the page's order.
pub async fn passages(
    search: &Search<'_>,
    reading: TopicPage<'_>,
    around: &dyn CorpusStats,
) -> Vec<FoundPassage> {
    let parts = parts(&reading, around);
    let chosen = match search.model {
        Some(model) if !parts.is_empty() => match chosen(model, &reading, &parts).await {
            Ok(chosen) => chosen,
            Err(error) => {
                search.progress.failed(reading.number, &error);
                best(parts)
            }
        },
        _ => best(parts),
    };
    let TopicPage { place, page, score, .. } = reading;
    let title = if page.title.is_empty() { place.title.clone() } else { page.title };
    let published = Some(page.published).filter(|day| !day.is_empty()).or(place.published.clone());
    let place = WebLocation { title, published, read: WebContent::Page, ..place };
    let found = |part: PagePart| FoundPassage {
        origin: Origin::Web(place.clone()),
        text: part.text,
        score: score * (0.5 + 0.5 * part.relevance),
    };
    chosen.into_iter().map(found).collect()
}

/// The parts of a page that speak to the topic at all.
fn parts(reading: &TopicPage<'_>, around: &dyn CorpusStats) -> Vec<PagePart> {
    let texts = chunk::quotable(&reading.page.markdown).map(|passage| prose::plain(passage.text));
    let part = |(at, text): (usize, String)| {
        let relevance = answer::relevance(&reading.item.topic, &text, around);
        PagePart { at, relevance, text }
    };
    let parts = texts.enumerate().map(part);
    parts.filter(|part| part.relevance >= LEAST_RELEVANCE).collect()
}

/// The parts that speak to the topic most first.
fn ranked(mut parts: Vec<PagePart>) -> Vec<PagePart> {
    parts.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.at.cmp(&b.at)));
    parts
}

/// In the page's order.
fn ordered(mut parts: Vec<PagePart>) -> Vec<PagePart> {
    parts.sort_by_key(|part| part.at);
    parts
}

/// The best parts, in the page's order.
fn best(parts: Vec<PagePart>) -> Vec<PagePart> {
    ordered(ranked(parts).into_iter().take(PASSAGES).collect())
}

/// What the model picked out and what really stands on the page.
async fn chosen(
    model: &RunModel<'_>,
    reading: &TopicPage<'_>,
    parts: &[PagePart],
) -> Result<Vec<PagePart>> {
    let chosen = shown(parts);
    let shown = chosen.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n\n");
    let Topic { topic, context, .. } = &reading.item.topic;
    let redactor = model.redactor(&[], &[topic, context]).await?;
    let question = Extract {
        topic: redactor.text(topic),
        context: redactor.text(context),
        title: OutgoingText::public(&reading.page.title),
        page: OutgoingText::public(&shown),
    };
    let reply: Extracted = model.quick(&question).await?;
    let stands = |passage: &String| {
        let place = |part: &PagePart| {
            Some(PagePart { text: standing(&part.text, passage)?, ..part.clone() })
        };
        chosen.iter().find_map(place)
    };
    Ok(reply.passages.iter().filter_map(stands).take(MOST_CHOSEN).collect())
}

/// As much of the page as a model is shown, the best parts in the page's order.
fn shown(parts: &[PagePart]) -> Vec<PagePart> {
    let mut room = SHOWN;
    let mut chosen = ranked(parts.to_vec());
    chosen.retain(|part| {
        let size = part.text.chars().count();
        let fits = size <= room;
        room -= if fits { size } else { 0 };
        fits
    });
    ordered(chosen)
}

/// The whole sentences of a text in which a passage stands, whatever white space divides its words;
/// nothing if it does not stand there. A part of a sentence may say the contrary of it.
fn standing(text: &str, passage: &str) -> Option<String> {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (text, passage) = (one_line(text), one_line(passage));
    let start = text.find(&passage).filter(|_| !passage.is_empty())?;
    let end = start + passage.len();
    let mut at = 0;
    let mut whole = Vec::new();
    for sentence in prose::sentences(&text) {
        let from = at + text.get(at..)?.find(sentence)?;
        at = from + sentence.len();
        if from < end && at > start {
            whole.push(sentence);
        }
    }
    Some(whole.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_sentences_of_the_page_are_a_passage() {
        let page = "Tea has caffeine.\n\nAbout 30  mg a cup. Nobody thinks that tea is harmful.";
        let check = |passage: &str, expected: Option<&str>| {
            assert_eq!(standing(page, passage).as_deref(), expected, "{passage}");
        };
        check("caffeine. About 30 mg", Some("Tea has caffeine. About 30 mg a cup."));
        check("tea is harmful.", Some("Nobody thinks that tea is harmful."));
        check("About 40 mg a cup.", None);
        check("  ", None);
    }
}
