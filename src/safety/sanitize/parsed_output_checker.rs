//! Checks the sanitiser in the tests and the fuzzer: it parses a text with pulldown-cmark, once as
//! CommonMark and once with Obsidian's extensions, and searches for every pattern of `plugins.txt`
//! and for links that are not permitted. It shares no code with the sanitiser.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

const PLUGIN_TABLE: &str = include_str!("plugins.txt");

/// The extensions of CommonMark that every Markdown program for notes supports: footnotes and
/// tables.
const COMMON_EXTENSIONS: Options = Options::ENABLE_FOOTNOTES.union(Options::ENABLE_TABLES);

/// The URLs and notes that a text may link to.
pub(crate) struct PermittedLinks<'a> {
    /// URLs that the text may link to; any other URL is a violation.
    pub(crate) permitted_urls: &'a [&'a str],
    /// Notes that the text may link to; `None` if it may link to all notes.
    pub(crate) permitted_notes: Option<&'a [&'a str]>,
}

/// Parser options for the Markdown syntax of Obsidian, as far as the parser supports it.
fn obsidian_parser_options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_WIKILINKS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
}

/// A description of the first markup in a text that would run, load something or link to a page
/// that is not permitted.
pub(crate) fn find_violation(text: &str, permitted: &PermittedLinks<'_>) -> Option<String> {
    if let Some(mark) = plugin_patterns("text").find(|mark| text.contains(mark)) {
        return Some(format!("{mark} in the file"));
    }
    if let Some(address) = find_unpermitted_url(text, permitted) {
        return Some(format!("the bare address {address}"));
    }
    let obsidian = find_violation_with_options(text, obsidian_parser_options(), permitted)
        .map(|what| format!("{what} (Obsidian)"));
    // A text with formulas is not checked as CommonMark: without support for formulas the parser
    // would find markup inside them, which no program for notes does.
    let plain = || {
        (!text.contains('$'))
            .then(|| find_violation_with_options(text, COMMON_EXTENSIONS, permitted))
            .flatten()
    };
    obsidian.or_else(|| plain().map(|what| format!("{what} (CommonMark)")))
}

/// Finds a URL that is not permitted, outside code, formulas and link targets.
fn find_unpermitted_url(text: &str, permitted: &PermittedLinks<'_>) -> Option<String> {
    let words = blank_code_and_targets(text);
    let ends = |c: char| c.is_whitespace() || "<>\"".contains(c);
    words.match_indices("://").find_map(|(at, _)| {
        let before = words.get(..at)?.char_indices().rev();
        let scheme = before.take_while(|(_, c)| c.is_ascii_alphanumeric()).last();
        let from = scheme.map_or(at, |(from, _)| from);
        let to = words.get(at..)?.find(ends).map_or(words.len(), |length| at + length);
        let address = without_unbalanced_parenthesis(words.get(from..to)?)
            .trim_end_matches(|c: char| !c.is_alphanumeric());
        (!is_permitted_url(address, permitted)).then(|| address.to_owned())
    })
}

/// Cuts a URL at a `)` without a matching `(`: that parenthesis belongs to the text around the URL.
fn without_unbalanced_parenthesis(address: &str) -> &str {
    let mut open = 0;
    for (at, c) in address.char_indices() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return address.get(..at).unwrap_or_default(),
            ')' => open -= 1,
            _ => {}
        }
    }
    address
}

/// Replaces code, formulas and link targets by spaces, so that only the other text is searched.
fn blank_code_and_targets(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut words_end = 0;
    let mut blank = |range: std::ops::Range<usize>| {
        bytes.get_mut(range).unwrap_or_default().fill(b' ');
    };
    for (event, range) in Parser::new_ext(text, obsidian_parser_options()).into_offset_iter() {
        match event {
            Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                words_end = range.end;
                blank(range);
            }
            Event::Start(Tag::CodeBlock(_)) => blank(range),
            Event::End(TagEnd::Link) => blank(words_end.max(range.start)..range.end),
            Event::Text(_) => words_end = range.end,
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A description of the first markup in a line of quoted text, or of the first pattern that a
/// plugin acts on.
pub(crate) fn find_markup(line: &str) -> Option<String> {
    let is_words = |event: &Event<'_>| {
        matches!(
            event,
            Event::Text(_) | Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph)
        )
    };
    let mark =
        ["text", "prose"].into_iter().flat_map(plugin_patterns).find(|mark| line.contains(mark));
    let event = Parser::new_ext(line, obsidian_parser_options()).find(|event| !is_words(event));
    let words = Parser::new_ext(line, obsidian_parser_options()).filter_map(|event| match event {
        Event::Text(words) => Some(words.into_string()),
        _ => None,
    });
    let shown: String = words.collect();
    mark.map(str::to_owned)
        .or(event.map(|event| format!("{event:?}")))
        .or_else(|| find_brace_attributes(&shown))
        .or_else(|| find_www_host(line))
}

/// The patterns in the table of plugins that apply in one context, such as `prose` or `code`.
fn plugin_patterns(context: &'static str) -> impl Iterator<Item = &'static str> {
    PLUGIN_TABLE.lines().filter_map(move |line| {
        let (name, rest) = line.split_once(" | ")?;
        (name == context).then(|| rest.split(" | ").next()).flatten()
    })
}

/// The text of the current block, as far as it has been read.
#[derive(Default)]
struct BlockText {
    /// The text of a code block, while one is open.
    code: Option<String>,
    /// The rendered text of a paragraph.
    words: String,
}

/// The first violation that a parser with these options finds.
fn find_violation_with_options(
    text: &str,
    options: Options,
    permitted: &PermittedLinks<'_>,
) -> Option<String> {
    let mut block = BlockText::default();
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        let found = match event {
            Event::Html(_) | Event::InlineHtml(_) => Some("HTML".to_owned()),
            Event::TaskListMarker(_) => Some("a task".to_owned()),
            Event::Start(tag) => {
                block.words.push('\u{fffc}');
                violation_of_tag(tag, permitted, &mut block)
            }
            Event::End(TagEnd::CodeBlock) => {
                block.code.take().and_then(|code| find_plugin_command(&code))
            }
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::Item,
            ) => find_brace_attributes(&std::mem::take(&mut block.words)),
            Event::Code(code) => {
                block.words.push('\u{fffc}');
                find_plugin_command(&code).or_else(|| find_dataview_field(&code))
            }
            Event::InlineMath(tex) | Event::DisplayMath(tex) => {
                block.words.push('\u{fffc}');
                find_forbidden_tex_command(&tex)
            }
            Event::Text(words) => match &mut block.code {
                Some(code) => {
                    code.push_str(&words);
                    None
                }
                None => {
                    block.words.push_str(&words);
                    let source = text.get(range).unwrap_or_default();
                    find_plugin_pattern(source).or_else(|| find_www_host(source))
                }
            },
            Event::SoftBreak | Event::HardBreak => {
                block.words.push('\n');
                None
            }
            Event::End(_) | Event::FootnoteReference(_) => {
                block.words.push('\u{fffc}');
                None
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A description of the violation if this element is not allowed, such as an image. Also begins to
/// collect the text of a code block.
fn violation_of_tag(
    tag: Tag<'_>,
    permitted: &PermittedLinks<'_>,
    block: &mut BlockText,
) -> Option<String> {
    match tag {
        Tag::Heading { level: HeadingLevel::H1 | HeadingLevel::H2, .. } => {
            Some("a heading".to_owned())
        }
        Tag::Image { .. } => Some("an image".to_owned()),
        Tag::MetadataBlock(_) => Some("properties".to_owned()),
        Tag::Link { link_type: LinkType::WikiLink { .. }, dest_url, .. } => {
            let note = dest_url.split('#').next().unwrap_or_default().trim();
            let known = permitted
                .permitted_notes
                .is_none_or(|notes| note.is_empty() || notes.contains(&note));
            (!known).then(|| format!("a link to the note {note}"))
        }
        Tag::Link { dest_url, .. } => {
            (!is_permitted_url(&dest_url, permitted)).then(|| format!("a link to {dest_url}"))
        }
        Tag::CodeBlock(kind) => {
            block.code = Some(String::new());
            match kind {
                CodeBlockKind::Fenced(info) => find_plugin_language(&info),
                CodeBlockKind::Indented => None,
            }
        }
        _ => None,
    }
}

fn is_permitted_url(address: &str, permitted: &PermittedLinks<'_>) -> bool {
    let address = address.strip_suffix('/').unwrap_or(address);
    permitted.permitted_urls.iter().any(|url| url.eq_ignore_ascii_case(address))
}

/// A description of the violation if a plugin processes code blocks of this language. `info` is the
/// text after the opening fence.
fn find_plugin_language(info: &str) -> Option<String> {
    let info = info.to_ascii_lowercase();
    let name = info.trim().trim_start_matches(['{', '.']);
    let taken = |mark: &&str| match mark.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name.split(|c: char| c.is_whitespace() || c == '}').next() == Some(*mark),
    };
    plugin_patterns("fence").find(taken).map(|mark| format!("a block of {mark}"))
}

/// A description of the pattern by which a plugin would run this code; `None` if no plugin would.
fn find_plugin_command(code: &str) -> Option<String> {
    let code = code.trim().to_ascii_lowercase();
    let begins = |mark: &&str| match mark.split_once('*') {
        Some((start, end)) => code.strip_prefix(start).is_some_and(|rest| {
            rest.split(char::is_whitespace)
                .next()
                .is_some_and(|word| word.find(end).is_some_and(|at| at <= 8))
        }),
        None => code.starts_with(mark) && code != *mark,
    };
    plugin_patterns("code").find(begins).map(|mark| format!("code that begins with {mark}"))
}

/// A description of the field that Dataview would read in inline code; `None` if there is none.
fn find_dataview_field(code: &str) -> Option<String> {
    let is_field = |(at, _): (usize, &str)| {
        let before = code.get(..at).unwrap_or_default();
        let after = code.get(at + 2..).unwrap_or_default();
        let open = before.rfind(['[', '(', ']', ')']);
        let key =
            open.and_then(|open| before.get(open..)).filter(|key| key.starts_with(['[', '(']));
        let bracketed = key.is_some_and(|key| key.contains(char::is_alphanumeric));
        let spaced = after.starts_with(char::is_whitespace)
            && before.ends_with(|c: char| !c.is_whitespace() && c != ':');
        bracketed || spaced
    };
    code.match_indices("::").any(is_field).then(|| format!("the field {code}"))
}

/// The first command in a formula that hides, covers, links or redefines something.
fn find_forbidden_tex_command(tex: &str) -> Option<String> {
    const FORBIDDEN_TEX_COMMANDS: [&str; 16] = [
        "href",
        "phantom",
        "vphantom",
        "color",
        "textcolor",
        "rlap",
        "mathllap",
        "rule",
        "smash",
        "def",
        "newcommand",
        "style",
        "class",
        "require",
        "raisebox",
        "htmlStyle",
    ];
    let mut rest = tex;
    while let Some((_, behind)) = rest.split_once('\\') {
        let length = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = behind.get(..length).unwrap_or_default();
        if FORBIDDEN_TEX_COMMANDS.contains(&name) {
            return Some(format!("the command {name}"));
        }
        let sign = behind.chars().next().map_or(0, char::len_utf8);
        rest = behind.get(length.max(sign)..).unwrap_or_default();
    }
    None
}

/// The first pattern of a plugin or the first hidden comment (`%%`) in the Markdown source of a
/// text.
fn find_plugin_pattern(source: &str) -> Option<String> {
    let mark = plugin_patterns("prose").find(|mark| source.contains(mark));
    let comment = source.contains("%%").then_some("%%");
    mark.or(comment).map(|mark| format!("{mark} in prose"))
}

/// A description of the violation if a plugin would read attributes between braces in a rendered
/// text.
fn find_brace_attributes(words: &str) -> Option<String> {
    let is_attribute = |word: &str| {
        let class = word.strip_prefix('.').is_some_and(|c| c.starts_with(char::is_alphabetic));
        word.contains('=') || class || word.starts_with(':') || word == "hidden"
    };
    let marks = ["{++", "{--", "{~~", "{==", "{>>"];
    for line in words.lines() {
        let (closed, _) = line.rsplit_once('}').unwrap_or_default();
        let mut insides =
            closed.split('}').filter_map(|part| part.split_once('{').map(|(_, inside)| inside));
        let ends_word = |c: char| c == '{' || c.is_whitespace();
        if insides.any(|inside| inside.split(ends_word).any(is_attribute))
            || marks.iter().any(|mark| line.contains(mark))
        {
            return Some("attributes".to_owned());
        }
    }
    None
}

/// A description of the violation if the Markdown source of a text contains a host name such as
/// `www.example.org`, which becomes a link unless it is escaped.
fn find_www_host(words: &str) -> Option<String> {
    let named = |(at, _): (usize, &str)| {
        let before = words.get(..at).and_then(|before| before.chars().next_back());
        let after = words.get(at + 4..).and_then(|after| after.chars().next());
        !before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
    };
    words.match_indices("www.").any(named).then(|| "the name of a place".to_owned())
}
