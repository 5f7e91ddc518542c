//! What a run or a conversation has seen so far: its evidence, the addresses that it may open, and
//! the results that can be continued.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::evidence::EvidenceId;
use crate::features::tools::argument::invalid;
use crate::features::tools::evidence::{AskEvidence, ReadPassage};
use crate::features::tools::result_block::{CONTINUATION_PREFIX, Continuation};
use crate::language::{Language, tokenize};
use crate::values::Result;
use crate::web::http::{AllowedSchemes, PublicUrl};

/// Maximum number of results that can be continued. The oldest ones are dropped, so that a long
/// conversation does not keep every page in memory.
const MAX_CONTINUATIONS: usize = 50;

/// Maximum number of passages that are kept as evidence. No run reads so many; a program that calls
/// tools for days must not fill the memory.
const MAX_EVIDENCE_PASSAGES: usize = 1_000;

/// What a run or a conversation has seen so far. Methods take `&self`, and nothing stays borrowed
/// across an `await`.
#[derive(Debug, Default)]
pub struct ToolSession {
    run_id: String,
    evidence: RefCell<VecDeque<AskEvidence>>,
    evidence_count: Cell<usize>,
    seen_urls: RefCell<BTreeSet<String>>,
    /// What the user wrote, oldest first.
    user_texts: RefCell<Vec<String>>,
    /// The rests of cut results, by their number.
    continuations: RefCell<BTreeMap<usize, Continuation>>,
    last_continuation: Cell<usize>,
}

impl ToolSession {
    /// Creates the session of a run.
    pub fn new(run_id: &str) -> Self {
        Self { run_id: run_id.to_owned(), ..Self::default() }
    }

    /// Adds passages that an earlier run has read, or this one before it was interrupted. They keep
    /// their ids, no new passage gets one of these, and their pages may be opened.
    pub fn with_earlier_evidence(self, evidence: Vec<AskEvidence>) -> Self {
        let own = format!("ev-{}-", self.run_id);
        let number = |piece: &AskEvidence| piece.id.as_str().strip_prefix(&own)?.parse().ok();
        self.evidence_count.set(evidence.iter().filter_map(number).max().unwrap_or_default());
        for url in evidence.iter().filter_map(|piece| piece.passage.url.as_deref()) {
            self.add_seen_url(url);
        }
        Self { evidence: RefCell::new(evidence.into()), ..self }
    }

    /// The id of the run.
    pub fn run_id(&self) -> &str {
        &self.run_id
    }

    /// The evidence so far, in the order in which it was found.
    pub fn evidence(&self) -> Vec<AskEvidence> {
        self.evidence.borrow().iter().cloned().collect()
    }

    /// Finds a piece of evidence by its id.
    pub fn find_evidence(&self, id: &EvidenceId) -> Option<AskEvidence> {
        self.evidence.borrow().iter().find(|piece| piece.id == *id).cloned()
    }

    /// Allows `open_page` to open the addresses in a text that the user wrote.
    pub fn allow_urls_of_user(&self, text: &str) {
        for word in words_that_may_be_urls(text) {
            self.add_seen_url(word);
        }
    }

    /// Adds a message or question of the user. `open_page` may open the addresses in it.
    pub fn add_user_text(&self, text: &str) {
        self.allow_urls_of_user(text);
        self.user_texts.borrow_mut().push(text.to_owned());
    }

    /// The language in which to search for words. Key words alone don't show it, so it is that of the
    /// newest text of the user that has most of the words; a model may also choose words of another
    /// language.
    pub(super) fn search_language(&self, words: &str) -> Language {
        let has_most_words = |text: &&String| {
            let language = Language::detect(text);
            let own = tokenize::distinct_terms(text, language);
            let is_number = |term: &String| term.starts_with(char::is_numeric);
            let mut searched = tokenize::distinct_terms(words, language);
            searched.retain(|term| !is_number(term));
            let shared = searched.intersection(&own).count();
            shared > 0 && shared * 2 >= searched.len()
        };
        match self.user_texts.borrow().iter().rev().find(has_most_words) {
            Some(text) => Language::detect_in_context(words, text),
            None => Language::detect(words),
        }
    }

    /// The addresses that the conversation has seen.
    pub(super) fn seen_urls(&self) -> Vec<String> {
        self.seen_urls.borrow().iter().cloned().collect()
    }

    /// Allows `open_page` to open an address.
    pub(super) fn add_seen_url(&self, url: &str) {
        // The settings decide later whether `http` may be fetched; here it only is remembered.
        if let Ok(url) = PublicUrl::parse_with_schemes(url, AllowedSchemes::HttpAndHttps) {
            self.seen_urls.borrow_mut().insert(url.to_string());
        }
    }

    /// Whether a search of this run returned an address, or the user wrote it.
    pub(super) fn has_seen_url(&self, url: &PublicUrl) -> bool {
        self.seen_urls.borrow().contains(url.as_str())
    }

    /// Adds a passage to the evidence and returns its id. A passage that is already there keeps its
    /// id, so that reading it twice gives one citation.
    pub(super) fn add_evidence(&self, passage: ReadPassage) -> EvidenceId {
        let mut evidence = self.evidence.borrow_mut();
        let is_same = |piece: &&AskEvidence| {
            let known = &piece.passage;
            (&known.path, &known.url, known.first_line, known.last_line, &known.text)
                == (
                    &passage.path,
                    &passage.url,
                    passage.first_line,
                    passage.last_line,
                    &passage.text,
                )
        };
        if let Some(known) = evidence.iter().find(is_same) {
            return known.id.clone();
        }
        let number = self.evidence_count.get() + 1;
        self.evidence_count.set(number);
        let id = EvidenceId::new(&self.run_id, number);
        evidence.push_back(AskEvidence { id: id.clone(), passage });
        if evidence.len() > MAX_EVIDENCE_PASSAGES {
            evidence.pop_front();
        }
        id
    }

    /// Stores the rest of a result. Returns the number by which it is continued.
    pub(super) fn store_continuation(&self, continuation: Continuation) -> usize {
        let number = self.last_continuation.get() + 1;
        self.last_continuation.set(number);
        let mut stored = self.continuations.borrow_mut();
        stored.insert(number, continuation);
        while stored.len() > MAX_CONTINUATIONS {
            stored.pop_first();
        }
        number
    }

    /// The rest of a result, by the `next` that the result gave. It stays stored, so that a call
    /// can be repeated.
    pub(super) fn continuation(&self, next: &str) -> Result<Continuation> {
        let number = next.trim().strip_prefix(CONTINUATION_PREFIX);
        let number = number.and_then(|number| number.parse::<usize>().ok());
        let stored = self.continuations.borrow();
        number.and_then(|number| stored.get(&number)).cloned().ok_or_else(|| {
            invalid("`next` is not the `next` of a result of this conversation")
                .hint("Call the tool again from the beginning.")
        })
    }
}

/// The addresses in a text.
pub fn urls_in_text(text: &str) -> Vec<String> {
    let is_url = |word: &&str| word.starts_with("http://") || word.starts_with("https://");
    words_that_may_be_urls(text).filter(is_url).map(str::to_owned).collect()
}

/// The words of a text without punctuation around them.
fn words_that_may_be_urls(text: &str) -> impl Iterator<Item = &str> {
    let is_boundary = |c: char| c.is_whitespace() || "<>\"()[]{}|`".contains(c);
    let punctuation = ['.', ',', ';', ':', '!', '?', '\'', '*', '_'];
    text.split(is_boundary).map(move |word| word.trim_end_matches(punctuation))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_words_of_the_user_are_searched_in_the_language_of_the_user() {
        let session = ToolSession::new("run");
        let check = |words: &str, expected: Language| {
            assert_eq!(session.search_language(words), expected, "{words}");
        };
        check("Kalk Wasserkocher", Language::English);
        session.add_user_text("Wie bekomme ich den Kalk aus dem Wasserkocher?");
        check("Kalk Wasserkocher entfernen", Language::German);
        session.add_user_text("Ja, such bitte im Netz.");
        check("Kalk Wasserkocher entfernen", Language::German);
        check("remove limescale kettle", Language::English);
        check("how to remove the Kalk from a kettle", Language::English);
    }
}
