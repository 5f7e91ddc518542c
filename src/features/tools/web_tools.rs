//! Searches the web and reads pages. Private names are removed from what is searched for, and only
//! addresses that a search returned or that the user wrote are opened.

use serde_json::{Value, json};

use crate::features::tools::evidence::{EvidenceFound, ReadPassage};
use crate::features::tools::read_tools::to_result;
use crate::features::tools::result_block::{Continuation, DataBlock, ResultBlock};
use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_result::ToolResult;
use crate::safety::privacy::OutgoingText;
use crate::values::text::quoted;
use crate::values::{Error, ErrorCode, Result};
use crate::web::http::PublicUrl;
use crate::web::search::{SearchQuery, WebHit};

/// Number of characters after which a page is split between two paragraphs, so that an answer cites
/// the part of the page that supports it.
const PAGE_PART_CHARACTERS: usize = 1_500;

/// Searches the web. The results can be opened by `open_page`.
pub async fn search_web(
    context: &ToolContext<'_>,
    session: &ToolSession,
    query: &str,
    limit: usize,
) -> Result<ToolResult> {
    let redactor = context.privacy.build_redactor(&[], &[query], "").await?;
    let hits = match redactor.redact_query(query) {
        Some(text) => {
            let language = Some(session.search_language(query).iso_code().to_owned());
            find_hits(context, SearchQuery { text, language, max_hits: limit }).await?
        }
        // Only the name of a private note was searched for.
        None => Vec::new(),
    };
    let results: Vec<Value> = hits
        .iter()
        .map(|hit| json!({ "title": hit.title, "url": hit.url, "snippet": hit.snippet }))
        .collect();
    let mut blocks = vec![match hits.len() {
        0 => ResultBlock::sentence("The search found nothing. Try other words."),
        found => ResultBlock::sentence_with_number("Results: ", found),
    }];
    for (rank, hit) in hits.into_iter().enumerate() {
        session.add_seen_url(&hit.url);
        blocks.push(result_block(hit, query, rank));
    }
    let data = json!({ "results": results });
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// Sends the search to the services of the settings. Fails if no service responded.
async fn find_hits(context: &ToolContext<'_>, search: SearchQuery) -> Result<Vec<WebHit>> {
    let sources = context.settings.search_sources();
    let found = context.client.search_web(&sources.fallback_lists, &search).await?;
    let errors = sources.configuration_errors.into_iter().chain(found.service_errors);
    if found.hits.is_empty()
        && found.responding_services.is_empty()
        && let Some(error) = errors.into_iter().next()
    {
        return Err(error);
    }
    let schemes = context.settings.allowed_schemes();
    let is_public = |hit: &WebHit| PublicUrl::parse_with_schemes(&hit.url, schemes).is_ok();
    Ok(found.hits.into_iter().filter(is_public).collect())
}

fn result_block(hit: WebHit, query: &str, rank: usize) -> ResultBlock {
    let text = if hit.snippet.is_empty() { &hit.title } else { &hit.snippet };
    let text = OutgoingText::from_public_web(text);
    let passage = ReadPassage {
        path: None,
        title: hit.title.clone(),
        heading: String::new(),
        first_line: None,
        last_line: None,
        text: text.as_str().to_owned(),
        reason: format!("search_web {query}"),
        found: EvidenceFound::Web,
        score: 1.0 / (rank + 1) as f32,
        url: Some(hit.url.clone()),
    };
    let title = OutgoingText::from_public_web(&format!("{} – {}", hit.title, hit.url));
    ResultBlock::Data(DataBlock::evidence(title, text, passage))
}

/// Reads a page that a search returned or that the user wrote the address of.
pub async fn open_page(
    context: &ToolContext<'_>,
    session: &ToolSession,
    address: &str,
) -> Result<ToolResult> {
    let schemes = context.settings.allowed_schemes();
    let url = PublicUrl::parse_with_schemes(address, schemes).ok();
    let url = url.filter(|url| session.has_seen_url(url));
    let url = url.ok_or_else(|| url_not_seen(address))?;
    let page = context.client.read_page(&url, schemes).await?;
    let title = if page.title.is_empty() { url.host().to_owned() } else { page.title };
    let data = json!({ "title": title, "url": url.as_str(), "text": page.markdown });
    let heading = OutgoingText::from_public_web(&format!("{title} – {url}"));
    let block = |part: &str| {
        let text = OutgoingText::from_public_web(part);
        let passage = ReadPassage {
            path: None,
            url: Some(url.to_string()),
            title: title.clone(),
            heading: String::new(),
            first_line: None,
            last_line: None,
            text: text.as_str().to_owned(),
            reason: format!("open_page {url}"),
            found: EvidenceFound::Web,
            score: 1.0,
        };
        ResultBlock::Data(DataBlock::evidence(heading.clone(), text, passage))
    };
    let mut blocks: Vec<ResultBlock> =
        page_parts(&page.markdown).iter().map(|part| block(part)).collect();
    if blocks.is_empty() {
        blocks.push(ResultBlock::sentence("The page has no text."));
    }
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// Splits a page between paragraphs into parts of about `PAGE_PART_CHARACTERS`.
fn page_parts(markdown: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut length = 0;
    for paragraph in markdown.split("\n\n").filter(|text| !text.trim().is_empty()) {
        let added = paragraph.chars().count();
        match parts.last_mut() {
            Some(last) if length + added <= PAGE_PART_CHARACTERS => {
                last.push_str("\n\n");
                last.push_str(paragraph);
                length += added;
            }
            _ => {
                parts.push(paragraph.to_owned());
                length = added;
            }
        }
    }
    parts
}

fn url_not_seen(address: &str) -> Error {
    let message =
        format!("{} is not an address that a search of this run returned", quoted(address));
    Error::new(ErrorCode::UrlNotSeen, message)
        .hint("Call search_web first, and open one of its results.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_split_between_paragraphs() {
        let long = "x".repeat(PAGE_PART_CHARACTERS);
        let parts = page_parts(&format!("a\n\nb\n\n{long}\n\nc"));
        assert_eq!(parts, ["a\n\nb", long.as_str(), "c"]);
        assert_eq!(page_parts(" \n\n"), Vec::<String>::new());
    }
}
