//! English verbs told from nouns by the words around them. A guess, which costs a label at worst.

use crate::local::phrasing::Piece;
use crate::local::stop_words;

/// Which words of a sentence are verbs, or adjectives that belong to one.
pub fn verbs(pieces: &[Piece<'_>]) -> Vec<bool> {
    let asks = pieces.first().is_some_and(|first| opens_question(&first.lower));
    let opens_with_do = pieces.first().is_some_and(|word| matches!(&*word.lower, "do" | "does"));
    let mut singular = false;
    // Where the nouns began with which a clause opens, as long as nothing else came.
    let mut clause = None;
    let mut verbs = Vec::with_capacity(pieces.len());
    for (at, piece) in pieces.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| pieces.get(at)).filter(|_| piece.joined);
        let after = pieces.get(at + 1).filter(|next| next.joined);
        let opens = before.is_some_and(|before| stop_words::takes_singular(&before.lower));
        singular = opens || (singular && piece.joined);
        let predicate = singular && !opens && is_third_person(&piece.lower) && ends_phrase(after);
        let follows = before.is_some_and(|before| !asks && stop_words::takes_verb(&before.lower));
        let leads = after.is_some_and(|after| leads_on(&piece.lower, &after.lower));
        let compares = is_comparative(&piece.lower) && ends_phrase(after);
        clause =
            clause.filter(|_| piece.joined).or_else(|| opens_clause(before, piece).then_some(at));
        let bare = clause.is_some_and(|first| first < at) && is_bare_verb(pieces, at);
        let asked =
            opens_with_do && after.is_some_and(|next| matches!(&*next.lower, "more" | "less"));
        let counted = singular_verb(&piece.lower, pieces.get(at + 1..).unwrap_or_default());
        let verb = predicate || follows || leads || compares || bare || counted || asked;
        clause = clause.filter(|_| !verb && !is_small_word(&piece.lower));
        verbs.push(piece.is_small() && verb);
        singular = singular && !predicate && !is_small_word(&piece.lower);
    }
    verbs
}

/// Whether nouns that begin here open a clause, so that its verb may follow.
fn opens_clause(before: Option<&Piece<'_>>, piece: &Piece<'_>) -> bool {
    const OPENERS: &str = "do did which if that because when while and but";
    let opened = before.is_none_or(|before| OPENERS.split(' ').any(|word| word == before.lower));
    opened && !is_small_word(&piece.lower)
}

/// So many words are looked at for the end of what follows a verb.
const LONGEST_OBJECT: usize = 8;

/// Whether a word behind a plural is its verb, “narrow streets trap warmth”: behind the nouns that
/// follow no other verb stands.
fn is_bare_verb(pieces: &[Piece<'_>], at: usize) -> bool {
    const BEHIND_VERBS: &str = "a an the in on at by with from to for as into within about until \
                                because when while if than more most less too only beyond over \
                                under through and or but without";
    const NOUNS: [&str; 9] = ["tion", "sion", "ment", "ness", "ity", "ing", "ance", "ence", "ics"];
    let piece = |at: usize| pieces.get(at).map(|piece| piece.lower.as_str()).unwrap_or_default();
    let subject = piece(at.saturating_sub(1));
    let plural = is_third_person(subject) || matches!(subject, "people" | "fungi" | "children");
    let word = piece(at);
    if !plural || word.ends_with('s') || NOUNS.iter().any(|ending| word.ends_with(ending)) {
        return false;
    }
    let mut rest = pieces.iter().skip(at + 1).take(LONGEST_OBJECT).take_while(|next| next.joined);
    let behind = rest.find(|next| is_small_word(&next.lower));
    behind.is_none_or(|next| BEHIND_VERBS.split_ascii_whitespace().any(|word| word == next.lower))
}

/// Whether figures show that a word is a verb: “naps for 40 minutes”.
fn singular_verb(lower: &str, rest: &[Piece<'_>]) -> bool {
    let [link, figure, ..] = rest else { return false };
    let joins = matches!(link.lower.as_str(), "for" | "by" | "within" | "at");
    let counts = figure.lower.starts_with(|c: char| c.is_ascii_digit()) || figure.lower == "about";
    is_third_person(lower) && joins && counts
}

/// Whether a word compares, so that no label ends with it: “a street safer”.
fn is_comparative(lower: &str) -> bool {
    const COMPARATIVES: &str = "kinder better bigger brighter cheaper clearer closer coarser colder \
                                darker deeper drier earlier faster finer firmer harder heavier \
                                hotter lighter longer louder narrower quieter safer shorter \
                                slower softer sooner stronger sweeter warmer weaker wetter wider \
                                worse";
    let ends = lower.ends_with("er") || lower == "worse";
    ends && COMPARATIVES.split_ascii_whitespace().any(|word| word == lower)
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
    participle
        || third
        || after == "into"
        || stop_words::opens_noun_phrase(after)
        || matches!(after, "than" | "enough")
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
    stop_words::is_idle(lower, crate::index::language::Language::English)
}

#[cfg(test)]
mod tests {
    use crate::index::language::Language;
    use crate::local::phrasing::Wording;

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
        check("Narrow streets trap warmth; walls too.", "Narrow streets | warmth | walls");
        check("Street trees in dry soil need rain.", "Street trees | dry soil | rain");
        check("Which street trees feed bees in July?", "street trees | bees | July");
        check("Ada naps for 40 minutes.", "Ada");
        check("Does light make a street safer?", "light | street");
    }
}
