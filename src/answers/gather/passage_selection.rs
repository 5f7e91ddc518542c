//! Selects the passages of a page that are about a topic: a model selects them, or the built-in
//! engine by their words. In both cases, each passage must be on the page word for word.

use crate::answers::built_in::{Topic, answer, line_marks};
use crate::answers::gather::findings::FoundPassage;
use crate::answers::gather::web_topic::WebTopic;
use crate::answers::run::{ActiveRun, AgendaTopic, RunModel};
use crate::evidence::{MarkedLine, Origin, QuotableText, WebLocation, WebTextSource};
use crate::language::sentence_split;
use crate::model::prompts::{PassagesPrompt, PassagesReply};
use crate::notes::chunk;
use crate::notes::index::CorpusStats;
use crate::notes::note::prose;
use crate::safety::privacy::OutgoingText;
use crate::values::{Result, StableSort};
use crate::web::page::Page;

/// Maximum number of passages per page without a model: more passages of one page add no evidence.
const MAX_BUILT_IN_PASSAGES_PER_PAGE: usize = 2;

/// Minimum relevance of a passage to the topic, from 0 to 1; passages below it are not used.
const MIN_PASSAGE_RELEVANCE: f32 = 0.2;

/// Maximum number of passages per page that a model may select.
pub const MAX_MODEL_PASSAGES_PER_PAGE: usize = 3;

/// Maximum number of characters of a page that are sent to a model. The most relevant passages are
/// sent.
const MAX_SENT_PAGE_CHARACTERS: usize = 9_000;

/// A page that was read for a topic.
pub struct TopicPage<'a> {
    pub topic: WebTopic<'a>,
    /// The address, title and date of the page.
    pub location: WebLocation,
    pub page: Page,
    /// The score by rank among the search results: 1 for the first, 1/2 for the second, and so on.
    pub rank_score: f32,
}

/// A part of a page that may be selected as evidence.
#[derive(Clone)]
struct PagePart {
    /// The index of the part on the page, counted from zero.
    position: usize,
    /// How relevant the part is to the topic, from 0 to 1.
    relevance: f32,
    text: String,
    /// The lines of the part that are no plain statements.
    marked_lines: Vec<MarkedLine>,
}

/// Returns the passages of a page that are most relevant to a topic, in the order of the page.
pub async fn most_relevant_passages(
    run: &ActiveRun<'_>,
    page: TopicPage<'_>,
    stats: &dyn CorpusStats,
) -> Vec<FoundPassage> {
    let parts = page_parts(&page, stats);
    let selected = match run.model {
        Some(model) if !parts.is_empty() => {
            match select_parts_by_model(run, model, &page, &parts).await {
                Ok(selected) => selected,
                Err(error) => {
                    run.progress.record_topic_failure(page.topic.topic_index, &error);
                    most_relevant_parts(&parts)
                }
            }
        }
        _ => most_relevant_parts(&parts),
    };
    let TopicPage { location: place, page, rank_score: score, .. } = page;
    let title = if page.title.is_empty() { place.title.clone() } else { page.title };
    let published = Some(page.publication_date)
        .filter(|day| !day.is_empty())
        .or(place.publication_date.clone());
    let place = WebLocation {
        title,
        publication_date: published,
        text_source: WebTextSource::Page,
        ..place
    };
    let found = |part: PagePart| FoundPassage {
        origin: Origin::Web(place.clone()),
        text: part.text,
        search_score: score * (0.5 + 0.5 * part.relevance),
        marked_lines: part.marked_lines,
    };
    selected.into_iter().map(found).collect()
}

/// Returns the parts of a page, with their relevance to the topic. The searches of a model count too:
/// they may be in the language of the page when the note is not.
fn page_parts(page: &TopicPage<'_>, stats: &dyn CorpusStats) -> Vec<PagePart> {
    let texts = chunk::passages_without_frontmatter(&page.page.markdown).map(|passage| {
        (prose::plain_text(passage.text), line_marks::marked_page_lines(passage.text))
    });
    let AgendaTopic { topic, planned_queries, .. } = page.topic.agenda_topic;
    let searches = planned_queries.iter().map(|query| Topic {
        label: query.clone(),
        context_sentence: query.clone(),
        ..topic.clone()
    });
    let topics: Vec<Topic> = std::iter::once(topic.clone()).chain(searches).collect();
    let part = |(position, (text, marked_lines)): (usize, (String, Vec<MarkedLine>))| {
        let relevances = topics.iter().map(|topic| answer::topic_relevance(topic, &text, stats));
        PagePart { position, relevance: relevances.fold(0.0, f32::max), text, marked_lines }
    };
    texts.enumerate().map(part).collect()
}

/// Returns only the parts that have the minimum relevance to the topic.
fn relevant_parts(parts: &[PagePart]) -> Vec<PagePart> {
    parts.iter().filter(|part| part.relevance >= MIN_PASSAGE_RELEVANCE).cloned().collect()
}

/// Sorts parts by relevance, the most relevant first.
fn sort_by_relevance(mut parts: Vec<PagePart>) -> Vec<PagePart> {
    parts.stable_sort_by(|a, b| {
        b.relevance.total_cmp(&a.relevance).then(a.position.cmp(&b.position))
    });
    parts
}

/// Sorts parts by their position on the page.
fn sort_by_position(mut parts: Vec<PagePart>) -> Vec<PagePart> {
    parts.stable_sort_by_key(|part| part.position);
    parts
}

/// Returns the most relevant parts, in the order of the page.
fn most_relevant_parts(parts: &[PagePart]) -> Vec<PagePart> {
    let relevant = sort_by_relevance(relevant_parts(parts)).into_iter();
    sort_by_position(relevant.take(MAX_BUILT_IN_PASSAGES_PER_PAGE).collect())
}

/// Asks a model to select passages. Passages that are not on the page are dropped.
async fn select_parts_by_model(
    run: &ActiveRun<'_>,
    model: &RunModel<'_>,
    page: &TopicPage<'_>,
    parts: &[PagePart],
) -> Result<Vec<PagePart>> {
    let sent_parts = parts_to_send(parts);
    let sent_text =
        sent_parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n\n");
    let Topic { label: topic, context_sentence: context, .. } = &page.topic.agenda_topic.topic;
    let private = run.private_words().await?;
    let redactor = model.redactor_for_texts(&[], &[topic, context]).await?;
    let question = PassagesPrompt {
        topic: redactor.redact(&redactor.without_private_words(topic, &private)),
        note_context: redactor.redact(context),
        page_title: OutgoingText::from_public_web(&page.page.title),
        page_text: OutgoingText::from_public_web(&sent_text),
    };
    let reply: PassagesReply = model.ask_quick_model(&question).await?;
    let on_page = |passage: &String| {
        let place = |part: &PagePart| {
            Some(PagePart { text: find_sentences_containing(&part.text, passage)?, ..part.clone() })
        };
        sent_parts.iter().find_map(place)
    };
    Ok(reply.passages.iter().filter_map(on_page).take(MAX_MODEL_PASSAGES_PER_PAGE).collect())
}

/// Returns the whole page if it fits into a request, else the most relevant parts that fit, in the
/// order of the page. If no part is relevant by its words, the page may still be, in other words or
/// in another language: then its beginning is sent.
fn parts_to_send(parts: &[PagePart]) -> Vec<PagePart> {
    let length: usize = parts.iter().map(|part| part.text.chars().count()).sum();
    if length <= MAX_SENT_PAGE_CHARACTERS {
        return parts.to_vec();
    }
    let mut selected = sort_by_relevance(relevant_parts(parts));
    if selected.is_empty() {
        selected = parts.to_vec();
    }
    let mut room = MAX_SENT_PAGE_CHARACTERS;
    selected.retain(|part| {
        let size = part.text.chars().count();
        let fits = size <= room;
        room -= if fits { size } else { 0 };
        fits
    });
    sort_by_position(selected)
}

/// Finds a passage in a text, ignoring differences of white space, quotes and dashes. Returns the
/// whole sentences that contain it, because a part of a sentence may say the opposite of the whole.
fn find_sentences_containing(text: &str, passage: &str) -> Option<String> {
    let text = QuotableText::new(text);
    let range = text.find(passage)?;
    let text = text.as_line();
    let mut at = 0;
    let mut whole = Vec::new();
    for sentence in sentence_split::sentences(text) {
        let from = at + text.get(at..)?.find(sentence)?;
        at = from + sentence.len();
        if from < range.end && at > range.start {
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
            assert_eq!(find_sentences_containing(page, passage).as_deref(), expected, "{passage}");
        };
        check("caffeine. About 30 mg", Some("Tea has caffeine. About 30 mg a cup."));
        check("tea is harmful.", Some("Nobody thinks that tea is harmful."));
        check("About 40 mg a cup.", None);
        check("  ", None);
    }
}
