//! Asks a model for the topics of a note.

use crate::answers::built_in::{TokenizedSentences, Topic, TopicKind};
use crate::answers::run::{AgendaTopic, PlanRequest, RunContext, RunModel};
use crate::features::research::plan::researched_note::ResearchedNote;
use crate::features::research::plan::topics_built_in;
use crate::model::llm::Budget;
use crate::model::prompts::{SuggestedTopic, TopicsPrompt, TopicsReply};
use crate::notes::index::CorpusStats;
use crate::notes::note::prose;
use crate::values::{ErrorCode, Result};

/// Minimum relevance, from 0 to 1, of a sentence of the note that is used as the context of a
/// topic.
const MIN_CONTEXT_SENTENCE_RELEVANCE: f32 = 0.3;

/// Maximum number of words in the label of a topic. Topics with longer labels are dropped, because
/// a small model may write a sentence instead. The prompt asks for fewer words.
const MAX_TOPIC_LABEL_WORDS: usize = 8;

/// Maximum length of the label of a topic, in characters; longer labels are cut.
const MAX_TOPIC_LABEL_CHARACTERS: usize = 80;

/// Asks the model for the topics of a note. If the model fails, the built-in engine finds them.
pub async fn request_topics(
    context: &RunContext<'_>,
    note: &ResearchedNote,
    request: &PlanRequest,
    budget: &Budget,
    warnings: &mut Vec<String>,
) -> Result<Vec<AgendaTopic>> {
    let (title, text) = (note.path.title(), note.researched_text(request));
    let language = context.settings.report_language.report_language(&note.user_text);
    let reply = async {
        let model = RunModel::new(context, Some(&note.path), &note.user_text, budget)?;
        let redactor = model.redactor_for_texts(&[], &[title, text, &request.focus]).await?;
        let question = TopicsPrompt {
            note_title: redactor.redact(title),
            note_text: redactor.redact(text).with_links_as_words(),
            today: model.today(),
            focus: redactor.redact(&request.focus),
            max_topics: context.settings.max_topics,
            language_name: language.english_name(),
        };
        model.ask_quick_model::<TopicsReply>(&question).await
    };
    match reply.await {
        Ok(reply) => {
            let has_topics = !reply.topics.is_empty();
            let topics = usable_topics(context, note, reply);
            if topics.is_empty() && has_topics {
                warnings.push(
                    "The model returned no usable topics; the built-in engine found them".into(),
                );
                return Ok(topics_built_in::find_topics(context, note, request, warnings));
            }
            Ok(topics)
        }
        Err(error) if error.code == ErrorCode::Cancelled => Err(error),
        Err(error) => {
            warnings.push(format!("{}; the built-in engine found the topics", error.message));
            Ok(topics_built_in::find_topics(context, note, request, warnings))
        }
    }
}

/// Returns the usable topics of a model's reply, with sentences of the note as their context.
fn usable_topics(
    context: &RunContext<'_>,
    note: &ResearchedNote,
    reply: TopicsReply,
) -> Vec<AgendaTopic> {
    let stats = context.vault.corpus_stats(&note.path);
    let text = prose::plain_text(&note.user_text);
    let sentences = TokenizedSentences::new(&text);
    let ground = |item| with_context_from_note(item, &text, &sentences, stats.as_ref());
    let topics = reply.topics.into_iter().filter_map(to_agenda_topic).map(ground);
    topics.take(context.settings.max_topics).collect()
}

/// Converts a topic of a model's reply; `None` if its label is empty or a whole sentence.
fn to_agenda_topic(suggested: SuggestedTopic) -> Option<AgendaTopic> {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let label = one_line(&suggested.topic);
    if label.split(' ').count() > MAX_TOPIC_LABEL_WORDS {
        return None;
    }
    let label: String = label.chars().take(MAX_TOPIC_LABEL_CHARACTERS).collect();
    let kind = match suggested.kind.trim() {
        "claim" => TopicKind::Claim,
        "question" => TopicKind::Question,
        _ => TopicKind::Concept,
    };
    let context = one_line(&suggested.note_context);
    let context = if context.is_empty() { label.clone() } else { context };
    let queries = suggested.search_queries.iter().map(|query| one_line(query));
    let queries: Vec<String> = queries.filter(|query| !query.is_empty()).collect();
    let topic = Topic {
        label,
        context_sentence: context,
        kind,
        selection_reason: one_line(&suggested.research_reason),
        preceding_text: Default::default(),
    };
    (!topic.label.is_empty())
        .then(|| AgendaTopic { planned_queries: queries, ..AgendaTopic::new(topic) })
}

/// If the context of a topic is not in the note, replaces it by the note's most relevant sentence,
/// because the report quotes the context as the note's own words. Without such a sentence the topic
/// becomes a concept, because the note makes no such claim.
fn with_context_from_note(
    mut item: AgendaTopic,
    text: &str,
    sentences: &TokenizedSentences<'_>,
    stats: &dyn CorpusStats,
) -> AgendaTopic {
    if text.contains(&item.topic.context_sentence) {
        return item;
    }
    let best = sentences.most_relevant_sentence(&item.topic, stats);
    match best.filter(|(relevance, _)| *relevance >= MIN_CONTEXT_SENTENCE_RELEVANCE) {
        Some((_, sentence)) => item.topic.context_sentence = sentence.to_owned(),
        None => {
            item.topic.context_sentence.clone_from(&item.topic.label);
            item.topic.kind = TopicKind::Concept;
            item.is_not_from_note = true;
        }
    }
    item
}
