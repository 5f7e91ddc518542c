//! Looks a question up and answers it in one paragraph with one source: the answer of the search
//! service itself, else one that a model writes from the results, else a quotation of the results.

use serde::{Deserialize, Serialize};

use crate::answers::built_in::{Answer, AnswerSentence, AskingNote, answer};
use crate::answers::run::{Permission, RunContext};
use crate::evidence::{Evidence, EvidenceId, Origin, WebLocation, WebTextSource};
use crate::features::answer::{broad_query, filler, model_answer};
use crate::features::ask::{QUESTION_PATH, question_topic};
use crate::features::research::chosen_quick_model;
use crate::language::{Language, sentence_split};
use crate::notes::note::NotePath;
use crate::safety::sanitize;
use crate::values::text::emoji;
use crate::values::{Error, ErrorCode, Result};
use crate::web::http::PublicUrl;
use crate::web::search::{SearchQuery, WebHit};

/// Number of sentences of an answer.
const MAX_SENTENCES: usize = 5;
const MIN_SENTENCES: usize = 3;

/// The answer if no service responds. It says nothing about the reason, which is in the audit log.
const FAILED_TEXT: &str = "Couldn't look that up right now, try again in a moment.";

/// The beginning of an answer that the sources do not clearly support.
const UNCERTAIN_OPENING: &str = "I'm not fully certain, but";

/// A question that is to be answered in a few sentences.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QuickAnswerRequest {
    /// The question as the user typed it.
    pub question: String,
    /// Whether the web may be searched.
    #[serde(rename = "web", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub web_permission: Permission,
    /// Whether the model in the settings may be called.
    #[serde(rename = "model", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub model_permission: Permission,
}

/// The answer to a question in a few sentences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QuickAnswer {
    /// Whether this is an answer, a question back, or a failure.
    pub kind: QuickAnswerKind,
    /// The text as Markdown. An answer ends with a line that names its source.
    pub text: String,
    /// The address of the source; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// What the text of a quick answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum QuickAnswerKind {
    /// An answer.
    Answer,
    /// A question about a query that is too broad.
    Clarify,
    /// A sentence that says that no service responded.
    Failed,
}

/// Answers a question in a few sentences.
pub async fn answer_quickly(
    context: &RunContext<'_>,
    request: &QuickAnswerRequest,
) -> Result<QuickAnswer> {
    let question = request.question.trim();
    if question.is_empty() {
        return Err(Error::new(ErrorCode::InvalidArgument, "The question is empty")
            .hint("Type a question."));
    }
    if let Some(text) = broad_query::clarifying_question(question) {
        return Ok(QuickAnswer { kind: QuickAnswerKind::Clarify, text, source: None });
    }
    let found = match request.web_permission {
        Permission::Allowed => search(context, question).await?,
        Permission::Off => None,
    };
    if context.host.is_cancelled() {
        return Err(Error::cancelled());
    }
    Ok(match found {
        Some(found) => found.to_answer(context, request).await?,
        None => failed(),
    })
}

fn failed() -> QuickAnswer {
    QuickAnswer { kind: QuickAnswerKind::Failed, text: FAILED_TEXT.to_owned(), source: None }
}

/// What the services found.
struct FoundPages {
    /// The answer that a service wrote itself.
    service_answer: Option<String>,
    hits: Vec<(PublicUrl, WebHit)>,
}

/// Searches the web; `None` if no service responded.
async fn search(context: &RunContext<'_>, question: &str) -> Result<Option<FoundPages>> {
    let settings = context.settings;
    let redactor = context.privacy.build_redactor(&[], &[question], "").await?;
    let Some(text) = redactor.redact_query(question) else { return Ok(None) };
    let language = Some(Language::detect(question).iso_code().to_owned());
    let query = SearchQuery { text, language, max_hits: settings.results_per_search };
    let lists = settings.search_sources().fallback_lists;
    let searched = match context.client.search_web(&lists, &query).await {
        Ok(searched) if !searched.responding_services.is_empty() => searched,
        _ => return Ok(None),
    };
    let schemes = settings.allowed_schemes();
    let public = |hit: WebHit| Some((PublicUrl::parse_with_schemes(&hit.url, schemes).ok()?, hit));
    Ok(Some(FoundPages {
        service_answer: searched.service_answer,
        hits: searched.hits.into_iter().filter_map(public).collect(),
    }))
}

impl FoundPages {
    async fn to_answer(
        &self,
        context: &RunContext<'_>,
        request: &QuickAnswerRequest,
    ) -> Result<QuickAnswer> {
        let question = request.question.trim();
        let service_answer = self.service_answer.as_deref().map(first_statements);
        if let Some(text) = service_answer.filter(|text| !text.is_empty()) {
            let source = self.hits.first().map(|(url, _)| url.to_string());
            return Ok(answered(&text, source));
        }
        let evidence = self.evidence(context);
        let may_use_model = request.model_permission == Permission::Allowed
            && chosen_quick_model(context.settings).is_some()
            && !evidence.is_empty();
        let by_model = match may_use_model {
            true => model_answer::write_answer(context, question, &evidence, MAX_SENTENCES).await?,
            false => None,
        };
        match by_model {
            Some(answer) => Ok(answered(&answer.text, Some(answer.source_url))),
            None => self.quotation(context, question, &evidence),
        }
    }

    /// Answers with the sentences of the results that fit the question best.
    fn quotation(
        &self,
        context: &RunContext<'_>,
        question: &str,
        evidence: &[Evidence],
    ) -> Result<QuickAnswer> {
        let topic = question_topic(context, question)?;
        let asking_path = NotePath::parse(QUESTION_PATH)?;
        let stats = context.vault.corpus_stats(&asking_path);
        let note = AskingNote { text: question, title: "", linked_notes: Default::default() };
        let found = answer::answer_topic(&topic, evidence, &note, stats.as_ref());
        let best = |sentence: &AnswerSentence| {
            let piece = evidence.iter().find(|piece| piece.id == sentence.evidence_id)?;
            Some((
                with_following_sentences(&piece.text, &sentence.text),
                piece.path_or_url().to_owned(),
            ))
        };
        let (sentence, is_clear) = match &found {
            Answer::Sentences(sentences) => {
                (sentences.first(), sentences.first().is_some_and(|it| it.is_clear))
            }
            Answer::Closest(sentence) => (Some(sentence), false),
            Answer::Nothing => (None, false),
        };
        Ok(match sentence.and_then(best) {
            Some((text, url)) if is_clear => answered(&text, Some(url)),
            Some((text, url)) => answered(&uncertain(&text), Some(url)),
            None => match evidence.first() {
                Some(piece) => {
                    let text = first_sentences(sentence_split::whole_sentences(&piece.text));
                    answered(&uncertain(&text), Some(piece.path_or_url().to_owned()))
                }
                None => answered(&format!("{UNCERTAIN_OPENING} nothing was found on this."), None),
            },
        })
    }

    fn evidence(&self, context: &RunContext<'_>) -> Vec<Evidence> {
        let piece = |(at, (url, hit)): (usize, &(PublicUrl, WebHit))| Evidence {
            id: EvidenceId::new("", at + 1),
            origin: Origin::Web(WebLocation {
                url: url.to_string(),
                title: hit.title.clone(),
                publication_date: hit.published_date.clone(),
                text_source: WebTextSource::Snippet,
                fetched_at: context.host.now(),
            }),
            text: hit.snippet.clone(),
            score: 1.0 / (at as f32 + 1.0),
            marked_lines: Vec::new(),
        };
        let all = self.hits.iter().enumerate().map(piece);
        all.filter(|piece| !piece.text.is_empty()).collect()
    }
}

fn answered(text: &str, source: Option<String>) -> QuickAnswer {
    let text = sanitize::escape_text(&emoji::without_emoji(text));
    let target = source.as_deref().and_then(sanitize::encode_link_target);
    let text = match target {
        Some(url) => format!("{text}\n\nSource: {url}"),
        None => text,
    };
    QuickAnswer { kind: QuickAnswerKind::Answer, text, source }
}

/// An answer that the sources do not clearly support.
fn uncertain(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().unwrap_or_default();
    let next_is_capital = letters.clone().next().is_some_and(char::is_uppercase);
    // A name or an abbreviation keeps its capital; of other words only the first of a sentence has one.
    let is_article =
        ["The ", "A ", "An ", "It ", "This ", "In "].iter().any(|it| text.starts_with(it));
    let first = match is_article && !next_is_capital {
        true => first.to_lowercase().to_string(),
        false => first.to_string(),
    };
    format!("{UNCERTAIN_OPENING} {first}{}", letters.as_str())
}

/// The first statements of a text, as many as an answer may have.
fn first_statements(text: &str) -> String {
    let sentences = sentence_split::whole_sentences(text).into_iter();
    first_sentences(sentences.filter(|sentence| !filler::is_filler(sentence)).collect())
}

/// The first sentences, as many as an answer may have.
fn first_sentences(sentences: Vec<&str>) -> String {
    sentences.into_iter().take(MAX_SENTENCES).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// A sentence with those that follow it on its page, up to the usual length of an answer.
fn with_following_sentences(page_text: &str, sentence: &str) -> String {
    let rest = page_text.split_once(sentence).map_or("", |(_, rest)| rest);
    let own = sentence_split::whole_sentences(sentence).len().max(1);
    let following = sentence_split::whole_sentences(rest);
    let following = following.into_iter().filter(|next| next.ends_with(['.', '!', '。']));
    let mut text = sentence.to_owned();
    for next in following.take(MIN_SENTENCES.saturating_sub(own)) {
        text = format!("{text} {}", next.trim());
    }
    text
}
