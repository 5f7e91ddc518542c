//! Where a text may lead: addresses of the evidence, notes of the vault.

use std::collections::BTreeSet;
use std::ops::Range;

use url::Url;

use crate::text::invisible;

/// What a text may link to.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowedLinks<'a> {
    /// Addresses of the evidence.
    pub urls: &'a [String],
    /// Notes, by path or name. Without a list every wikilink stays.
    pub notes: Option<&'a [String]>,
}

/// What may be linked to, ready to be looked up in.
pub struct Known {
    urls: BTreeSet<String>,
    notes: Option<BTreeSet<String>>,
}

impl Known {
    /// Reads the lists.
    pub fn of(allowed: &AllowedLinks<'_>) -> Self {
        let urls = allowed.urls.iter().filter_map(|url| Some(key(&parsed(url)?))).collect();
        let names = |notes: &[String]| {
            let both = |note: &String| [note_key(note), last_part(&note_key(note)).to_owned()];
            notes.iter().flat_map(both).collect()
        };
        Self { urls, notes: allowed.notes.map(names) }
    }

    /// The address as it may be written, if it is one of the evidence. A place in the page that
    /// the evidence does not name is left out: whoever may append something can tell something.
    pub fn url(&self, address: &str) -> Option<Url> {
        let mut url = parsed(address)?;
        if !self.urls.contains(&key(&url)) {
            url.set_fragment(None);
        }
        self.urls.contains(&key(&url)).then_some(url)
    }

    /// Whether a wikilink may lead to this note; a place in the same note has no name.
    pub fn has_note(&self, target: &str) -> bool {
        let Some(notes) = &self.notes else { return true };
        let target = note_key(target);
        target.is_empty() || notes.contains(&target)
    }
}

/// An address of the web; nothing else is linked to.
fn parsed(address: &str) -> Option<Url> {
    let url = Url::parse(address.trim()).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}

/// What two spellings of one address have in common: all but one slash at the end of its path.
fn key(url: &Url) -> String {
    let written = target(url);
    let is_bare = url.query().is_none() && url.fragment().is_none();
    written.strip_suffix('/').filter(|_| is_bare).map_or(written.clone(), str::to_owned)
}

fn note_key(path: &str) -> String {
    let path = path.trim().to_lowercase();
    path.strip_suffix(".md").unwrap_or(&path).to_owned()
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// An address as the target of a link: with nothing in it that a reader of Markdown, or a plugin,
/// would take for something else.
pub fn target(url: &Url) -> String {
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

/// The same for an address as text; nothing if it is none.
pub fn encode_link_target(address: &str) -> Option<String> {
    parsed(address).map(|url| target(&url))
}

/// Whether an address can stay as it is written: there is nothing in it that is read in another
/// way, and it leads where `url` does.
pub fn is_plain(address: &str, url: &Url) -> bool {
    let visible = |c: char| !c.is_ascii() && !c.is_whitespace() && !invisible::is_invisible(c);
    let harmless =
        |c: char| c.is_ascii_alphanumeric() || "-._:/?#@!&'()+,;=%*~".contains(c) || visible(c);
    let doubled = ["%%", "::", "**", "~~"].iter().any(|mark| address.contains(mark));
    let scheme = address.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    scheme.as_deref() == Some(url.scheme())
        && address.chars().all(harmless)
        && !doubled
        && !is_rewritten(address, url)
        && parsed(address).as_ref() == Some(url)
}

/// Whether a browser would leave something of the address out: a port, steps up and down.
fn is_rewritten(address: &str, url: &Url) -> bool {
    let slash = usize::from(url.path() == "/" && !address.ends_with('/'));
    address.is_ascii() && url.as_str().len() != address.len() + slash
}

/// What is said in place of an address that may not be linked to: whose it is.
pub fn owner(address: &str) -> String {
    let url = parsed(address);
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    let name = host.trim_start_matches("www.");
    if name.starts_with('[') { String::new() } else { name.to_owned() }
}

/// The longest name of a scheme that is looked for before `://`.
const MAX_SCHEME: usize = 24;

/// What ends an address for some readers, while others go on.
const ENDS: &str = "<>\"`|[]{}\\^";

/// Whether a reader may take what follows an address for a part of it. A parenthesis that was
/// opened before the address ends it for all.
pub fn goes_on(rest: &str) -> bool {
    if rest.starts_with(')') {
        return false;
    }
    let word = rest.split([' ', '\t', '\n', '\r', '<', '>', '"']).next().unwrap_or_default();
    word.contains(|c: char| ENDS.contains(c)) && word.contains(char::is_alphanumeric)
}

/// The bare address around a `://` that stands at this byte.
pub fn around(text: &str, at: usize) -> Option<Range<usize>> {
    let before = text.as_bytes().get(at.saturating_sub(MAX_SCHEME)..at)?;
    let in_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let start = at - before.iter().rev().take_while(in_scheme).count();
    let ends = |c: char| c.is_whitespace() || ENDS.contains(c);
    let rest = text.get(at..)?;
    let mut address = text.get(start..at + rest.find(ends).unwrap_or(rest.len()))?;
    let mut open = address.matches(')').count().saturating_sub(address.matches('(').count());
    while let Some(last) = address.chars().next_back() {
        let closes = last == ')' && open > 0;
        let shorter = address.get(..address.len() - last.len_utf8())?;
        if !(closes || ".,;:!?'*_~=。，、）」』".contains(last)) || shorter.len() < at - start + 3
        {
            break;
        }
        open -= usize::from(closes);
        address = shorter;
    }
    Some(start..start + address.len())
}
