//! Reads the text of code elements, without the line numbers and buttons that pages put into them.

use std::sync::LazyLock;

use crate::language::{WordSet, word_list};
use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::conversion_context::ConversionContext;
use crate::web::page::markdown::whitespace::is_hidden_char;

/// Returns the code inside a node, line by line, without line numbers, buttons and removed nodes.
pub fn read_code(context: &ConversionContext<'_>, id: NodeId) -> String {
    let mut reader = CodeReader { context, text: String::new(), needs_break: false };
    reader.read_children(id);
    reader.text
}

struct CodeReader<'s, 'd> {
    context: &'s ConversionContext<'d>,
    text: String,
    /// Whether a line of code has ended without a line break. The line break is added before the
    /// next text.
    needs_break: bool,
}

impl CodeReader<'_, '_> {
    fn read_children(&mut self, id: NodeId) {
        for child in self.context.dom.children(id) {
            self.read_node(child);
        }
    }

    fn read_node(&mut self, id: NodeId) {
        let dom = self.context.dom;
        if let Some(text) = dom.text(id) {
            if !self.context.is_excluded_from_output(id) {
                self.push_text(text);
            }
        } else if dom.tag(id) == Tag::Br {
            self.push_text("\n");
        } else if self.context.is_excluded_from_output(id)
            || is_line_number(dom, id)
            || is_button_or_toolbar(dom, id)
        {
        } else if is_code_line(dom, id) {
            self.read_code_line(id);
        } else {
            self.read_children(id);
        }
    }

    /// Adds text to the code. If the line before it ended without a line break, adds that line
    /// break first.
    fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.needs_break)
            && !text.starts_with(['\n', '\r'])
            && !text.trim().is_empty()
        {
            self.text.push('\n');
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.text.extend(text.chars().filter(|c| !is_hidden_char(*c)));
    }

    /// Reads an element that contains one line of code, and starts a new line for it. A line break
    /// at the end of the element may be missing.
    fn read_code_line(&mut self, id: NodeId) {
        if self.needs_break || (!self.text.is_empty() && !self.text.ends_with('\n')) {
            self.text.push('\n');
        }
        self.needs_break = false;
        let start = self.text.len();
        self.read_children(id);
        self.needs_break = self.text.len() == start || !self.text.ends_with('\n');
    }
}

fn is_code_line(dom: &Dom, id: NodeId) -> bool {
    /// Classes of elements that contain one line of code.
    const CODE_LINE_CLASSES: [&str; 6] =
        ["line", "code-line", "view-line", "ec-line", "token-line", "cl"];
    match dom.tag(id) {
        Tag::Div | Tag::P | Tag::Li | Tag::Tr => true,
        Tag::Span | Tag::Code => {
            dom.attribute(id, "data-line").is_some_and(|_| dom.tag(id) == Tag::Span)
                || dom.classes(id).any(|name| CODE_LINE_CLASSES.contains(&name) && name != "cl")
        }
        _ => false,
    }
}

/// Classes of elements that contain line numbers.
static LINE_NUMBER_CLASSES: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("code_names.txt"), "line_number_classes"));

/// Whether an element contains only line numbers.
pub fn is_line_number(dom: &Dom, id: NodeId) -> bool {
    let style = dom.attribute(id, "style").unwrap_or_default();
    let is_marked = dom.classes(id).any(|name| LINE_NUMBER_CLASSES.contains(name))
        || style.replace(' ', "").contains("user-select:none")
        || dom.attribute(id, "aria-hidden") == Some("true")
        || dom.attribute(id, "data-line-number").is_some();
    is_marked && has_only_numbers(dom, id)
}

pub fn has_only_numbers(dom: &Dom, id: NodeId) -> bool {
    let mut texts = dom.walk(id).filter_map(|node| dom.text(node));
    texts.all(|text| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == '.'))
}

/// Whether an element is a button, or the toolbar of a code block, which shows the programming
/// language and buttons.
fn is_button_or_toolbar(dom: &Dom, id: NodeId) -> bool {
    /// An element whose class name contains one of these is the toolbar of a code block, if its
    /// text is short.
    const TOOLBAR_CLASS_PARTS: [&str; 6] =
        ["copy", "toolbar", "code-header", "code__header", "lang-label", "code-lang"];
    /// Maximum length in bytes of the text of a toolbar. An element with more text is read as code.
    const MAX_TOOLBAR_TEXT_BYTES: usize = 40;
    if dom.tag(id) == Tag::Button {
        return true;
    }
    let is_marked =
        dom.classes(id).any(|name| TOOLBAR_CLASS_PARTS.iter().any(|part| name.contains(part)));
    let texts = dom.walk(id).filter_map(|node| dom.text(node));
    is_marked
        && texts
            .map(str::len)
            .try_fold(0, |sum: usize, len| {
                (sum + len <= MAX_TOOLBAR_TEXT_BYTES).then_some(sum + len)
            })
            .is_some()
}

/// Whether a button copies the code next to it.
pub fn is_copy_button(dom: &Dom, id: NodeId) -> bool {
    /// Labels of buttons that copy code, in lower case.
    const COPY_BUTTON_TEXTS: [&str; 5] =
        ["copy", "copy code", "copied", "copied!", "copy to clipboard"];
    let class = dom.attribute(id, "class").unwrap_or_default().to_ascii_lowercase();
    let mut texts = dom.walk(id).filter_map(|node| dom.text(node)).map(str::trim);
    let text = texts.find(|text| !text.is_empty()).unwrap_or_default().to_ascii_lowercase();
    COPY_BUTTON_TEXTS.contains(&text.as_str())
        || class.contains("copy-btn")
        || class.contains("copybtn")
}
