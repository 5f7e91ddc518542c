//! What a server answered, as a page: HTML through the extractor, texts and data as what they are,
//! and everything else refused with a reason.

mod data;
mod kind;
mod markdown;

use url::Url;

use crate::error::{Error, ErrorCode};
use crate::note::link;
use crate::page::marks::Marks;
use crate::page::{Page, parse};
use crate::text::one_line;
use kind::Kind;

/// Characters of a first line that can be a title.
const LONGEST_TITLE: usize = 120;

/// Characters of lines that are broken where their author wanted it; longer ones are broken where
/// the paper ended.
const SHORT_LINE: usize = 60;

/// Why an answer is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Couldn't read {what}: {reason}")]
pub struct Refusal {
    /// What was asked for.
    pub what: String,
    /// Why, in words for a person.
    pub reason: String,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::new(ErrorCode::PageNotText, refusal.to_string()).hint("Open it in a browser.")
    }
}

/// Reads an answer; the address is where it came from.
pub fn read_answer(content_type: Option<&str>, url: &str, text: &str) -> Result<Page, Refusal> {
    let address = Url::parse(url).ok();
    let name = file_name(address.as_ref());
    let (title, markdown) = match kind::kind(content_type, &name, text) {
        Kind::Html => return Ok(crate::page::extract(text, url)),
        Kind::Other(thing) => return Err(refused(url, thing)),
        Kind::Json => (String::new(), data::fenced(&data::spread(text), "json")),
        Kind::Code(language) => (String::new(), data::fenced(text, language)),
        Kind::Plain if looks_like_code(text) => (String::new(), data::fenced(text, "")),
        Kind::Plain => (first_line(text), of_plain(text)),
        Kind::Markdown => {
            let from_html = |html: &str| of_html(html, address.as_ref());
            let found = markdown::harmless(text, address.as_ref(), from_html);
            let title =
                if found.title.is_empty() { first_line(&found.markdown) } else { found.title };
            (title, found.markdown)
        }
    };
    let site = address.as_ref().and_then(Url::host_str).unwrap_or_default().to_owned();
    let title = if title.is_empty() { name } else { title };
    Ok(Page { title, site, markdown, ..Page::default() })
}

fn refused(url: &str, thing: &str) -> Refusal {
    let reason = match thing {
        "not text" => "it is not text".to_owned(),
        thing => format!("it is {thing}; Ibid reads only web pages and text"),
    };
    Refusal { what: one_line::single_line(url), reason }
}

/// The name of the file in an address, else the host.
fn file_name(address: Option<&Url>) -> String {
    let Some(address) = address else { return String::new() };
    let last = address.path_segments().and_then(|mut parts| parts.rfind(|part| !part.is_empty()));
    let last = last.map(link::percent_decoded).map(|name| one_line::single_line(&name));
    last.filter(|name| !name.is_empty())
        .unwrap_or_else(|| address.host_str().unwrap_or_default().to_owned())
}

/// The first line with words in it, if it is short enough for a title.
fn first_line(text: &str) -> String {
    let line = text
        .lines()
        .map(one_line::single_line)
        .find(|line| line.chars().any(char::is_alphanumeric));
    let line = line.filter(|line| line.chars().count() <= LONGEST_TITLE);
    line.map(|line| line.trim_matches(['#', '*', '=', '_', ' ']).to_owned()).unwrap_or_default()
}

/// A text without markup as Markdown that shows it.
pub(super) fn of_plain(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 64);
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim).chain(std::iter::once("")) {
        if !line.is_empty() {
            paragraph.push(line);
        } else if !paragraph.is_empty() {
            let is_short = paragraph.iter().all(|line| line.chars().count() < SHORT_LINE);
            let lines = paragraph.drain(..).map(escaped).collect::<Vec<_>>();
            let joined = lines.join(if is_short { "<br>" } else { "\n" });
            html.push_str(&format!("<p>{joined}</p>"));
        }
    }
    of_html(&html, None)
}

fn escaped(line: &str) -> String {
    line.replace('&', "&amp;").replace('<', "&lt;")
}

/// A piece of HTML as Markdown.
fn of_html(html: &str, base: Option<&Url>) -> String {
    let dom = parse::parse(html);
    let top = dom.body();
    let marks = Marks::none(&dom);
    let draft = crate::page::markdown::Draft { dom: &dom, marks: &marks, top, title: "", base };
    crate::page::markdown::write(&draft).trim().to_owned()
}

/// Whether most lines of a text are those of a program.
fn looks_like_code(text: &str) -> bool {
    const STARTS: [&str; 16] = [
        "#include",
        "#!/",
        "import ",
        "from ",
        "def ",
        "class ",
        "function ",
        "const ",
        "var ",
        "let ",
        "package ",
        "use ",
        "fn ",
        "pub ",
        "return ",
        "//",
    ];
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(200);
    let (code, all) = lines.fold((0, 0), |(code, all), line| {
        let ends =
            line.ends_with([';', '{', '}', ')']) || line.ends_with("};") || line.ends_with(");");
        let is_code = ends || STARTS.iter().any(|start| line.starts_with(start));
        (code + usize::from(is_code), all + 1)
    });
    all >= 3 && code * 2 > all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content_type: &str, url: &str, text: &str, expected: (&str, &str)) {
        let page = read_answer(Some(content_type), url, text).unwrap();
        assert_eq!((page.title.as_str(), page.markdown.as_str()), expected, "{text}");
    }

    #[test]
    fn a_page_goes_through_the_extractor() {
        let page = read_answer(None, "https://e.org/", "<html><title>T</title><p>Words").unwrap();
        assert_eq!((page.title.as_str(), page.markdown.trim()), ("T", "Words"));
    }

    #[test]
    fn texts_are_read_as_texts() {
        let url = "https://e.org/a/my%20notes.txt";
        check("text/plain", url, "A title\n\nSome words.", ("A title", "A title\n\nSome words."));
        check("text/plain", url, &"long ".repeat(50), ("my notes.txt", "long ".repeat(50).trim()));
        check(
            "text/markdown",
            url,
            "Intro\n\n# Title\n\n*Text*",
            ("Title", "Intro\n\n# Title\n\n*Text*"),
        );
        check("text/plain", "https://e.org/", "", ("e.org", ""));
    }

    #[test]
    fn a_plain_text_shows_as_it_is_written() {
        let check = |text: &str, expected: &str| assert_eq!(of_plain(text), expected);
        check("*a* [[b]] <c> & d", "\\*a\\* \\[\\[b\\]\\] \\<c> & d");
        check("one\ntwo", "one\ntwo");
    }

    #[test]
    fn data_and_programs_stand_in_fences() {
        check(
            "application/json",
            "https://e.org/a.json",
            "{\"b\":1}",
            ("a.json", "```json\n{\n  \"b\": 1\n}\n```"),
        );
        check(
            "text/plain",
            "https://e.org/a.rs",
            "fn main() {}",
            ("a.rs", "```rust\nfn main() {}\n```"),
        );
        let program = "int main() {\n  run();\n}\n";
        check(
            "text/plain",
            "https://e.org/x",
            program,
            ("x", "```\nint main() {\n  run();\n}\n```"),
        );
    }

    #[test]
    fn what_is_no_text_is_refused_with_a_reason() {
        let refused = |content_type: &str, text: &str| {
            read_answer(Some(content_type), "https://e.org/a", text).unwrap_err().to_string()
        };
        assert_eq!(
            refused("text/html", "%PDF-1.4"),
            "Couldn't read https://e.org/a: it is a PDF document; Ibid reads only web pages and text"
        );
        assert_eq!(refused("", "\0\0"), "Couldn't read https://e.org/a: it is not text");
        let error = Error::from(Refusal { what: "a".to_owned(), reason: "b".to_owned() });
        assert_eq!(
            (error.code.as_str(), error.message.as_str()),
            ("page-not-text", "Couldn't read a: b")
        );
    }

    proptest::proptest! {
        #[test]
        fn no_answer_is_too_strange(
            text in "[a-z<>/!\\[\\](){}\"'`*#&;:,.=$|~\\\\ \n\u{0}\u{fffd}é界-]{0,200}",
            name in "(a|a.md|a.json|%ff%41)",
            said in "(text/plain|text/markdown|text/html|application/json|)",
        ) {
            let read = read_answer(Some(&said), &format!("https://e.org/{name}"), &text);
            proptest::prop_assert!(read.map_or_else(|refusal| refusal.reason, |page| page.title).lines().count() <= 1);
        }
    }
}
