//! The text of a result for a model: sentences of Ibid, and text of notes and pages fenced as data.
//! A long text is cut, and the rest can be read by `continue_result`.

use crate::features::tools::result_block::{
    CONTINUATION_PREFIX, Citation, Continuation, DataBlock, ResultBlock,
};
use crate::features::tools::session::ToolSession;
use crate::model::prompts::PromptFence;
use crate::safety::privacy::OutgoingText;

/// Maximum number of characters of one text, including fences and the sentence that it was cut. A
/// longer one would crowd out the rest of a conversation.
pub(super) const MAX_TEXT_CHARACTERS: usize = 4_000;

/// Number of characters that are kept free for the sentence that says that the text was cut.
const CUT_NOTICE_CHARACTERS: usize = 120;

/// A block is split only if at least this many characters of it fit; otherwise it moves to the next
/// part as a whole.
const MIN_SPLIT_CHARACTERS: usize = 400;

/// A text for a model, and the number of its continuation if it was cut.
pub(super) struct TextPart {
    /// The text.
    pub text: OutgoingText,
    /// The `next` of the result.
    pub next: Option<String>,
}

impl TextPart {
    /// Takes as much text as a model may get at once. The rest is stored in the session.
    pub(super) fn take(continuation: Continuation, session: &ToolSession, random: u64) -> Self {
        let Continuation { mut blocks, note } = continuation;
        let fence = PromptFence::new(random);
        let mut parts: Vec<OutgoingText> = Vec::new();
        let mut free = MAX_TEXT_CHARACTERS - CUT_NOTICE_CHARACTERS;
        while let Some(block) = blocks.pop_front() {
            if block.is_empty() {
                continue;
            }
            let (part, rest) = fit_block(session, &fence, block, free);
            // The line break between two blocks counts too.
            let length = part.as_ref().map_or(0, |part| character_count(part) + 1);
            free = free.saturating_sub(length);
            parts.extend(part);
            if let Some(rest) = rest {
                blocks.push_front(rest);
                break;
            }
        }
        let is_note_read = note.as_ref().is_none_or(|rest| rest.is_at_end);
        let is_finished = blocks.is_empty() && is_note_read;
        if is_finished {
            return TextPart { text: OutgoingText::join(&parts, "\n"), next: None };
        }
        let number = session.store_continuation(Continuation { blocks, note });
        parts.push(cut_notice(number));
        let next = format!("{CONTINUATION_PREFIX}{number}");
        TextPart { text: OutgoingText::join(&parts, "\n"), next: Some(next) }
    }
}

/// Returns the part of a block that fits into so many characters, and the rest of the block.
fn fit_block(
    session: &ToolSession,
    fence: &PromptFence,
    block: ResultBlock,
    free: usize,
) -> (Option<OutgoingText>, Option<ResultBlock>) {
    let mut data = match block {
        ResultBlock::Sentence(text) if character_count(&text) <= free => return (Some(text), None),
        ResultBlock::Sentence(text) => return (None, Some(ResultBlock::Sentence(text))),
        ResultBlock::Data(data) => data,
    };
    // The name of the fence is known only when the block is evidence, so space is reserved for it.
    let frame = OutgoingText::default();
    let reserved = character_count(&fence.wrap_text(&frame, data.title.as_ref(), &frame))
        + 2 * (session.run_id().chars().count() + "ev--0000000".len());
    let room = free.saturating_sub(reserved);
    let length = character_count(&data.text);
    if length > room && room < MIN_SPLIT_CHARACTERS {
        return (None, Some(ResultBlock::Data(data)));
    }
    let name = fence_name(&mut data, session);
    if length <= room {
        return (Some(fence.wrap_text(&name, data.title.as_ref(), &data.text)), None);
    }
    let end = split_position(data.text.as_str(), room);
    let (head, tail) = data.text.clone().split_at_character(end);
    let shown = fence.wrap_text(&name, data.title.as_ref(), &head);
    (Some(shown), Some(ResultBlock::Data(DataBlock { text: tail, ..data })))
}

/// The name of the fence of a block. Evidence gets its id here, because a model sees the block now.
fn fence_name(block: &mut DataBlock, session: &ToolSession) -> OutgoingText {
    if let Citation::Pending(passage) = &block.citation {
        block.citation = Citation::Known(session.add_evidence((**passage).clone()));
    }
    match &block.citation {
        Citation::None(name) => OutgoingText::from_constant(name),
        Citation::Known(id) => id.to_outgoing_text(),
        Citation::Pending(_) => OutgoingText::default(),
    }
}

/// The number of characters of a text that are shown if only `room` fit: up to the end of a line or
/// of a word in the second half, else exactly `room`.
fn split_position(text: &str, room: usize) -> usize {
    let mut after_line = None;
    let mut after_word = None;
    for (position, c) in text.chars().enumerate().take(room) {
        match c {
            '\n' => after_line = Some(position + 1),
            c if c.is_whitespace() => after_word = Some(position + 1),
            _ => {}
        }
    }
    let is_late = |position: &usize| *position > room / 2;
    after_line.filter(is_late).or(after_word.filter(is_late)).unwrap_or(room)
}

fn cut_notice(number: usize) -> OutgoingText {
    let before = OutgoingText::from_constant("(Cut. To read on, call continue_result with next ");
    let number = OutgoingText::from_constant_and_number(CONTINUATION_PREFIX, number);
    OutgoingText::concat([&before, &number, &OutgoingText::from_constant(".)")])
}

fn character_count(text: &OutgoingText) -> usize {
    text.as_str().chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(text: &str) -> ResultBlock {
        ResultBlock::data("paths", OutgoingText::from_public_web(text))
    }

    /// Reads a result to its end. Returns its parts.
    fn parts(blocks: Vec<ResultBlock>) -> Vec<String> {
        let session = ToolSession::new("r");
        let mut part = TextPart::take(Continuation::of_blocks(blocks), &session, 7);
        let mut all = vec![part.text.as_str().to_owned()];
        while let Some(next) = part.next {
            part = TextPart::take(session.continuation(&next).unwrap(), &session, 7);
            all.push(part.text.as_str().to_owned());
        }
        all
    }

    /// The text inside the fences of a part.
    fn inside(part: &str) -> String {
        let lines = part.split('\n');
        lines
            .filter(|line| !line.starts_with("<<<") && !line.starts_with('('))
            .collect::<Vec<_>>()
            .join("\n")
    }

    #[test]
    fn a_short_result_is_one_part() {
        let parts = parts(vec![ResultBlock::sentence_with_number("Notes: ", 1), data("a.md")]);
        let marker = "DATA-0000000000000007";
        let expected =
            format!("Notes: 1\n<<<{marker} begin paths>>>\na.md\n<<<{marker} end paths>>>");
        assert_eq!(parts, [expected]);
    }

    #[test]
    fn a_long_result_is_cut_and_nothing_is_lost() {
        let lines: Vec<String> = (0..2_000).map(|number| format!("Nöte {number}.md")).collect();
        let text = lines.join("\n");
        let parts = parts(vec![ResultBlock::sentence("Notes"), data(&text)]);
        assert!(parts.len() > 5);
        for part in &parts {
            assert!(part.chars().count() <= MAX_TEXT_CHARACTERS, "{}", part.chars().count());
            assert_eq!(part.matches("DATA-").count() % 2, 0, "every fence is closed");
        }
        let together: String = parts.iter().map(|part| inside(part)).collect();
        assert_eq!(together.replace('\n', ""), format!("Notes{}", text.replace('\n', "")));
    }

    #[test]
    fn a_text_without_spaces_is_cut_between_characters() {
        let text = "ü".repeat(9_000);
        let parts = parts(vec![data(&text)]);
        assert_eq!(parts.iter().map(|part| inside(part)).collect::<String>(), text);
        assert_eq!(parts.len(), 3);
    }
}
