//! Reads what the links of a note lead to: notes of the vault, and pages if the user allowed it.

use std::collections::BTreeMap;

use futures_util::future::join_all;

use crate::features::citations::source_text::SourceText;
use crate::host::client::Client;
use crate::host::{Host, PeriodicYield};
use crate::library::{Library, ResolvedLink};
use crate::notes::note::{
    LinkTarget, NoteLink, NotePath, Subpath, prose, report_section, subpath_range,
};
use crate::values::{ErrorCode, Progress, Stage};
use crate::web::http::{AllowedSchemes, PublicUrl};

/// Maximum number of pages that are read for one note, so that a long list of links doesn't keep the
/// user waiting.
pub const MAX_PAGES: usize = 30;

/// Number of pages that are read at the same time.
const PARALLEL_PAGES: usize = 4;

/// What a link leads to, or why that is not known.
#[derive(Debug)]
pub enum Source {
    /// The text was read.
    Read(SourceText),
    /// The link leads nowhere, with the reason for the user.
    Gone(String),
    /// The source was not read, with the reason for the user.
    NotRead(String),
    /// The link leads to the note that it is in, so it is no citation.
    SameNote,
}

/// Whether pages may be read, or why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageAccess {
    /// Pages with these schemes may be read.
    Allowed(AllowedSchemes),
    /// No page is read, with the reason for the user.
    Refused(&'static str),
}

/// Reads the sources of a note.
pub struct SourceReader<'a> {
    /// The host of the check, which logs every request.
    pub host: &'a dyn Host,
    /// Reads pages.
    pub client: &'a Client,
    /// Resolves links to notes.
    pub library: &'a Library,
    /// The note with the links.
    pub note: &'a NotePath,
    /// Whether pages may be read.
    pub pages: PageAccess,
}

impl SourceReader<'_> {
    /// Reads each source once. The result has the names of all targets (see `target_name`). If the user
    /// stops the check, the remaining sources are not read.
    pub async fn read_all(&self, targets: &[LinkTarget]) -> BTreeMap<String, Source> {
        let mut sources = BTreeMap::new();
        let mut pages = Vec::new();
        let pause = PeriodicYield::new(self.host);
        for target in targets {
            let name = target_name(target);
            if sources.contains_key(&name) {
                continue;
            }
            let source = match (target, pause.yield_if_due().await) {
                (LinkTarget::Address(address), _) => match self.page_url(address, pages.len()) {
                    Ok(url) => {
                        pages.push((name.clone(), url));
                        stopped()
                    }
                    Err(source) => source,
                },
                (_, Err(_)) => stopped(),
                (LinkTarget::Note(link), Ok(())) => self.read_note(link).await,
                (LinkTarget::Footnote(_), Ok(())) => {
                    Source::Gone("The footnote has no definition".to_owned())
                }
            };
            sources.insert(name, source);
        }
        self.read_pages(pages, &mut sources).await;
        sources
    }

    async fn read_pages(
        &self,
        pages: Vec<(String, PublicUrl)>,
        sources: &mut BTreeMap<String, Source>,
    ) {
        let mut done = 0;
        for part in pages.chunks(PARALLEL_PAGES) {
            if self.host.is_cancelled() {
                return;
            }
            self.host.report(&Progress {
                message: format!("Reading pages ({done} of {})", pages.len()),
                ..Progress::from_counts(Stage::Citations, done, pages.len())
            });
            let read = join_all(part.iter().map(|(_, url)| self.read_page(url))).await;
            done += part.len();
            sources.extend(part.iter().map(|(name, _)| name.clone()).zip(read));
        }
    }

    /// The address of a page that may be read. `count` is the number of pages before it.
    fn page_url(&self, address: &str, count: usize) -> Result<PublicUrl, Source> {
        let schemes = match self.pages {
            PageAccess::Allowed(schemes) => schemes,
            PageAccess::Refused(reason) => return Err(Source::NotRead(reason.to_owned())),
        };
        if count >= MAX_PAGES {
            let reason = format!("Only the first {MAX_PAGES} pages of a note are read");
            return Err(Source::NotRead(reason));
        }
        PublicUrl::parse_with_schemes(address, schemes)
            .map_err(|why| Source::NotRead(format!("Ibid doesn't open this address: {why}")))
    }

    async fn read_page(&self, url: &PublicUrl) -> Source {
        let PageAccess::Allowed(schemes) = self.pages else {
            return Source::NotRead(String::new());
        };
        match self.client.fetch_page(self.host, url, schemes, "check a citation").await {
            // The text may be loaded by a script, so it is not known what the page says.
            Ok(page) if page.markdown.trim().is_empty() => {
                Source::NotRead("No text was found on the page".to_owned())
            }
            Ok(page) => {
                let site = url.host().trim_start_matches("www.");
                let title = format!("{} {} {} {site}", page.title, page.author, page.site_name);
                Source::Read(SourceText::from_markdown(&title, &page.markdown))
            }
            Err(error) if error.code == ErrorCode::PageGone => {
                Source::Gone(format!("{} has no such page", url.host()))
            }
            Err(error) if error.code == ErrorCode::Cancelled => stopped(),
            Err(error) => Source::NotRead(error.message),
        }
    }

    async fn read_note(&self, link: &NoteLink) -> Source {
        let path = match self.library.find_link_target(&link.target, self.note) {
            ResolvedLink::Note(path) if path == *self.note => return Source::SameNote,
            ResolvedLink::Note(path) => path,
            ResolvedLink::UnindexedFile => {
                let reason = "Only notes that are indexed and web pages can be checked";
                return Source::NotRead(reason.to_owned());
            }
            ResolvedLink::Missing => return Source::Gone("The note doesn't exist".to_owned()),
        };
        match self.host.read(&path).await {
            Ok(text) => linked_part(&path, &text, link.subpath.as_ref()),
            Err(error) if error.code == ErrorCode::NoteMissing => {
                Source::Gone("The note doesn't exist".to_owned())
            }
            Err(error) => Source::NotRead(error.message),
        }
    }
}

/// A source that was not read, because the user stopped the check.
fn stopped() -> Source {
    Source::NotRead("The check was stopped".to_owned())
}

/// The part of a note that a link leads to. Ibid's own reports are no evidence, unless the link leads
/// into one.
fn linked_part(path: &NotePath, text: &str, subpath: Option<&Subpath>) -> Source {
    let Some(subpath) = subpath else {
        let own = report_section::without_reports(text);
        let is_empty = prose::plain_text(&own).is_empty();
        let markdown = if is_empty { text } else { &own };
        return Source::Read(SourceText::from_markdown(path.title(), markdown));
    };
    match subpath_range(text, subpath).and_then(|range| text.get(range)) {
        Some(part) => Source::Read(SourceText::from_markdown(path.title(), part)),
        None => Source::Gone(match subpath {
            Subpath::Heading(heading) => format!("The note has no heading “{heading}”"),
            Subpath::Block(id) => format!("The note has no block “^{id}”"),
        }),
    }
}

/// The name of a target as the user sees it and as Obsidian opens it: an address, or the target of a
/// wikilink.
pub fn target_name(target: &LinkTarget) -> String {
    match target {
        LinkTarget::Note(link) => {
            let bare = NoteLink { display_text: None, is_embed: false, ..link.clone() };
            let subpath = match &bare.subpath {
                Some(Subpath::Heading(heading)) => format!("#{heading}"),
                Some(Subpath::Block(id)) => format!("#^{id}"),
                None => String::new(),
            };
            format!("{}{subpath}", bare.target)
        }
        LinkTarget::Address(address) => address.clone(),
        LinkTarget::Footnote(label) => format!("[^{label}]"),
    }
}
