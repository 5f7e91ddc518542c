//! Checks the sanitiser in the tests and the fuzzer: text fragments from which they build hostile
//! input, and a search for active content in the sanitised result. It shares no code with the
//! sanitiser, and its rules are coarser.

/// Fragments from which tests build hostile texts: beginnings, middles and ends of forbidden
/// markup, and characters that hide text.
pub(super) const HOSTILE_TEXT_FRAGMENTS: [&str; 128] = [
    "<a ",
    "<a =\"",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "[",
    "]",
    "![",
    "[[",
    "]]",
    "](",
    ")",
    "`",
    "``",
    "```",
    "```\n",
    "*",
    "_a_",
    "$",
    "$$",
    "$$\n",
    "<",
    "%%",
    "<%",
    "%>",
    ">",
    "> ",
    "- ",
    "1. ",
    "\\",
    "[a](",
    "[a]: b",
    "[a]",
    "://",
    "https://evil.example/?d=",
    "#",
    "#tag",
    "# ",
    "## ",
    "&#",
    "&lt;",
    "&#x60;",
    "::",
    "{{",
    "}}",
    "^id",
    "```dataview\n",
    "~~~",
    "~~~js\n",
    "- ```tasks\n",
    ">\n",
    "\n",
    "\n\n",
    "\n---\n",
    "\n===\n",
    "---",
    "=",
    "|a|",
    "\n|-|\n",
    "[^1]",
    "\n[^1]: ",
    "\n[^note]: ",
    "^[",
    "    ",
    "\t",
    "   ",
    "<b>",
    "</b>",
    "<img src=x>",
    "INPUT[",
    "VIEW[",
    "www.e.example",
    "`= 1`",
    "`$= x`",
    "- [ ] ",
    "[x] ",
    "key:: ",
    " ",
    "a",
    "é",
    "\u{200b}",
    "\u{202e}",
    "!",
    "javascript:x",
    "(javascript:x)",
    "<https://evil.example>",
    "[!x]",
    "> [!note] ",
    "\\href{",
    "(https://ok.example/a)",
    "[a](https://ok.example/a)",
    "https://ok.example/a",
    "[[Note]]",
    "![[Note|x]]",
    "\r",
    "\r\n",
    "\"",
    "dice: ",
    "dice-mod:",
    "button-",
    "= x",
    "$= ",
    "`dice: 1`",
    "{",
    "}",
    "{ a=\"b\" }",
    "{.c}",
    "--\n",
    "\n--",
    "#1 a\n",
    "\\color{white}",
    "\\rlap{",
    "\\\\",
    "|",
    "https://ok.example/a|",
    "#frag",
    "[[Secret]]",
    "[[Secret]](https://ok.example/a)",
    "www.",
    "`[k:: v]`",
    "start-multi-column:",
    "~~~html\n",
    "\u{a0}",
    "<%",
    "jsx: ",
    "\\kern-9em",
    "](https://ok.example/a#x)",
];

/// A description of the first markup in a text that a plugin, Obsidian or a browser would act on.
/// Inline code and closed code blocks are ignored.
pub(super) fn describe_active_content(text: &str) -> Option<&'static str> {
    let mut prose = String::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let bare = line.trim_start_matches([' ', '\t', '>']);
        let bare = if fence.is_none() { without_list_markers(bare) } else { bare };
        let sign = if bare.starts_with('~') { '~' } else { '`' };
        let run = bare.len() - bare.trim_start_matches(sign).len();
        let mark = bare.get(..run).filter(|mark| mark.len() >= 3);
        match (fence, mark) {
            (None, Some(mark)) if !bare[mark.len()..].contains('`') => fence = Some(mark),
            (Some(open), Some(mark)) if mark.starts_with(open) && bare.trim() == mark => {
                fence = None
            }
            (None, _) => {
                prose.push_str(line);
                prose.push('\n');
            }
            _ => {}
        }
    }
    if fence.is_some() {
        return Some("an open fence");
    }
    if text.contains("<%") {
        return Some("a template");
    }
    if text.contains(is_hidden_char) {
        return Some("a hidden character");
    }
    // A text with formulas is not searched for HTML: in a formula, `a<b` is a comparison.
    if !text.contains('$') && prose.lines().any(has_html_tag) {
        return Some("HTML");
    }
    prose.lines().find_map(describe_active_content_in_line)
}

fn has_html_tag(line: &str) -> bool {
    let opens = |(at, _): (usize, &str)| {
        let next = line[at + 1..].chars().next();
        let known = line[at + 1..].starts_with("https://ok.example/a");
        // Without a `>` later in the line, a `<` between words is a comparison, as in `a<b`.
        let compares = line[..at].ends_with(|c: char| c.is_alphanumeric() || ")}|".contains(c))
            && next.is_some_and(|c| c.is_ascii_alphabetic())
            && !line[at..].contains('>');
        next.is_some_and(|c| c.is_ascii_alphabetic() || c == '!' || c == '/') && !known && !compares
    };
    !line.contains('`') && line.match_indices('<').any(opens)
}

/// Removes the markers of lists and quotes (`- `, `> `) from the start of a line.
fn without_list_markers(line: &str) -> &str {
    let marks = ["- ", "1. ", "> ", ">", " ", "\t"];
    let inner = marks.iter().find_map(|mark| line.strip_prefix(mark));
    inner.map_or(line, without_list_markers)
}

fn describe_active_content_in_line(line: &str) -> Option<&'static str> {
    // The line is split at its backticks: the text is outside and inside code in turn.
    let words: Vec<&str> = line.split('`').step_by(2).collect();
    let code: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
    let paired = line.matches('`').count().is_multiple_of(2) && !line.contains("\\`");
    // Code that consists only of `=`, which begins a Dataview query, has no effect.
    let queries = |code: &&str| {
        (code.trim().starts_with('=') && code.trim() != "=") || code.contains("INPUT[")
    };
    if paired && code.iter().any(queries) {
        return Some("an inline query");
    }
    let bare = line.trim_start_matches([' ', '\t', '>']);
    if line.len() - bare.len() < 4 && (bare.starts_with("# ") || bare.starts_with("## ")) {
        return Some("a heading");
    }
    if line.trim_matches([' ', '\t']) == "---"
        || (line.starts_with("==") && line.trim().bytes().all(|b| b == b'='))
    {
        return Some("a rule");
    }
    if bare.starts_with("- [ ] ") && line.len() - bare.len() < 4 {
        return Some("a task");
    }
    if line.contains('`') {
        return None;
    }
    let all = words.concat();
    for (mark, what) in [("![", "an image"), ("%%", "a comment")] {
        if all.contains(mark) {
            return Some(what);
        }
    }
    let foreign = without_allowed_url(&all);
    // In a line with a formula, `F[f](x)` is a function call, unless `x` looks like a URL.
    let leads = foreign.split("](").skip(1).any(|target| {
        let (target, _) = target.split_once(')').unwrap_or((":", ""));
        !line.contains('$') || target.contains([':', '/', '.'])
    });
    (leads || foreign.contains("://")).then_some("a link")
}

/// Removes all links to the URL that the tests allow, with or without a fragment.
fn without_allowed_url(line: &str) -> String {
    let mut parts = line.split("https://ok.example/a");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.strip_prefix('#').map_or(part, |part| {
            part.trim_start_matches(|c: char| !c.is_whitespace() && !"()<>\"`|[]{}\\^".contains(c))
        });
        if rest.starts_with(')') && out.ends_with("](") {
            out.truncate(out.len() - 1);
        }
        out.push(' ');
        out.push_str(rest);
    }
    out
}

/// Whether a character is a control character or one of the invisible characters that hide or
/// reorder text.
fn is_hidden_char(c: char) -> bool {
    let is_control = c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    is_control
        || matches!(c, '\u{ad}' | '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}
