//! Writes a paragraph as Markdown. Delimiters such as `**` touch the words that they format: spaces
//! at the edges move outside. Where the neighbouring characters would keep Markdown from
//! recognising a delimiter, the text is written without it.

use crate::web::page::markdown::block::longest_run_length;
use crate::web::page::markdown::inline::escape::{self, DollarsToEscape};
use crate::web::page::markdown::inline::inline_piece::{InlineContent, InlinePiece};
use crate::web::page::markdown::inline::text_style::{FormattingMark, TextStyle};

/// Writes the pieces of one paragraph as Markdown.
pub(crate) fn render_paragraph(pieces: &[InlinePiece]) -> String {
    let has_math = pieces.iter().any(|piece| matches!(piece.content, InlineContent::Math(_)));
    let dollars = if has_math { DollarsToEscape::All } else { DollarsToEscape::Closing };
    let mut renderer = InlineRenderer { pieces, dollars, ..InlineRenderer::default() };
    for index in 0..pieces.len() {
        renderer.push_piece(index);
    }
    renderer.close_formatting_marks(0);
    renderer.text
}

/// The whitespace that must be written before the next piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum InlineGap {
    #[default]
    None,
    Space,
    LineBreak,
}

struct InlineRenderer<'p> {
    pieces: &'p [InlinePiece],
    dollars: DollarsToEscape,
    text: String,
    /// The formatting marks that are not closed yet, the outermost first. The flag of a mark says
    /// whether its opening delimiter was written.
    open: Vec<(FormattingMark, bool)>,
    gap: InlineGap,
    /// Whether the text ends with the `*` or `**` that closes a mark. No other asterisks may follow
    /// directly.
    ends_with_asterisks: bool,
    /// Whether the text ends with a footnote reference. After it, `(` and `:` are escaped, or
    /// Markdown would read a link or a definition.
    ends_with_footnote: bool,
}

impl Default for InlineRenderer<'_> {
    fn default() -> Self {
        Self {
            pieces: &[],
            dollars: DollarsToEscape::Closing,
            text: String::new(),
            open: Vec::new(),
            gap: InlineGap::None,
            ends_with_asterisks: false,
            ends_with_footnote: false,
        }
    }
}

impl InlineRenderer<'_> {
    fn push_piece(&mut self, piece_index: usize) {
        let Some(piece) = self.pieces.get(piece_index) else { return };
        let text = piece.trimmed_text();
        if text.is_empty() {
            let gap = if matches!(piece.content, InlineContent::Break) {
                InlineGap::LineBreak
            } else {
                InlineGap::Space
            };
            if gap == InlineGap::Space {
                self.close_formatting_marks(self.shared_mark_count(&piece.style));
            }
            self.gap = self.gap.max(gap);
            return;
        }
        if piece.starts_with_space() {
            self.gap = self.gap.max(InlineGap::Space);
        }
        self.change_style(piece_index, &piece.style);
        let followed_footnote = std::mem::take(&mut self.ends_with_footnote);
        match &piece.content {
            InlineContent::Text(_) => {
                if followed_footnote && text.starts_with(['(', ':']) {
                    self.text.push('\\');
                }
                escape::push_escaped(text, self.dollars, &mut self.text);
            }
            InlineContent::Code(code) => {
                // Without a space, the backticks of two adjacent code spans would be read as one
                // longer delimiter.
                if self.text.ends_with('`') {
                    self.text.push(' ');
                }
                push_code(code, &mut self.text);
            }
            InlineContent::Math(tex) => {
                self.text.push('$');
                self.text.push_str(tex);
                self.text.push('$');
            }
            InlineContent::FootnoteReference(number) => {
                self.escape_exclamation_mark();
                self.text.push_str(&format!("[^{number}]"));
                self.ends_with_footnote = true;
            }
            InlineContent::Break => {}
        }
        self.ends_with_asterisks = false;
        self.gap = if piece.ends_with_space() { InlineGap::Space } else { InlineGap::None };
    }

    /// Returns how many of the open marks can stay open for a piece with this style: the outer ones
    /// that both have in common.
    fn shared_mark_count(&self, style: &TextStyle) -> usize {
        let pairs = self.open.iter().zip(style.formatting_marks());
        pairs.take_while(|((open, _), mark)| open == *mark).count()
    }

    /// Closes the marks that the piece at `piece_index` does not have, writes the pending space or
    /// line break, and opens the marks that the piece has in addition.
    fn change_style(&mut self, piece_index: usize, style: &TextStyle) {
        let shared = self.shared_mark_count(style);
        self.close_formatting_marks(shared);
        match std::mem::take(&mut self.gap) {
            _ if self.text.is_empty() => {}
            InlineGap::None => {}
            InlineGap::Space => self.push_gap(' '),
            InlineGap::LineBreak => self.push_gap('\n'),
        }
        let mut before = self.text.chars().next_back();
        for (depth, mark) in style.formatting_marks().iter().enumerate().skip(shared) {
            let is_written = match mark {
                FormattingMark::Link(_) => true,
                mark if mark.uses_asterisks() && self.ends_with_asterisks => false,
                _ => self.is_delimiter_recognised(piece_index, depth, before),
            };
            if is_written {
                if mark.is_link() {
                    self.escape_exclamation_mark();
                    self.text.push('[');
                } else {
                    self.text.push_str(mark.delimiter());
                }
                if !mark.uses_asterisks() {
                    before = self.text.chars().next_back();
                }
                self.ends_with_footnote = false;
            }
            self.open.push((mark.clone(), is_written));
        }
    }

    fn push_gap(&mut self, gap: char) {
        self.text.push(gap);
        self.ends_with_asterisks = false;
        self.ends_with_footnote = false;
    }

    /// Writes the closing delimiters of all open marks except the outermost `remaining_count`.
    fn close_formatting_marks(&mut self, remaining_count: usize) {
        while self.open.len() > remaining_count {
            let Some((mark, is_written)) = self.open.pop() else { return };
            if !is_written {
                continue;
            }
            match &mark {
                FormattingMark::Link(link) => {
                    self.text.push_str("](");
                    self.text.push_str(&link.target_url);
                    self.text.push(')');
                }
                mark => self.text.push_str(mark.delimiter()),
            }
            self.ends_with_asterisks = mark.uses_asterisks();
            self.ends_with_footnote = false;
        }
    }

    /// Escapes an exclamation mark at the end of the text, because a link follows: `![` would begin
    /// an image.
    fn escape_exclamation_mark(&mut self) {
        let Some(before) = self.text.strip_suffix('!') else { return };
        // After an odd number of backslashes, the exclamation mark is already escaped.
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        if backslashes.is_multiple_of(2) {
            self.text.pop();
            self.text.push_str("\\!");
        }
    }

    /// Whether Markdown would recognise both delimiters of a formatting mark. It begins at the
    /// piece with index `piece_index` and is at `mark_index` in the style of that piece. Markdown
    /// ignores a delimiter with a letter outside and punctuation inside.
    fn is_delimiter_recognised(
        &self,
        piece_index: usize,
        mark_index: usize,
        before: Option<char>,
    ) -> bool {
        let Some(here) = self.pieces.get(piece_index) else { return false };
        let Some(marks) = here.style.formatting_marks().get(..=mark_index) else { return false };
        let is_inside =
            |piece: &&InlinePiece| piece.style.formatting_marks().get(..=mark_index) == Some(marks);
        let run = self.pieces.iter().skip(piece_index).take_while(is_inside).count();
        let inside = self.pieces.get(piece_index..piece_index + run).unwrap_or_default();
        let Some(last) = inside.iter().rfind(|piece| !piece.trimmed_text().is_empty()) else {
            return false;
        };
        let first_inside =
            nested_delimiter(here, mark_index, '[').or(here.trimmed_text().chars().next());
        let last_inside =
            nested_delimiter(last, mark_index, ')').or(last.trimmed_text().chars().next_back());
        let is_separate = inside.last().is_none_or(InlinePiece::ends_with_space);
        let next = self
            .pieces
            .get(piece_index + run)
            .filter(|next| !is_separate && !next.starts_with_space());
        let after = next.and_then(|next| {
            let link = next.style.link().filter(|_| here.style.link().is_none()).map(|_| '[');
            link.or(next.trimmed_text().chars().next())
        });
        can_delimit(first_inside, before) && can_delimit(last_inside, after)
    }
}

/// Returns the delimiter that is next to the one of the mark at `mark_index`, on its inner side, as
/// one character: `link_bracket` for a link. Asterisks are ignored.
fn nested_delimiter(piece: &InlinePiece, mark_index: usize, link_bracket: char) -> Option<char> {
    let mut deeper = piece.style.formatting_marks().iter().skip(mark_index + 1);
    let mark = deeper.find(|mark| !mark.uses_asterisks())?;
    Some(if mark.is_link() { link_bracket } else { mark.delimiter().chars().next()? })
}

/// Whether Markdown recognises a delimiter such as `**` between these two characters: the one
/// inside is a letter or digit, or the one outside is not.
fn can_delimit(inside: Option<char>, outside: Option<char>) -> bool {
    let is_letter = |c: char| c.is_alphanumeric();
    inside.is_some_and(is_letter) || !outside.is_some_and(is_letter)
}

fn push_code(code: &str, line: &mut String) {
    let fence = "`".repeat(longest_run_length(code, '`') + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    for part in [&fence, pad, code, pad, &fence] {
        line.push_str(part);
    }
}
