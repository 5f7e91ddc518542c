//! Tests of merging the user's edits into a new report.

use proptest::prelude::*;

use crate::features::research::note_update::merge::*;

const BASE: &str = "> [!info]- Monday\n> Vault.\n\n### Soil\n\n- old one\n- old two\n\n\
    ### Tea\n\nGreen tea.\n\n### Related notes\n\n- [[Garden]]";
const NEW: &str = "> [!info]- Friday\n> Vault.\n\n### Soil\n\n- old one\n- new three\n\n\
    ### Rain\n\nIt rains.\n\n### Related notes\n\n- [[Garden]]";

fn check(edited: &str, expected: &str) {
    assert_eq!(merge_reports(BASE, edited, NEW), expected, "{edited}");
}

/// Replaces a text in the base report and expects the second replacement in the new report.
fn edit(from: &str, to: &str, new_from: &str, new_to: &str) {
    assert!(BASE.contains(from) && NEW.contains(new_from), "{from} {new_from}");
    check(&BASE.replace(from, to), &NEW.replace(new_from, new_to));
}

#[test]
fn without_edits_the_result_is_the_new_report() {
    check(BASE, NEW);
    check(&format!("\r\n{}\r\n", BASE.replace('\n', "\r\n")), NEW);
}

#[test]
fn without_news_the_result_is_the_edited_report() {
    let edited = BASE.replace("old two", "mine").replace('\n', "\r\n");
    assert_eq!(merge_reports(BASE, &edited, BASE), edited);
}

#[test]
fn added_text_goes_to_the_end_of_its_topic() {
    edit("- old two", "- old two\n- mine", "- new three", "- new three\n- mine");
    edit("- old one\n", "- mine\n- old one\n", "- new three", "- new three\n- mine");
    edit("- old two", "- old two\n\nMy view:\n- a", "three", "three\n\nMy view:\n- a");
    edit("Vault.\n", "Vault.\n\nMine.\n", "Vault.\n", "Vault.\n\nMine.\n");
    edit("[[Garden]]", "[[Garden]]\n- [[Shed]]", "[[Garden]]", "[[Garden]]\n- [[Shed]]");
}

#[test]
fn changed_text_replaces_the_original() {
    edit(
        "- old one",
        "- old one, really",
        "- old one\n- new three",
        "- new three\n- old one, really",
    );
    edit("- old two", "- old two!", "- new three", "- new three\n- old two!");
    edit(
        "old one\n",
        "old one\n  - why?\n",
        "- old one\n- new three",
        "- new three\n- old one\n  - why?",
    );
}

#[test]
fn deleted_text_does_not_come_back() {
    edit("- old one\n", "", "- old one\n", "");
    check(&BASE.replace("\n- old two", ""), NEW);
    let without = "\n\n### Related notes\n\n- [[Garden]]";
    edit(without, "", without, "");
    // The new report has new text in this topic, so its heading stays.
    let soil = "### Soil\n\n- old one\n- old two\n\n";
    edit(soil, "", "- old one\n", "");
    check("", &NEW.replace("- old one\n", "").replace(without, ""));
}

#[test]
fn a_dropped_topic_keeps_the_users_text() {
    let kept = "It rains.\n\n### Tea\n\nMy tea.\n\n### Rel";
    edit("Green tea.", "Green tea.\n\nMy tea.", "It rains.\n\n### Rel", kept);
    edit("Green tea.", "My tea.", "It rains.\n\n### Rel", kept);
    check(&BASE.replace("### Tea\n\nGreen tea.\n\n", ""), NEW);
}

#[test]
fn a_topic_of_the_user_goes_before_the_closing_parts() {
    let own = "### Mine\n\nWords.\n\n#### More\n\n- a";
    let expected = NEW.replace("### Related", &format!("{own}\n\n### Related"));
    check(&format!("{BASE}\n\n{own}"), &expected);
    check(&BASE.replace("### Tea", &format!("{own}\n\n### Tea")), &expected);
    let german = |text: &str| text.replace("Related notes", "Verwandte Notizen");
    let edited = german(&format!("{BASE}\n\n{own}"));
    assert_eq!(merge_reports(&german(BASE), &edited, &german(NEW)), german(&expected));
    assert_eq!(merge_reports("a", &format!("a\n\n{own}"), "b"), format!("b\n\n{own}"));
}

#[test]
fn a_heading_that_was_renamed_keeps_its_new_name() {
    edit("### Soil", "### Ground", "### Soil", "### Ground");
    edit("### Soil", "### Soil #", "### Soil", "### Soil #");
    check(
        &BASE.replace("### Tea", "### Teas"),
        &NEW.replace("### Related", "### Teas\n\n### Related"),
    );
}

#[test]
fn a_moved_block_stays_at_its_new_place() {
    let edited = BASE.replace("- old one\n", "").replace("- [[G", "- old one\n- [[G");
    let expected = NEW.replace("- old one\n", "").replace("den]]", "den]]\n- old one");
    check(&edited, &expected);
}

#[test]
fn an_answer_that_the_user_left_in_its_topic_stays_if_its_only_place_is_on_top() {
    let top = "> [!info]- Monday\n\n- **Late?** Yes.\n\n";
    let base = format!("{top}### Late?\n\n- Yes.\n\n### Tea\n\n- Green.");
    let new = format!("{top}### Tea\n\n- Green.\n- Black.");
    let merged = |edited: &str| merge_reports(&base, edited, &new);
    let without_top = base.replace("- **Late?** Yes.\n\n", "");
    assert_eq!(merged(&without_top), new);
    let with_more = new.replace("### Tea", "### Late?\n\n- Much more.\n\n### Tea");
    assert_eq!(merge_reports(&base, &without_top, &with_more), with_more);
    let in_both = new.replace("### Tea", "### Late?\n\n- Yes.\n\n### Tea");
    let merged_with_both = merge_reports(&base, &without_top, &in_both);
    assert_eq!(merged_with_both, in_both.replace("- **Late?** Yes.\n\n", ""));
    // Whoever deleted it in both places does not want it.
    assert!(!merged(&without_top.replace("\n\n- Yes.", "")).contains("Yes."));
    assert!(!merged(&without_top.replace("### Late?\n\n- Yes.\n\n", "")).contains("Yes."));
}

#[test]
fn text_that_the_new_report_has_too_is_written_once() {
    edit("- old two", "- old two\n- new three", "- old one", "- old one");
    check(
        &BASE.replace("### Tea", "### Rain\n\nIt rains.\n\nMine.\n\n### Tea"),
        &NEW.replace("It rains.", "It rains.\n\nMine."),
    );
}

#[test]
fn code_and_callouts_stay_whole() {
    let code = "```md\n### Soil\n\n- old one\n```";
    edit("- old two", &format!("- old two\n\n{code}"), "three", &format!("three\n\n{code}"));
    let callout = "> [!note] Mine\n> - old one\n>\n> ### Soil";
    edit("- old two", &format!("- old two\n\n{callout}"), "three", &format!("three\n\n{callout}"));
}

#[test]
fn an_unclosed_block_is_closed() {
    check(
        "### Soil\n\n```\nmine",
        &NEW.replace("- old one\n", "")
            .replace("three", "three\n\n```\nmine\n```")
            .replace("\n\n### Related notes\n\n- [[Garden]]", ""),
    );
}

#[test]
fn windows_line_breaks_are_no_edits() {
    let edited = BASE.replace("- old two", "- old two\n- mine").replace('\n', "\r\n");
    check(&edited, &NEW.replace("- new three", "- new three\n- mine"));
}

fn report() -> impl Strategy<Value = String> {
    let line =
        "(### [AB]|#### C|- [a-d]|  - [ab]|> [ab]|```|~~~|%%|[$]{2}|1[.] a|[a-d]( %%)?|)\r?\n";
    proptest::collection::vec(line, 0..14).prop_map(|lines| lines.concat())
}

fn lines(text: &str) -> Vec<String> {
    all_line_ends_to_lf(text)
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(str::to_owned)
        .collect()
}

proptest! {
    #[test]
    fn no_line_of_the_user_is_lost(base in report(), edited in report(), new in report()) {
        let (before, merged) = (lines(&base), lines(&merge_reports(&base, &edited, &new)));
        for line in lines(&edited).iter().filter(|line| !before.contains(line)) {
            prop_assert!(merged.contains(line), "{} is lost", line);
        }
    }

    #[test]
    fn any_texts_give_one(base in "\\PC{0,40}", edited in "(\\PC|\r|\n){0,40}", new in "\\PC{0,40}") {
        let merged = lines(&merge_reports(&base, &edited, &new));
        let before = lines(&base);
        for line in lines(&edited).iter().filter(|line| !before.contains(line)) {
            prop_assert!(merged.contains(line), "{} is lost", line);
        }
    }

    #[test]
    fn texts_that_are_the_same_give_the_other(base in report(), other in report()) {
        prop_assert_eq!(merge_reports(&base, &base, &other), other.clone());
        if lines(&base) != lines(&other) {
            prop_assert_eq!(merge_reports(&base, &other, &base), other);
        }
    }
}
