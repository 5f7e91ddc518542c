//! Tests of redaction: a text and the expected result.

use crate::safety::privacy::redactor::*;

const PRIVATE: &str = "Priv/Zdiary.md";

/// A redactor for a private folder with one note that is linked and one that is not.
fn redactor() -> Redactor {
    let note = |path: &str, names: &[&str], is_addressed| PrivateNote {
        path: path.into(),
        title_and_aliases: names.iter().map(|name| (*name).to_owned()).collect(),
        is_linked_from_text: is_addressed,
    };
    let private = [
        note(PRIVATE, &["Zdiary", "My inner life"], true),
        note("People/Anna Secret.md", &["Anna Secret"], false),
        note("People/Money.md", &["Money"], false),
    ];
    let folders = FolderPattern::parse("Priv").into_iter().collect();
    Redactor::new(&private, folders).with_public_attachments(vec!["logo.png".to_owned()])
}

fn check(text: &str, expected: &str) {
    assert_eq!(redactor().redact(text).as_str(), expected, "{text}");
}

#[test]
fn links_to_private_notes_are_redacted_in_every_notation() {
    check("See [[Zdiary]].", "See (private note).");
    check("[[./Priv/Zdiary#Talk with Dr. X|my talk]]", "(private note)");
    check("[x](../Priv/Zdiary.md)", "[x]((private note))");
    check("[x](<../Priv/Other one.md>)", "[x]((private note))");
    check("[x](Priv/Not%20there.md)", "[x]((private note))");
    check(
        "`[[Zdiary]]` <a href=\"Priv/Zdiary.md\">",
        "`(private note)` <a href=\"(private note)\">",
    );
    check("up: \"[[ZDIARY]]\"", "up: \"(private note)\"");
    check("open Priv/Zdiary.md.", "open (private note).");
    check("[[Zdiary#Talk with Bö\n日本 stays", "(private note)\n日本 stays");
}

#[test]
fn names_are_redacted_in_running_text() {
    check("I told my *inner life* all.", "I told (private note)* all.");
    check("anna-secret", "(private note)");
    // The path ends at the space, but the name continues.
    check("see Priv/My inner life.md", "see (private note).md");
    // The note is linked here, so the word is a name.
    check("the zdiary", "the (private note)");
    // The note is not linked, so the word is an ordinary word.
    check("money [[Money]]", "money (private note)");
}

#[test]
fn a_name_is_hidden_together_with_the_marks_in_it() {
    check("> - I told my\n>   inner[^1] life all.", "> - I told (private note)\n all.");
    check("[Anna](https://a.example/b) S*ec*ret", "[(private note)");
    check("Anna %%x%% Secret, Anna&ndash;Secret", "(private note), (private note)");
    check("x.example/Anna%2520Secret 𝐀𝐧𝐧𝐚 𝐒𝐞𝐜𝐫𝐞𝐭", "x.example/(private note) (private note)");
    let check = |line: usize, expected: &str| {
        let text = "My\r\n> inner\n> life,\nZdiary";
        assert_eq!(redactor().redact_lines(text, &(line..=line)).as_str(), expected);
    };
    check(1, "(private note)");
    check(2, "");
    check(3, ",");
    check(4, "(private note)");
}

#[test]
fn what_replaces_a_name_is_not_replaced_again() {
    let note = PrivateNote {
        path: "People/Private note.md".into(),
        title_and_aliases: vec!["Private note".into()],
        is_linked_from_text: true,
    };
    let redactor = Redactor::new(&[note], Vec::new());
    let hidden = redactor.hide_private_names("See [[Private note]], a private note.");
    assert_eq!(hidden, "See (private note), a (private note).");
    assert_eq!(redactor.hide_private_names(&hidden), hidden);
}

#[test]
fn attachments_are_redacted_unless_they_are_known_to_be_public() {
    check("![[Priv/me.png]] ![[scan.pdf]]", "!(private note) !(private note)");
    check("![[logo.png]] ![x](img/a.png)", "![[logo.png]] ![x](img/a.png)");
}

#[test]
fn other_notes_and_words_stay() {
    for text in ["[[Plan]] and [x](Work/Plan.md#a)", "Priv is short for private", "a/b and/or"] {
        check(text, text);
    }
}

#[test]
fn keys_and_fence_marks_are_removed() {
    check("password: hunter2horse!", "password: [masked]");
    check("DATA-0123456789abcdef", " ");
}

#[test]
fn names_that_markup_splits_are_redacted_in_prose() {
    let prose =
        redactor().redact_prose("An**na** Secret wrote [[Zdiary|a thing]] on [Zdiary](x.md).");
    assert_eq!(prose.as_str(), "(private note) wrote (private note) on (private note).");
}

#[test]
fn without_private_notes_a_text_stays_unchanged() {
    let text = "See [[Zdiary]], ![[a.png]] and [x](../Priv/a.md).";
    assert_eq!(Redactor::new(&[], Vec::new()).redact(text).as_str(), text);
}

proptest::proptest! {
    #[test]
    fn redaction_is_idempotent_and_redacts_every_link(before in "\\PC{0,20}", after in "\\PC{0,20}") {
        let redactor = redactor();
        let once = redactor.redact(&format!("{before} [[Priv/Zdiary]] {after}"));
        let twice = redactor.redact(once.as_str());
        proptest::prop_assert!(!once.as_str().to_lowercase().contains("zdiary"));
        proptest::prop_assert_eq!(once.as_str(), twice.as_str());
    }
}

#[test]
fn parts_of_private_names_are_no_search_words() {
    let check = |words: &str, note: &str, expected: Option<&str>| {
        let redactor = redactor();
        let private = redactor.find_private_words(note);
        let text = redactor.redact_query(&redactor.without_private_words(words, &private));
        assert_eq!(text.as_ref().map(OutgoingText::as_str), expected, "{words}");
    };
    let note = "My inner life is long. Anna Secret drinks coffee. See [[Zdiary#Talk with Cy]].";
    check("inner life", note, None);
    check("Secret coffee", note, Some("coffee"));
    check("talk cy coffee drinks", note, Some("coffee drinks"));
    check("inner life", "My inner life, and the inner life of an ant", Some("inner life"));
    check("tea", note, Some("tea"));
    let note = "Anna Secret's cup is red. An**na** likes life and tea. My inner life is long.";
    check("Anna Secret tea", note, Some("tea"));
    check("Secret cup", note, Some("cup"));
    check("inner life tea", note, Some("life tea"));
    check("Anna tea", note, Some("Anna tea"));
}
