//! What can be told of a sentence by a few of its words: whether it stands by itself, whether it
//! gives a figure, whether it asks for one.

/// Words with which a sentence begins that speaks of something named before it, or that are said
/// of oneself, in the languages that reports speak and whose words can be told apart by spaces.
const LEANING: &[&str] = &[
    "it",
    "its",
    "he",
    "she",
    "they",
    "his",
    "her",
    "their",
    "this",
    "that",
    "these",
    "those",
    "such",
    "so",
    "but",
    "and",
    "also",
    "however",
    "therefore",
    "thus",
    "i",
    "my",
    "we",
    "our",
    "er",
    "sie",
    "es",
    "dies",
    "diese",
    "dieser",
    "dieses",
    "das",
    "sein",
    "seine",
    "ihr",
    "ihre",
    "deshalb",
    "daher",
    "aber",
    "auch",
    "ich",
    "mein",
    "meine",
    "wir",
    "unser",
    "unsere",
    "il",
    "elle",
    "ils",
    "elles",
    "ce",
    "cette",
    "ces",
    "cela",
    "mais",
    "je",
    "mon",
    "ma",
    "nous",
    "esto",
    "eso",
    "este",
    "esta",
    "pero",
    "yo",
    "mi",
    "nosotros",
    "isto",
    "isso",
    "ele",
    "ela",
    "mas",
    "eu",
    "meu",
    "minha",
    "esso",
    "essa",
    "questo",
    "questa",
    "ma",
    "io",
    "mio",
    "mia",
    "het",
    "hij",
    "zij",
    "dit",
    "dat",
    "maar",
    "ik",
    "mijn",
    "wij",
    "он",
    "она",
    "они",
    "это",
    "но",
    "я",
    "мой",
    "моя",
    "мы",
];

/// Words of oneself anywhere in a sentence: it tells of the writer's day and not of the world.
const OWN: &[&str] =
    &["i", "me", "my", "ich", "mir", "mich", "je", "moi", "yo", "eu", "io", "ik", "я"];

/// Beginnings of questions that a figure answers.
const HOW_MUCH: &[&str] = &[
    "how many",
    "how much",
    "how long",
    "how late",
    "how far",
    "how often",
    "how old",
    "how big",
    "how fast",
    "how hot",
    "when ",
    "wie viel",
    "wie lange",
    "wie spät",
    "wie weit",
    "wie oft",
    "wie hoch",
    "wie groß",
    "wann ",
    "combien",
    "quand ",
    "cuánt",
    "cuándo",
    "quant",
    "quando",
    "hoeveel",
    "hoe lang",
    "wanneer",
    "сколько",
    "когда",
    "多少",
    "多久",
    "多长",
    "几",
    "いくつ",
    "いくら",
    "どのくらい",
    "いつ",
    "얼마",
    "몇",
    "언제",
];

/// What stands for something named before, behind the verb of a question.
const PRONOUNS: [&str; 14] = [
    "it", "they", "he", "she", "es", "sie", "er", "het", "ze", "zij", "ils", "elles", "они", "оно",
];

/// Whether a sentence leans on what stands above it.
pub fn leans(sentence: &str) -> bool {
    words(sentence).next().is_some_and(|first| LEANING.contains(&first.as_str()))
}

/// Whether a question asks on about what was asked before: “Are they …?”
pub fn asks_on(question: &str) -> bool {
    words(question).nth(1).is_some_and(|second| PRONOUNS.contains(&second.as_str()))
}

/// Whether a sentence tells of its writer.
pub fn is_own(sentence: &str) -> bool {
    words(sentence).any(|word| OWN.contains(&word.as_str()))
}

/// Whether most of a text is written in a script that divides words by spaces.
pub fn is_spaced(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let unspaced =
        letters().filter(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'));
    // A word of a script without spaces is about two signs, one with spaces about five.
    unspaced.count() * 5 < letters().count() * 2
}

fn words(sentence: &str) -> impl Iterator<Item = String> + '_ {
    let words = sentence.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Whether a text gives a figure.
pub fn has_figure(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// Whether a question wants a figure.
pub fn asks_how_much(question: &str) -> bool {
    let question = question.to_lowercase();
    HOW_MUCH.iter().any(|beginning| question.contains(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_stands_by_itself_is_known() {
        for leaning in ["It was opened then.", "Das stimmt.", "Но это так."] {
            assert!(leans(leaning), "{leaning}");
        }
        assert!(is_own("Tea is what I drink.") && !is_own("Tea is drunk."));
        assert!(is_spaced("Tea, in Chinese 茶.") && !is_spaced("茶含有咖啡因 (caffeine)。"));
        for standing in
            ["Tea keeps one awake.", "Iron rusts.", "Der Tee hält wach.", "茶含有咖啡因。"]
        {
            assert!(!leans(standing), "{standing}");
        }
        assert!(asks_how_much("Bis wann ist Kaffee gut?") && asks_how_much("最多放多少？"));
        assert!(!asks_how_much("Why is the sky blue?"));
    }
}
