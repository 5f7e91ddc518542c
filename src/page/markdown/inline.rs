//! How a line of text is written as Markdown. Signs stand tight around their words: blanks at the
//! edges move outside, and where Markdown would not read a sign, because of what stands next to
//! it, there is none.

use crate::page::markdown::block::longest_run;
use crate::page::markdown::escape::{self, Dollars};
use crate::page::markdown::line::{Content, Piece};
use crate::page::markdown::style::{Mark, Style};

/// Writes the pieces of one paragraph.
pub(super) fn write(pieces: &[Piece]) -> String {
    let has_math = pieces.iter().any(|piece| matches!(piece.content, Content::Math(_)));
    let dollars = if has_math { Dollars::All } else { Dollars::Closing };
    let mut writer = Writer { pieces, dollars, ..Writer::default() };
    for at in 0..pieces.len() {
        writer.piece(at);
    }
    writer.close(0);
    writer.text
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Gap {
    #[default]
    None,
    Blank,
    Break,
}

struct Writer<'p> {
    pieces: &'p [Piece],
    dollars: Dollars,
    text: String,
    /// The marks that are open, and whether their sign was written.
    open: Vec<(Mark, bool)>,
    gap: Gap,
    /// Whether the last that was written closed a mark with stars.
    ends_starred: bool,
    ends_with_note: bool,
}

impl Default for Writer<'_> {
    fn default() -> Self {
        Self {
            pieces: &[],
            dollars: Dollars::Closing,
            text: String::new(),
            open: Vec::new(),
            gap: Gap::None,
            ends_starred: false,
            ends_with_note: false,
        }
    }
}

impl Writer<'_> {
    fn piece(&mut self, at: usize) {
        let Some(piece) = self.pieces.get(at) else { return };
        let core = piece.core();
        if core.is_empty() {
            let gap = if matches!(piece.content, Content::Break) { Gap::Break } else { Gap::Blank };
            if gap == Gap::Blank {
                self.close(self.shared(&piece.style));
            }
            self.gap = self.gap.max(gap);
            return;
        }
        if piece.begins_blank() {
            self.gap = self.gap.max(Gap::Blank);
        }
        self.turn_to(at, &piece.style);
        let ended_with_note = std::mem::take(&mut self.ends_with_note);
        match &piece.content {
            Content::Text(_) => {
                if ended_with_note && core.starts_with(['(', ':']) {
                    self.text.push('\\');
                }
                escape::push(core, self.dollars, &mut self.text);
            }
            Content::Code(code) => {
                // Signs of two codes side by side would run together.
                if self.text.ends_with('`') {
                    self.text.push(' ');
                }
                push_code(code, &mut self.text);
            }
            Content::Math(tex) => {
                self.text.push('$');
                self.text.push_str(tex);
                self.text.push('$');
            }
            Content::Note(number) => {
                self.no_image();
                self.text.push_str(&format!("[^{number}]"));
                self.ends_with_note = true;
            }
            Content::Break => {}
        }
        self.ends_starred = false;
        self.gap = if piece.ends_blank() { Gap::Blank } else { Gap::None };
    }

    /// How many of the open marks a style has too.
    fn shared(&self, style: &Style) -> usize {
        let pairs = self.open.iter().zip(style.marks());
        pairs.take_while(|((open, _), mark)| open == *mark).count()
    }

    fn turn_to(&mut self, at: usize, style: &Style) {
        let shared = self.shared(style);
        self.close(shared);
        match std::mem::take(&mut self.gap) {
            _ if self.text.is_empty() => {}
            Gap::None => {}
            Gap::Blank => self.put(' '),
            Gap::Break => self.put('\n'),
        }
        let mut before = self.text.chars().next_back();
        for (depth, mark) in style.marks().iter().enumerate().skip(shared) {
            let is_written = match mark {
                Mark::Link(_) => true,
                mark if mark.is_starred() && self.ends_starred => false,
                _ => self.is_readable(at, depth, before),
            };
            if is_written {
                if mark.is_link() {
                    self.no_image();
                    self.text.push('[');
                } else {
                    self.text.push_str(mark.sign());
                }
                if !mark.is_starred() {
                    before = self.text.chars().next_back();
                }
                self.ends_with_note = false;
            }
            self.open.push((mark.clone(), is_written));
        }
    }

    fn put(&mut self, gap: char) {
        self.text.push(gap);
        self.ends_starred = false;
        self.ends_with_note = false;
    }

    /// Closes all marks but the first ones.
    fn close(&mut self, kept: usize) {
        while self.open.len() > kept {
            let Some((mark, is_written)) = self.open.pop() else { return };
            if !is_written {
                continue;
            }
            match &mark {
                Mark::Link(link) => {
                    self.text.push_str("](");
                    self.text.push_str(&link.target);
                    self.text.push(')');
                }
                mark => self.text.push_str(mark.sign()),
            }
            self.ends_starred = mark.is_starred();
            self.ends_with_note = false;
        }
    }

    /// An exclamation mark before a bracket would make an image of it.
    fn no_image(&mut self) {
        let Some(before) = self.text.strip_suffix('!') else { return };
        // A backslash of the page is written as two.
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        if backslashes.is_multiple_of(2) {
            self.text.pop();
            self.text.push_str("\\!");
        }
    }

    /// Whether Markdown would read the signs of a mark that opens at a piece: a sign must not
    /// stand between a letter outside and another sign inside.
    fn is_readable(&self, at: usize, depth: usize, before: Option<char>) -> bool {
        let Some(here) = self.pieces.get(at) else { return false };
        let Some(marks) = here.style.marks().get(..=depth) else { return false };
        let is_inside = |piece: &&Piece| piece.style.marks().get(..=depth) == Some(marks);
        let run = self.pieces.iter().skip(at).take_while(is_inside).count();
        let inside = self.pieces.get(at..at + run).unwrap_or_default();
        let Some(last) = inside.iter().rfind(|piece| !piece.core().is_empty()) else {
            return false;
        };
        let first_sign = deeper_sign(here, depth, '[').or(here.core().chars().next());
        let last_sign = deeper_sign(last, depth, ')').or(last.core().chars().next_back());
        let is_apart = inside.last().is_none_or(Piece::ends_blank);
        let next = self.pieces.get(at + run).filter(|next| !is_apart && !next.begins_blank());
        let after = next.and_then(|next| {
            let link = next.style.link().filter(|_| here.style.link().is_none()).map(|_| '[');
            link.or(next.core().chars().next())
        });
        stands_well(first_sign, before) && stands_well(last_sign, after)
    }
}

/// The sign of a mark inside another one, which stands between that one and the text.
fn deeper_sign(piece: &Piece, depth: usize, bracket: char) -> Option<char> {
    let mut deeper = piece.style.marks().iter().skip(depth + 1);
    let mark = deeper.find(|mark| !mark.is_starred())?;
    Some(if mark.is_link() { bracket } else { mark.sign().chars().next()? })
}

fn stands_well(inside: Option<char>, outside: Option<char>) -> bool {
    let is_letter = |c: char| c.is_alphanumeric();
    inside.is_some_and(is_letter) || !outside.is_some_and(is_letter)
}

fn push_code(code: &str, line: &mut String) {
    let fence = "`".repeat(longest_run(code, '`') + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    for part in [&fence, pad, code, pad, &fence] {
        line.push_str(part);
    }
}
