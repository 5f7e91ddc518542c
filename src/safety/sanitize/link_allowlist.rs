//! Decides which URLs and notes a text may link to, and encodes URLs so that every Markdown parser
//! reads the same URL.

use std::collections::BTreeSet;
use std::ops::Range;

use url::Url;

use crate::values::text::{add_steps, invisible};

/// The URLs and notes that a text may link to.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowedLinks<'a> {
    /// The URLs of the sources that a run has read. The text may link only to them.
    pub allowed_urls: &'a [String],
    /// The paths or names of the notes that the text may link to; `None` to allow all notes.
    pub allowed_notes: Option<&'a [String]>,
}

/// The allowed URLs and notes in normalised form, for lookups.
pub struct LinkAllowlist {
    urls: BTreeSet<String>,
    notes: Option<BTreeSet<String>>,
}

impl LinkAllowlist {
    /// Normalises the allowed links once, so that each lookup is fast.
    pub fn new(allowed: &AllowedLinks<'_>) -> Self {
        let urls = allowed
            .allowed_urls
            .iter()
            .filter_map(|url| Some(normalized_url(&parse_web_url(url)?)))
            .collect();
        let names = |notes: &[String]| {
            let both = |note: &String| {
                [
                    normalized_note_path(note),
                    last_path_segment(&normalized_note_path(note)).to_owned(),
                ]
            };
            notes.iter().flat_map(both).collect()
        };
        Self { urls, notes: allowed.allowed_notes.map(names) }
    }

    /// Parses an address in a text, and returns its URL if a link to it is allowed. A fragment
    /// (`#…`) that the allowed URL lacks is removed: it could carry information out of the vault.
    pub fn allowed_url(&self, address: &str) -> Option<Url> {
        let mut url = parse_web_url(address)?;
        if !self.urls.contains(&normalized_url(&url)) {
            url.set_fragment(None);
        }
        self.urls.contains(&normalized_url(&url)).then_some(url)
    }

    /// Whether a wikilink may lead to this note. An empty target, for a link within the same note,
    /// is allowed.
    pub fn allows_note(&self, target: &str) -> bool {
        let Some(notes) = &self.notes else { return true };
        let target = normalized_note_path(target);
        target.is_empty() || notes.contains(&target)
    }
}

/// Parses a URL. Returns `None` if its scheme is neither `http` nor `https`.
fn parse_web_url(address: &str) -> Option<Url> {
    let url = Url::parse(address.trim()).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}

/// Converts a URL for comparisons: encoded, and without a slash at the end if it has neither query
/// nor fragment.
fn normalized_url(url: &Url) -> String {
    let written = encode_url(url);
    let is_bare = url.query().is_none() && url.fragment().is_none();
    written.strip_suffix('/').filter(|_| is_bare).map_or(written.clone(), str::to_owned)
}

fn normalized_note_path(path: &str) -> String {
    let path = path.trim().to_lowercase();
    path.strip_suffix(".md").unwrap_or(&path).to_owned()
}

fn last_path_segment(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Encodes a URL as the target of a Markdown link, so that no parser and no plugin reads markup in
/// it.
pub fn encode_url(url: &Url) -> String {
    let mut out = String::with_capacity(url.as_str().len());
    for c in url.as_str().chars() {
        match c {
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '$' => out.push_str("%24"),
            '%' if out.ends_with('%') => out.push_str("25"),
            ':' if out.ends_with(':') => out.push_str("%3A"),
            '[' | ']' | '{' | '}' | '|' | '\\' | '^' | '`' | '<' | '>' | '"' | '*' | '~' => {
                out.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

/// Parses a URL and encodes it as the target of a Markdown link. Returns `None` if it is not an
/// `http` or `https` URL.
pub fn encode_link_target(address: &str) -> Option<String> {
    parse_web_url(address).map(|url| encode_url(&url))
}

/// Whether the written URL `address` can stay unencoded: no parser reads markup in it, and every
/// parser reads it as `url`.
pub fn is_safe_without_encoding(address: &str, url: &Url) -> bool {
    let visible = |c: char| !c.is_ascii() && !c.is_whitespace() && !invisible::is_invisible(c);
    let is_inert =
        |c: char| c.is_ascii_alphanumeric() || "-._:/?#@!&'()+,;=%*~".contains(c) || visible(c);
    let doubled = ["%%", "::", "**", "~~"].iter().any(|mark| address.contains(mark));
    let scheme = address.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    scheme.as_deref() == Some(url.scheme())
        && address.chars().all(is_inert)
        && !doubled
        && !is_changed_by_parsing(address, url)
        && parse_web_url(address).as_ref() == Some(url)
}

/// Whether parsing changes the URL, such as by removing the default port or `..`.
fn is_changed_by_parsing(address: &str, url: &Url) -> bool {
    let slash = usize::from(url.path() == "/" && !address.ends_with('/'));
    address.is_ascii() && url.as_str().len() != address.len() + slash
}

/// The host name, which replaces a URL that must not be linked. Empty for an IP address in
/// brackets.
pub fn host_name(address: &str) -> String {
    let url = parse_web_url(address);
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    let name = host.trim_start_matches("www.");
    if name.starts_with('[') { String::new() } else { name.to_owned() }
}

/// The offsets at which `www.` begins a host name. Obsidian turns such a name into a link.
pub fn www_host_offsets(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('.').filter_map(move |(dot, _)| {
        let at = dot.checked_sub(3)?;
        let before = text.get(..at)?.chars().next_back();
        let named = text.get(dot + 1..)?.starts_with(char::is_alphanumeric);
        let is_web = text.get(at..dot)?.eq_ignore_ascii_case("www");
        (is_web && named && !before.is_some_and(char::is_alphanumeric)).then_some(at)
    })
}

/// Maximum length of a URL scheme, such as `https`. Letters further before `://` are not in the
/// URL.
const MAX_SCHEME_BYTES: usize = 24;

/// Characters that end a URL for some Markdown parsers, but not for all.
const AMBIGUOUS_URL_ENDS: &str = "<>\"`|[]{}\\^";

/// Whether the text directly after a URL is part of the URL for some Markdown parsers. A closing
/// parenthesis ends the URL for all of them.
pub fn may_continue_url(rest: &str) -> bool {
    if rest.starts_with(')') {
        return false;
    }
    let in_word = |c: &char| !matches!(c, ' ' | '\t' | '\n' | '\r' | '<' | '>' | '"');
    let (mut ends, mut goes_on) = (false, false);
    // Stops as soon as both are found, because the word may be as long as the text.
    rest.chars().take_while(in_word).any(|c| {
        add_steps(1);
        ends |= AMBIGUOUS_URL_ENDS.contains(c);
        goes_on |= c.is_alphanumeric();
        ends && goes_on
    })
}

/// The byte range of the bare URL whose `://` is at this offset.
pub fn bare_url_range(text: &str, separator_offset: usize) -> Option<Range<usize>> {
    let before =
        text.as_bytes().get(separator_offset.saturating_sub(MAX_SCHEME_BYTES)..separator_offset)?;
    let in_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let start = separator_offset - before.iter().rev().take_while(in_scheme).count();
    let ends = |c: char| c.is_whitespace() || AMBIGUOUS_URL_ENDS.contains(c);
    let rest = text.get(separator_offset..)?;
    let mut address = text.get(start..separator_offset + rest.find(ends).unwrap_or(rest.len()))?;
    add_steps(address.len());
    let mut open = address.matches(')').count().saturating_sub(address.matches('(').count());
    while let Some(last) = address.chars().next_back() {
        let closes = last == ')' && open > 0;
        let shorter = address.get(..address.len() - last.len_utf8())?;
        if !(closes || ".,;:!?'*_~=。，、）」』".contains(last))
            || shorter.len() < separator_offset - start + 3
        {
            break;
        }
        open -= usize::from(closes);
        address = shorter;
    }
    Some(start..start + address.len())
}
