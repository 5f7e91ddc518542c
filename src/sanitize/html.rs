//! HTML: tags and comments go, the words between them stay.

use std::ops::Range;

use crate::sanitize::address::{self, Known};
use crate::sanitize::change::Changes;
use crate::sanitize::span::{Covered, is_escaped};

const WHAT: &str = "HTML";

/// The longest tag that is looked for. What goes on for longer is disarmed, not removed.
const MAX_TAG: usize = 2000;

/// Elements whose content is no text.
const SILENT: [&str; 2] = ["script", "style"];

/// The elements of HTML, SVG and MathML. What stands between angle brackets under another name is
/// taken for words, and shown: `Vec<String>`, `<your name>`.
const ELEMENTS: &str = " a abbr acronym address animate annotation applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center circle cite code col colgroup command content data datalist dd defs del desc details dfn dialog dir div dl dt ellipse em embed fencedframe fieldset figcaption figure filter font footer foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li line lineargradient link listing main map mark marker marquee math menu menuitem meta meter mi mn mo mtext nav nobr noembed noframes noscript object ol optgroup option output p param path pattern picture plaintext polygon polyline portal pre progress q rb rect rp rt rtc ruby s samp script search section select selectedcontent semantics set shadow slot small source spacer span stop strike strong style sub summary sup svg switch symbol table tbody td template text textarea textpath tfoot th thead time title tr track tspan tt u ul use var video view wbr xmp ";

/// Takes HTML out of everything that is not covered.
pub fn remove(text: &str, covered: &Covered, known: &Known, changes: &mut Changes) {
    let mut ends = Ends::default();
    let mut paragraph = Paragraph::default();
    let mut done = 0;
    for (at, _) in text.match_indices('<') {
        if at < done || covered.has(at) {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let begins = |c: char| c.is_ascii_alphabetic() || "!/?".contains(c);
        if !rest.chars().nth(1).is_some_and(begins) && !is_mail_address(rest) {
            continue;
        }
        if is_escaped(text, at) {
            changes.replace(at - 1..at + 1, "&lt;", WHAT);
            continue;
        }
        match element(text, at, &mut ends) {
            Some(range) if is_known_address(text, &range, known) => done = range.end,
            Some(range) if !is_words(text.get(range.clone()).unwrap_or_default()) => {
                done = range.end;
                changes.replace(at..range.end, shown(text, &range, known), WHAT);
            }
            None if is_between(text, at) && !is_begun(rest) && !paragraph.closes_tag(text, at) => {}
            _ => changes.replace(at..at + 1, "&lt;", WHAT),
        }
    }
}

/// Whether `<` opens a mail address, which may begin with almost any sign.
/// <https://spec.commonmark.org/0.31.2/#email-autolink>
fn is_mail_address(rest: &str) -> bool {
    let is_local = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
    let inside = rest.get(1..).unwrap_or_default();
    let domain = inside.trim_start_matches(is_local);
    domain.len() < inside.len() && domain.starts_with('@')
}

/// Whether an address of the evidence stands between the brackets, as it may be written.
fn is_known_address(text: &str, range: &Range<usize>, known: &Known) -> bool {
    let inside = text.get(range.start + 1..range.end.saturating_sub(1)).unwrap_or_default();
    known.url(inside).is_some_and(|url| address::is_plain(inside, &url))
}

/// What follows `<` or `</` as the name of an element.
fn name(rest: &str) -> &str {
    let rest = rest.get(1..).unwrap_or_default();
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.bytes().take(32).take_while(u8::is_ascii_alphanumeric).count();
    rest.get(..end).unwrap_or_default()
}

fn is_element(name: &str) -> bool {
    !name.is_empty() && ELEMENTS.contains(&format!(" {} ", name.to_ascii_lowercase()))
}

/// Whether something between angle brackets is neither an element nor an address.
fn is_words(source: &str) -> bool {
    let name = name(source);
    !name.is_empty() && !is_element(name) && !source.contains("://") && !source.contains('@')
}

/// Whether a `<` directly follows a word or a bracket and stands before another word, as in `a<b`.
fn is_between(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let next = text.as_bytes().get(at + 1);
    before.is_some_and(|c| c.is_alphanumeric() || ")}|".contains(c))
        && next.is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a `<` compares although a `>` follows: what stands behind its word is none of the signs
/// of a tag, and no attribute of an element.
pub fn is_comparison(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let name = name(rest);
    let behind = rest.get(1 + name.len()..).unwrap_or_default().trim_start_matches(' ');
    let tag = |c: char| "/>=:-".contains(c);
    let attribute = |c: char| is_element(name) && (c.is_alphabetic() || c.is_whitespace());
    is_between(text, at) && !behind.chars().next().is_some_and(|c| tag(c) || attribute(c))
}

/// Whether a `<` that nothing closes could be the beginning of an element all the same.
fn is_begun(rest: &str) -> bool {
    let name = name(rest);
    name.len() > 1 && is_element(name)
}

/// The paragraph looked at last: where it ends, and where its last `>` stands.
#[derive(Default)]
struct Paragraph {
    end: usize,
    last: Option<usize>,
}

impl Paragraph {
    /// Whether a `>` follows in the same paragraph.
    fn closes_tag(&mut self, text: &str, at: usize) -> bool {
        if at >= self.end {
            let rest = text.get(at..).unwrap_or_default();
            let length = rest.find("\n\n").unwrap_or(rest.len());
            self.end = at + length + 1;
            self.last = rest.get(..length).and_then(|rest| rest.rfind('>')).map(|last| at + last);
        }
        self.last.is_some_and(|last| at < last)
    }
}

/// Whether an end mark is still ahead, so that looking for it does not take a look over the whole
/// text for every beginning.
#[derive(Default)]
struct Ends {
    missing: Vec<&'static str>,
}

impl Ends {
    fn after(&mut self, text: &str, at: usize, end: &'static str) -> Option<usize> {
        if self.missing.contains(&end) {
            return None;
        }
        let found = text.get(at..).and_then(|rest| rest.find(end));
        if found.is_none() {
            self.missing.push(end);
        }
        found.map(|length| at + length + end.len())
    }
}

/// The tag or comment that begins at a byte; with its content, if that is no text.
fn element(text: &str, at: usize, ends: &mut Ends) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    if rest.starts_with("<!--") {
        // `<!-->` is a whole comment.
        let end = ends.after(text, at + 2, "-->").unwrap_or(at + 4);
        return Some(at..end);
    }
    let end = at + tag_length(rest)?;
    let name = name(rest);
    let silent = SILENT.iter().find(|silent| silent.eq_ignore_ascii_case(name));
    let close = silent.and_then(|name| {
        ends.after(text, end, if *name == "script" { "</script>" } else { "</style>" })
    });
    Some(at..close.unwrap_or(end))
}

/// The bytes of a tag, a `>` between quotes left out.
fn tag_length(rest: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in rest.char_indices().skip(1).take_while(|(at, _)| *at < MAX_TAG) {
        match (quote, c) {
            (None, '>') => return Some(at + 1),
            (None, '<') => return None,
            (None, '"' | '\'') if before == '=' => quote = Some(c),
            (_, '\n') if before == '\n' => return None,
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        if c == '\n' || !c.is_whitespace() {
            before = c;
        }
    }
    None
}

/// What is said in place of an element: the address between angle brackets, or nothing.
fn shown(text: &str, range: &Range<usize>, known: &Known) -> String {
    let source = text.get(range.clone()).unwrap_or_default();
    let inside = source.trim_start_matches('<').trim_end_matches('>');
    if inside.contains(char::is_whitespace) {
        return String::new();
    }
    match known.url(inside) {
        Some(url) => address::target(&url),
        None if inside.contains("://") => address::owner(inside),
        None if inside.contains('@') && !inside.contains(['=', '"', '\'']) => inside.to_owned(),
        None => String::new(),
    }
}
