//! Conversion of HTML to Markdown: cases in files, and properties of all pages.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag as Element};
use url::Url;

use crate::golden;
use crate::values::html::Tag;
use crate::values::html::parse;
use crate::web::page::main_text::removals::{RemovalReason, Removals};
use crate::web::page::markdown::{MarkdownInput, to_markdown};

fn markdown(html: &str) -> String {
    let dom = parse::parse(html);
    let base_url = Url::parse("https://example.com/dir/page").expect("an address");
    let top = dom.find_tag(dom.root(), Tag::Body).unwrap_or(dom.root());
    let (removals, title) = (Removals::new(&dom), "The title");
    to_markdown(&MarkdownInput {
        dom: &dom,
        removals: &removals,
        content_root: top,
        title,
        base_url: Some(&base_url),
    })
}

fn check(name: &str) {
    let path = format!("src/web/page/markdown/cases/{name}.txt");
    golden::check_cases(&path, |case| markdown(&case.input));
}

#[test]
fn blocks_of_a_page() {
    check("blocks");
}

#[test]
fn formatting_in_a_line() {
    check("inline");
}

#[test]
fn characters_that_are_escaped() {
    check("escape");
}

#[test]
fn links_of_a_page() {
    check("links");
}

#[test]
fn lists_of_a_page() {
    check("lists");
}

#[test]
fn tables_of_a_page() {
    check("tables");
}

#[test]
fn code_of_a_page() {
    check("code");
}

#[test]
fn callouts_of_a_page() {
    check("callouts");
}

#[test]
fn formulas_of_a_page() {
    check("math");
}

#[test]
fn footnotes_of_a_page() {
    check("footnotes");
}

#[test]
fn removed_parts_are_not_written_except_their_footnotes() {
    let html = "<main><p>One<sup><a href=#fn1>1</a></sup><i>two</i></p></main>\
                <footer><p id=fn1>Note</p><p id=fn2>Other</p></footer>";
    let dom = parse::parse(html);
    let mut removals = Removals::new(&dom);
    for tag in [Tag::Footer, Tag::I] {
        let id = dom.find_tag(dom.root(), tag).expect("there");
        removals.remove(id, RemovalReason::HeaderOrFooter);
    }
    let top = dom.find_tag(dom.root(), Tag::Main).expect("there");
    let input = MarkdownInput {
        dom: &dom,
        removals: &removals,
        content_root: top,
        title: "",
        base_url: None,
    };
    let found = to_markdown(&input);
    assert_eq!(found, "One[^1]\n\n[^1]: Note\n");
}

/// Generates pages of fragments that are likely to cause errors in combination.
fn tag_soup() -> impl Strategy<Value = String> {
    const PIECES: &str = "<p>|</p>|<b>|</b>|<i>|</i>|<a href='/x'>|<a href='#fn1'>|</a>|<sup>|</sup>|<ul>|<ol>|<li>|</ul>|</ol>|\
        <table>|<tr>|<td>|<th rowspan=3>|</table>|<pre>|</pre>|<code>|</code>|<blockquote>|</blockquote>|<h1>|</h1>|<br>|<hr>|\
        <math>|<mfrac>|<mi>|</math>|<div class='alert alert-info'>|</div>|<div>|<p id=fn1>|<dl>|<dt>|<dd>|<details>|<summary>|\
        <svg>|<mark>|<del>|<img alt='x' src=y>|<span class=katex>|</span>|<script type='math/tex'>|</script>|&lt;b&gt;|&lt;!--|\
        text|1|1. |# | #tag|- |+ |&gt; |*|_|**|__|~~|==|%%|$|$$|\\(|\\)|\\[|\\]|\\|`|```|[|]|(|)|[[|]]|!|^|^[|&amp;lt;| |\n|\t|:|=|---|\
        &amp;#60;|https://a.org|&lt;https://a.org&gt;|&lt;a@b.org&gt;|&lt;?x|&lt;/b|{|}|'|\"|é|漢|&#x200b;";
    let pieces: Vec<&str> = PIECES.split('|').collect();
    let any = prop_oneof![
        12 => proptest::sample::select(pieces).prop_map(str::to_owned),
        1 => Just("|".to_owned()),
        1 => "\\PC{0,4}",
    ];
    proptest::collection::vec(any, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_page_becomes_html_or_an_active_link(html in tag_soup()) {
        let text = markdown(&html);
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
        for event in Parser::new_ext(&text, options) {
            match event {
                Event::Html(_) | Event::InlineHtml(_) => prop_assert!(false, "HTML in {text:?}"),
                Event::Start(Element::Image { .. }) => prop_assert!(false, "an image in {text:?}"),
                Event::Start(Element::Link { dest_url, .. }) => {
                    let is_web = ["http://", "https://", "mailto:"].iter().any(|start| dest_url.starts_with(start));
                    prop_assert!(is_web, "{dest_url} in {text:?}");
                }
                _ => {}
            }
        }
    }

    #[test]
    fn blank_lines_and_spaces_are_not_repeated(html in tag_soup()) {
        let text = markdown(&html);
        // Code may contain several blank lines in a row, other text may not.
        prop_assert!(html.contains("<pre>") || !text.contains("\n\n\n"), "{text:?}");
        prop_assert!(!text.lines().any(|line| line.ends_with([' ', '\t'])), "{text:?}");
    }
}
