//! Names that act, such as `` `$= dv.pages()` `` or `{{date}}`, as the names of notes, headings, pages and
//! questions, in every place where Ibid writes them into the vault. Nothing that is written may act, and
//! every link must lead to a note, and to a heading that the note has.

#[path = "../../src/safety/sanitize/parsed_output_checker.rs"]
#[allow(dead_code)]
mod parsed_output_checker;

use ibid::answers::run::{OnExisting, Permission, PlanRequest, RunRequest};
use ibid::engine::Engine;
use ibid::features::answer::QuickAnswerRequest;
use ibid::features::ask::AskRequest;
use ibid::features::health::MissingNoteRequest;
use ibid::features::inbox::{
    AcceptFindingRequest, AppendFindingRequest, Finding, FindingSource, Inbox, LinkBack,
};
use ibid::features::tools::ToolRequest;
use ibid::host::MemoryHost;
use ibid::library::MentionsRequest;
use ibid::notes::note::NoteEdit;
use ibid::safety::sanitize::{AllowedLinks, escape_text, file_name, sanitize_markdown};
use parsed_output_checker::{PermittedLinks, find_violation};
use pollster::block_on;
use serde_json::json;

const PAGE: &str = "https://ok.example/a";
const INBOX_FILE: &str = "Research inbox/Research inbox.md";

/// A vault in which a note and a heading have a name, and an engine that knows it.
struct Vault {
    name: String,
    host: MemoryHost,
    engine: Engine,
}

impl Vault {
    fn new(name: &str) -> Self {
        // A slash would make a folder of it, and a backslash is in no path.
        let title = name.replace(['/', '\\'], "");
        let own = format!(
            "# Own\n\n## {name}\n\nCaffeine has a half-life of about five hours. Coffee after two is too late for most sleepers. The [[Okapi]] drinks none.\n"
        );
        let other = format!(
            "# Tea\n\n## {name}\n\nTheobromine keeps dogs awake for about seven hours. Also {title} does.\n"
        );
        let question = "# Afternoon coffee\n\nHow late is too late for coffee?\n\nHow long does theobromine keep dogs awake?\n";
        let host = MemoryHost::with_notes(&[
            (&format!("{title}.md"), &own),
            ("Drinks/Tea.md", &other),
            ("Question.md", question),
        ]);
        let engine = Engine::default();
        engine.configure(&json!({ "webSearch": "off", "inboxPlace": "vault" }));
        Self { name: name.to_owned(), host, engine }
    }

    fn finding(&self) -> Finding {
        let name = self.name.clone();
        Finding {
            id: "f-1".into(),
            topic: name.clone(),
            note: "Question.md".into(),
            title: name.clone(),
            synthesis: escape_text(&name),
            relation: "About it.".into(),
            key_ideas: vec![name.clone()],
            related_notes: vec![format!("{}.md", name.replace(['/', '\\'], ""))],
            source: FindingSource { title: name.clone(), url: PAGE.into(), date: Some(name) },
            ..Finding::default()
        }
    }

    /// A vault whose inbox has a finding with this name.
    fn with_finding(name: &str) -> Self {
        let vault = Self::new(name);
        let mut inbox = Inbox::default();
        inbox.add(vault.finding());
        vault.host.put_note(INBOX_FILE, &inbox.to_text());
        vault
    }

    fn ask(&self, question: &str) -> (String, String) {
        let request = AskRequest { question: question.into(), ..AskRequest::default() };
        let answer = block_on(self.engine.ask(&self.host, &request)).unwrap();
        let files = block_on(self.engine.ask_files(&self.host, &answer.run_id)).unwrap();
        (answer.answer_markdown, files.report_markdown)
    }

    fn research(&self, style: &str) -> String {
        self.engine.configure(&json!({ "webSearch": "off", "citations": style }));
        let request = PlanRequest { note_path: "Question.md".into(), ..PlanRequest::default() };
        let agenda = block_on(self.engine.plan(&self.host, &request)).unwrap();
        let request = RunRequest {
            agenda,
            existing_section_action: OnExisting::Keep,
            web_permission: Permission::Off,
            model_permission: Permission::Off,
        };
        let before = self.host.note_text("Question.md");
        // The engine may find nothing: a name such as `%%` hides what is below it.
        let _ = block_on(self.engine.run(&self.host, &request));
        self.host.note_text("Question.md").replacen(before.trim_end(), "", 1)
    }

    fn linked_mentions(&self) -> String {
        let path = format!("{}.md", self.name.replace(['/', '\\'], ""));
        let request = MentionsRequest { path, limit: None };
        let found = block_on(self.engine.find_unlinked_mentions(&self.host, &request)).unwrap();
        let links = found.mentions.into_iter().filter_map(|mention| match mention.edit {
            NoteEdit::LinkWords(link) => Some(link.link),
            _ => None,
        });
        links.collect::<Vec<_>>().join("\n")
    }

    fn log_entry(&self) -> String {
        let name = self.name.replace(['/', '\\'], "");
        let arguments = json!({ "task": format!("Read {name}"), "response": "Done", "notes": [format!("{name}.md")] });
        let request = json!({ "name": "log_interaction", "arguments": arguments });
        let request: ToolRequest = serde_json::from_value(request).unwrap();
        let result = block_on(self.engine.call_tool(&self.host, &request));
        let proposal = result.ok().and_then(|result| result.proposal);
        proposal.and_then(|it| it.changes[0].after.clone()).unwrap_or_default()
    }

    fn exists(&self, target: &str) -> Option<String> {
        let texts = self.host.texts_and_times_by_path.borrow();
        let is_meant = |path: &&String| {
            let path = path.strip_suffix(".md").unwrap_or(path);
            path == target || path.rsplit('/').next() == Some(target)
        };
        texts.keys().find(is_meant).map(|path| texts[path].0.clone())
    }
}

/// The places where Ibid writes names, each with what it writes for a name.
fn places(name: &str) -> Vec<(&'static str, Vault, String)> {
    let mut written = Vec::new();
    let mut add = |place, vault: Vault, text: String| written.push((place, vault, text));
    let vault = Vault::new(name);
    let (answer, export) = vault.ask("How late is too late for coffee?");
    add("answer from the note", Vault::new(name), answer);
    add("export", vault, export);
    let vault = Vault::new(name);
    let (answer, _) = vault.ask("How long does theobromine keep dogs awake?");
    add("answer below the heading", vault, answer);
    let vault = Vault::new(name);
    let export = vault.ask(name).1;
    add("export of the question", vault, export);
    let vault = Vault::new(name);
    let request = QuickAnswerRequest {
        question: format!("What is {name}?"),
        web_permission: Permission::Off,
        model_permission: Permission::Off,
    };
    let quick = block_on(vault.engine.answer_quickly(&vault.host, &request));
    add("quick answer", vault, quick.map(|it| it.text).unwrap_or_default());
    for style in ["links", "footnotes"] {
        let vault = Vault::new(name);
        let report = vault.research(style);
        add("report", vault, report);
    }
    let vault = Vault::with_finding(name);
    let request = AcceptFindingRequest { id: "f-1".into(), link: LinkBack::Yes };
    let note = block_on(vault.engine.accept_finding(&vault.host, &request)).unwrap();
    check_path(&note.path);
    let texts = [note.path.as_str(), "Question.md", INBOX_FILE].map(|it| vault.host.note_text(it));
    for (place, text) in ["finding", "link to the finding", "inbox"].into_iter().zip(texts) {
        let copy = Vault::new(name);
        copy.host.put_note(&note.path, "");
        add(place, copy, text);
    }
    let vault = Vault::with_finding(name);
    let request = AppendFindingRequest { id: "f-1".into(), path: "Question.md".into() };
    block_on(vault.engine.append_finding(&vault.host, &request)).unwrap();
    let text = vault.host.note_text("Question.md");
    add("finding in a note", vault, text);
    let vault = Vault::new(name);
    let request = MissingNoteRequest { name: "Okapi".into() };
    let missing = block_on(vault.engine.missing_note_text(&vault.host, &request)).unwrap();
    add("missing note", vault, missing);
    let vault = Vault::new(name);
    let links = vault.linked_mentions();
    add("mentions", vault, links);
    let vault = Vault::new(name);
    let entry = vault.log_entry();
    add("log", vault, entry);
    let allowed = AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };
    let reply = format!("Reply.\n\n{name}\n\n- {name}\n\n```{name}\na\n```");
    add("chat reply", Vault::new(name), sanitize_markdown(&reply, &allowed).markdown);
    written
}

/// The name of a file has only letters, digits, spaces and harmless punctuation.
fn check_path(path: &str) {
    let name = path.strip_suffix(".md").unwrap().rsplit('/').next().unwrap();
    let is_allowed = |c: char| c.is_alphanumeric() || " -_(),'".contains(c);
    assert!(!name.is_empty() && name.chars().all(is_allowed), "{path}");
}

/// The text without what Ibid writes for programs: properties and comments. These must not hold a
/// command either.
fn shown_text(text: &str) -> String {
    let mut shown = String::new();
    let body = match text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) {
        Some((properties, body)) => {
            check_inert("properties", properties);
            body
        }
        None => text,
    };
    for line in body.lines() {
        match line.strip_prefix("%% ").and_then(|rest| rest.strip_suffix(" %%")) {
            Some(comment) => check_inert("comment", comment),
            // The headings that Ibid writes.
            None => {
                let line = line.strip_prefix("## ").or(line.strip_prefix("# ")).unwrap_or(line);
                shown.push_str(line);
                shown.push('\n');
            }
        }
    }
    shown
}

fn check_inert(place: &str, text: &str) {
    // Dataview reads no inline fields (`::`) in properties.
    let marks = ["<%", "%%", "{{", "INPUT[", "start-multi-column:", "<img", "<script", "`$=", "`="];
    for mark in marks {
        assert!(!text.contains(mark), "{mark} in the {place}: {text}");
    }
}

/// What acts in a text, found without a parser: everything but escaped characters is searched.
fn active_mark(text: &str) -> Option<&'static str> {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            c => plain.push(c),
        }
    }
    let marks = ["`=", "`$", "` =", "`dice: ", "<%", "{{", "%%", "::", "![", "://e"];
    let hidden = ['\u{200b}', '\u{202e}'];
    let tag = plain.match_indices('<').any(|(at, _)| {
        plain[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || "!/?%".contains(c))
    });
    let is_math_open = !plain.matches("$$").count().is_multiple_of(2);
    let found = marks.into_iter().find(|mark| plain.contains(mark));
    found
        .or(is_math_open.then_some("open math"))
        .or(tag.then_some("a tag"))
        .or(plain.contains(hidden).then_some("a hidden character"))
}

/// Obsidian ignores these characters when it looks for the heading of a link.
fn heading_key(heading: &str) -> String {
    let ignored = |c: char| "!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\".contains(c);
    let spaced = heading.replace(ignored, " ").to_lowercase();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first link of a text that leads to no note, or to no heading of its note.
fn broken_link(vault: &Vault, text: &str) -> Option<String> {
    let links = text.split("[[").skip(1).filter_map(|rest| rest.split_once("]]"));
    links.map(|(link, _)| link).find_map(|link| {
        let target = link.split('|').next().unwrap_or_default();
        let (note, heading) = target.split_once('#').unwrap_or((target, ""));
        let headings = |text: String| {
            text.lines()
                .any(|line| heading_key(line) == heading_key(heading) && line.starts_with('#'))
        };
        let leads = vault.exists(note).is_some_and(|text| heading.is_empty() || headings(text));
        (!leads).then(|| link.to_owned())
    })
}

#[test]
fn no_name_acts_in_any_place() {
    let permitted = PermittedLinks { permitted_urls: &[PAGE], permitted_notes: None };
    let (mut failed, mut count) = (Vec::new(), 0);
    let names = include_str!("../fixtures/output-vectors/names.txt");
    for name in names.lines() {
        for (place, vault, text) in places(name) {
            let shown = shown_text(&text);
            count += usize::from(!shown.trim().is_empty());
            let violation = find_violation(&shown, &permitted)
                .or_else(|| active_mark(&shown).map(str::to_owned))
                .or_else(|| broken_link(&vault, &shown).map(|link| format!("the link {link}")));
            failed.extend(violation.map(|what| format!("{place}, {name:?}: {what}\n{shown}\n")));
        }
    }
    assert!(count >= 500, "only {count} texts were written");
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn a_name_becomes_a_file_name_without_commands() {
    for name in include_str!("../fixtures/output-vectors/names.txt").lines() {
        check_path(&format!("{}.md", file_name(name, "Untitled")));
    }
}
