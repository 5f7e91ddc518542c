//! What plugins run, draw or hide when a note is opened: the rows of `plugins.txt`.

use std::sync::LazyLock;

/// Where a pattern acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The language of a block of code.
    Fence,
    /// The beginning of code, inline or in a block.
    Code,
    /// Anywhere in the file, in code too.
    Text,
    /// Anywhere outside code.
    Prose,
    /// A word between braces, outside code.
    Braces,
}

/// One thing that a plugin acts on; its plugin and an example stand in the table for people and
/// tests.
struct Row {
    form: Form,
    pattern: &'static str,
}

static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| include_str!("plugins.txt").lines().filter_map(row).collect());

/// Longest run of signs that a `*` inside a pattern stands for.
const MAX_WILDCARD: usize = 16;

/// A line of the table; lines of its description have no columns.
fn row(line: &'static str) -> Option<Row> {
    let mut columns = line.splitn(4, " | ");
    let form = match columns.next()? {
        "fence" => Form::Fence,
        "code" => Form::Code,
        "text" => Form::Text,
        "prose" => Form::Prose,
        "braces" => Form::Braces,
        _ => return None,
    };
    Some(Row { form, pattern: columns.next()? })
}

/// The patterns of one form.
pub fn patterns(form: Form) -> impl Iterator<Item = &'static str> {
    ROWS.iter().filter(move |row| row.form == form).map(|row| row.pattern)
}

/// Whether a plugin takes blocks of this language, given in lower case.
pub fn takes_language(language: &str) -> bool {
    patterns(Form::Fence).any(|pattern| match pattern.strip_suffix('*') {
        Some(beginning) => language.starts_with(beginning),
        None => language == pattern,
    })
}

/// The bytes at the beginning of some code by which a plugin knows it as its own. Case is ignored,
/// because a plugin may ignore it. Signs of queries are not among them.
pub fn code_mark(code: &str) -> Option<usize> {
    let named = patterns(Form::Code).filter(|pattern| !is_query_sign(pattern));
    named.filter_map(|pattern| matched(code, pattern)).max()
}

/// Whether code begins with the sign of a query that something follows. A space does not part
/// such a sign from what is before it, and plugins leave a sign alone that stands alone.
pub fn is_query(code: &str) -> bool {
    let code = code.trim();
    let sign = code.trim_start_matches('$').starts_with('=');
    sign && !patterns(Form::Code).any(|pattern| pattern == code)
}

fn is_query_sign(pattern: &str) -> bool {
    pattern.trim_start_matches('$') == "="
}

fn matched(code: &str, pattern: &str) -> Option<usize> {
    let Some((beginning, end)) = pattern.split_once('*') else {
        return begins_with(code, pattern).then_some(pattern.len());
    };
    let rest = code.get(beginning.len()..).filter(|_| begins_with(code, beginning))?;
    let at = rest.find(end).filter(|at| *at <= MAX_WILDCARD)?;
    let gap = rest.get(..at)?;
    (!gap.contains(char::is_whitespace)).then_some(beginning.len() + at + end.len())
}

fn begins_with(code: &str, pattern: &str) -> bool {
    code.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern))
}

/// Where the patterns of one form stand in a text, as the byte before which their last character
/// is: what stands between the two parts them.
pub fn last_characters(text: &str, form: Form) -> impl Iterator<Item = usize> {
    patterns(form).flat_map(move |pattern| {
        let beginnings = (0..text.len()).filter(move |at| {
            text.as_bytes().get(*at..).is_some_and(|rest| rest.starts_with(pattern.as_bytes()))
        });
        beginnings.map(move |at| at + pattern.len() - 1)
    })
}
