//! English verbs told from nouns by the words around them. A guess, which costs a label at worst.

use super::idle;
use super::wording::Piece;

/// Which words of a sentence are verbs, or adjectives that belong to one.
pub fn verbs(pieces: &[Piece<'_>]) -> Vec<bool> {
    let asks = pieces.first().is_some_and(|first| opens_question(&first.lower));
    let mut singular = false;
    let mut verbs = Vec::with_capacity(pieces.len());
    for (at, piece) in pieces.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| pieces.get(at)).filter(|_| piece.joined);
        let after = pieces.get(at + 1).filter(|next| next.joined);
        let opens = before.is_some_and(|before| idle::takes_singular(&before.lower));
        singular = opens || (singular && piece.joined);
        let predicate = singular && !opens && is_third_person(&piece.lower) && ends_phrase(after);
        let follows = before.is_some_and(|before| !asks && idle::takes_verb(&before.lower));
        let leads = after.is_some_and(|after| leads_on(&piece.lower, &after.lower));
        verbs.push(piece.is_small() && (predicate || follows || leads));
        singular = singular && !predicate && !is_small_word(&piece.lower);
    }
    verbs
}

/// In a question the verb stands before its subject: “Can coffee grounds …”.
fn opens_question(lower: &str) -> bool {
    const OPENERS: &str = "can could will would may might must should shall how why when where \
                           what which";
    OPENERS.split_ascii_whitespace().any(|opener| opener == lower)
}

/// Whether the next word shows that a word is no noun: “hit the”, “caused by”, “softer than”.
fn leads_on(lower: &str, after: &str) -> bool {
    const BEHIND_PARTICIPLES: &str = "by in with from to as on at for using into that";
    let participle =
        lower.ends_with("ed") && BEHIND_PARTICIPLES.split(' ').any(|small| small == after);
    let third = is_third_person(lower) && matches!(after, "about" | "only" | "more" | "how");
    participle || third || idle::opens_noun_phrase(after) || matches!(after, "than" | "enough")
}

fn is_third_person(lower: &str) -> bool {
    const NOUNS: &str = "news series species means lens gas bias diabetes canvas atlas christmas";
    lower.ends_with('s')
        && !["ss", "us", "is", "ics"].iter().any(|ending| lower.ends_with(ending))
        && !NOUNS.split(' ').any(|noun| noun == lower)
}

/// Whether a run of nouns ends here: nothing follows, or a small word or a figure does.
fn ends_phrase(after: Option<&Piece<'_>>) -> bool {
    after.is_none_or(|after| {
        is_small_word(&after.lower) || !after.lower.starts_with(char::is_alphabetic)
    })
}

fn is_small_word(lower: &str) -> bool {
    idle::is_idle(lower, crate::index::language::Language::English)
}

#[cfg(test)]
mod tests {
    use crate::index::language::Language;
    use crate::local::wording::Wording;

    /// The words that may stand in a label, with a bar where none may reach across.
    fn check(sentence: &str, expected: &str) {
        let wording = Wording::of(&[sentence], Language::English);
        let runs = wording.sentences.iter().flat_map(|sentence| {
            sentence.runs().filter_map(|run| sentence.text.get(run.first()?.start..run.last()?.end))
        });
        assert_eq!(runs.collect::<Vec<_>>().join(" | "), expected, "{sentence}");
    }

    #[test]
    fn what_stands_where_a_verb_stands_is_no_noun() {
        check("A dark roast weighs 12 % less.", "dark roast");
        check("Fast electrons hit the copper target.", "Fast electrons | copper target");
        check("The error caused by noisy sensors", "error | noisy sensors");
        check("They measure soil temperature.", "soil temperature");
        check("Iced tea is softer than hot tea.", "Iced tea | hot tea");
        check("Can coffee grounds rot?", "coffee grounds rot");
        check("A new species of moth", "species | moth");
    }
}
