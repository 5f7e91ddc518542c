//! Finds the topics of a note without a model.

use crate::answers::built_in::{FoundTopics, Topic, TopicKind, answer, claim_title, topic_finder};
use crate::answers::run::{AgendaTopic, PlanRequest, RunContext, topic_from_user};
use crate::features::research::plan::researched_note::ResearchedNote;
use crate::language::{is_unspaced_script, sentence_split};
use crate::notes::index::CorpusStats;
use crate::notes::note::{NoteLink, link, prose};

/// A note title with this many words or more is not added to labels: it is probably a sentence.
const MIN_SENTENCE_TITLE_WORDS: usize = 5;

/// Minimum relevance of a topic to the user's focus, from 0 to 1; topics below it are dropped.
const MIN_FOCUS_RELEVANCE: f32 = 0.2;

/// Finds topics by the structure of the note and by word statistics. If the user gave a focus, it
/// becomes the first topic, and topics that are not about it are dropped.
pub fn find_topics(
    context: &RunContext<'_>,
    note: &ResearchedNote,
    request: &PlanRequest,
    warnings: &mut Vec<String>,
) -> Vec<AgendaTopic> {
    let stats = context.vault.corpus_stats(&note.path);
    let text = note.researched_text(request);
    let max_topics = context.settings.max_topics;
    let FoundTopics { topics: mut found, left_out_count } =
        topic_finder::find_topics(text, max_topics, stats.as_ref());
    found.iter_mut().for_each(|topic| complete_label(topic, note));
    if found.is_empty() && !request.selected_text.trim().is_empty() {
        found.extend(selection_topic(text));
    }
    let focus = request.focus.trim();
    if focus.is_empty() {
        warnings.extend(left_out_warning(left_out_count, max_topics));
        return found.into_iter().map(AgendaTopic::new).collect();
    }
    let focus_topic = topic_from_user(focus, "Your focus");
    let is_kept = |topic: &Topic| is_about_focus(&focus_topic, topic, stats.as_ref());
    let kept: Vec<Topic> = found.into_iter().filter(is_kept).collect();
    let focus_item = AgendaTopic { is_not_from_note: true, ..AgendaTopic::new(focus_topic) };
    let all = std::iter::once(focus_item).chain(kept.into_iter().map(AgendaTopic::new));
    all.take(max_topics).collect()
}

/// Says how many questions and listed claims of the note are not on the agenda; `None` if all are.
fn left_out_warning(left_out_count: usize, max_topics: usize) -> Option<String> {
    let what = match left_out_count {
        0 => return None,
        1 => "1 more question or claim of the note is".to_owned(),
        many => format!("{many} more questions and claims of the note are"),
    };
    Some(format!(
        "{what} left out: the agenda has at most {max_topics} topics. Select them in the note to \
         research them, or change the number in the settings."
    ))
}

/// The first sentence of a selection as a topic: what the user selected is always worth a search.
fn selection_topic(selection: &str) -> Option<Topic> {
    let plain = prose::plain_text(selection);
    let sentence = sentence_split::whole_sentences(&plain).into_iter().next()?;
    Some(topic_from_user(sentence, "Your selection"))
}

/// Completes a label that says little by itself. A claim is named by its own words, and the title of
/// the note is added to a concept of one word.
fn complete_label(topic: &mut Topic, note: &ResearchedNote) {
    match topic.kind {
        TopicKind::Question => {}
        TopicKind::Claim => topic.label = claim_title::shortened_claim(&topic.context_sentence),
        TopicKind::Concept => add_note_title_to_label(topic, note),
    }
}

/// Adds the title of the note to a one-word label, which says little by itself: “Composting: heap”.
/// A word that is also a link in the note is not changed.
fn add_note_title_to_label(topic: &mut Topic, note: &ResearchedNote) {
    let (label, title) = (topic.label.to_lowercase(), note.path.title());
    let is_word = !label.contains(char::is_whitespace) && !label.chars().any(is_unspaced_script);
    // The title of a daily note is a date, which says nothing about the topic.
    let is_subject = !title.contains(|c: char| c.is_ascii_digit())
        && title.split_whitespace().count() < MIN_SENTENCE_TITLE_WORDS;
    let links_to_label = |link: &NoteLink| link.target.to_lowercase() == label;
    let is_named = title.to_lowercase().contains(&label)
        || link::parse_links(&note.user_text).iter().any(links_to_label);
    if is_word && is_subject && !is_named {
        let word = if note.user_text.contains(&label) { &label } else { &topic.label };
        topic.label = format!("{title}: {word}");
    }
}

/// Whether a topic is about the user's focus.
fn is_about_focus(focus: &Topic, topic: &Topic, stats: &dyn CorpusStats) -> bool {
    let text = format!("{} {}", topic.label, topic.context_sentence);
    answer::topic_relevance(focus, &text, stats) >= MIN_FOCUS_RELEVANCE
}
