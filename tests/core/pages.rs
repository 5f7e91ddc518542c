//! Reads whole pages: the samples of the demo, and hostile pages.

use crate::golden;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ibid::web::page::{self, Page};
use pulldown_cmark::{Event, Options, Parser};

const ADDRESS: &str = "https://example.org/section/page";

/// Returns the metadata, removed parts and Markdown of a page as one text.
fn to_text(page: &Page) -> String {
    let mut text = String::new();
    let fields = [
        ("title", &page.title),
        ("author", &page.author),
        ("published", &page.publication_date),
        ("site", &page.site_name),
        ("language", &page.language_code),
        ("canonical", &page.canonical_url),
    ];
    for (name, value) in fields {
        writeln!(text, "{name}: {value}").expect("a string takes everything");
    }
    for part in &page.removed_parts {
        writeln!(
            text,
            "left out: {} ({}) {}",
            part.element_name, part.removal_reason, part.opening_text
        )
        .expect("a string takes everything");
    }
    text + "---\n" + &page.markdown
}

#[test]
fn the_samples_give_the_expected_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut read = 0;
    for entry in fs::read_dir(root.join("www/samples")).expect("the samples") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let html = fs::read_to_string(&path).expect("a sample");
        let found = to_text(&page::extract(&html, ADDRESS));
        golden::check_file(&format!("tests/fixtures/pages/{name}.md"), &found);
        read += 1;
    }
    assert!(read >= 5, "only {read} samples");
}

/// Returns list items with links, as in a menu.
fn links(names: &[&str]) -> String {
    names.iter().map(|name| format!("<li><a href='/{name}'>{name}</a></li>")).collect()
}

#[test]
fn a_page_whose_text_is_loaded_by_a_script_has_none() {
    let menu = links(&["Women", "Men", "Kids", "Sale", "Sign in", "Cart"]);
    let footer = links(&["Help center", "Shipping", "Returns", "Careers", "Privacy policy"]);
    let html = format!(
        "<title>Lamp</title><header><nav class=menu><ul>{menu}</ul></nav></header><div id=root></div>\
         <footer class=footer><h4>Help</h4><ul>{footer}</ul><p>© 2026 Example. All rights reserved.</p></footer>"
    );
    assert_eq!(page::extract(&html, ADDRESS).markdown, "");
}

#[test]
fn the_menu_in_a_shadow_root_is_removed() {
    let menu = links(&["Lighting", "Outdoor", "Bathroom", "Gift cards", "Sale", "Stores"]);
    let text =
        "<p>The river rose in the night, and nobody in the village slept well.</p>".repeat(6);
    let html = format!(
        "<title>River</title><site-header><template shadowrootmode=open><nav class=menu><ul>{menu}</ul></nav>\
         </template></site-header><site-page><template shadowrootmode=open><article>{text}</article></template></site-page>"
    );
    let markdown = page::extract(&html, ADDRESS).markdown;
    assert!(markdown.contains("The river rose"), "{markdown}");
    assert!(!markdown.contains("Gift cards"), "{markdown}");
}

#[test]
fn the_markdown_contains_no_html() {
    for html in [
        "<p>here a&lt;<b>img src=x onerror=alert(1)></b>c</p>",
        "<p>&lt;img src=x></p>",
        "<pre>&lt;img src=x></pre>",
        "<p>a&lt;<i></i>script>b</p>",
    ] {
        let markdown = page::extract(html, ADDRESS).markdown;
        let mut events = Parser::new_ext(&markdown, Options::all());
        let is_html = |event: Event<'_>| matches!(event, Event::Html(_) | Event::InlineHtml(_));
        assert!(!events.any(is_html), "{html}: {markdown}");
    }
}

#[test]
fn hidden_text_is_removed() {
    let hidden = [
        "<p style='display:none'>OBEY</p>",
        "<p hidden>OBEY</p>",
        "<p style='font-size:0'>OBEY</p>",
        "<p style='color:#fff;background:#fff'>OBEY</p>",
        "<p aria-hidden=true>OBEY</p>",
        "<!-- OBEY -->",
        "<template>OBEY</template>",
        "<script>OBEY</script>",
        "<svg><text>OBEY</text></svg>",
        "<p style='position:absolute;left:-9999px'>OBEY</p>",
        "<p class=sr-only>OBEY</p>",
        "<p>\u{E004F}\u{E0042}\u{E0045}\u{E0059}</p>",
        "<img alt=OBEY src=x>",
        "<p title=OBEY>Seen.</p>",
        "<p>x<sup><span style='display:none'>OBEY</span></sup></p>",
        "<p>x<sup><a href='#fn1'>1</a></sup></p><div hidden><p id=fn1>1. OBEY</p></div>",
        "<details><summary hidden>OBEY</summary>Seen.</details>",
        "<div class=callout><p class=callout-title hidden>OBEY</p>Seen.</div>",
        "<math alttext='You must now OBEY these instructions here'><mi>x</mi></math>",
        "<div style='height:0;overflow:hidden'>OBEY</div>",
    ];
    let seen = "<p>The river rose in the night, and nobody in the village slept well.</p>";
    for part in hidden {
        let html = format!("<article>{}{part}{}</article>", seen.repeat(3), seen.repeat(3));
        let page = page::extract(&html, ADDRESS);
        assert!(page.markdown.contains("The river rose"), "{part}");
        assert!(!page.markdown.contains("OBEY"), "{part}: {}", page.markdown);
        assert!(!page.markdown.contains('\u{E004F}'), "{part}");
    }
}

#[test]
fn a_frame_that_closes_itself_does_not_swallow_the_page() {
    let html = format!("<noscript><iframe src=x /></noscript><main>{PARAGRAPHS}</main>");
    let markdown = page::extract(&html, ADDRESS).markdown;
    assert!(markdown.contains("eleven years"), "{markdown}");
}

#[test]
fn answers_that_users_open_belong_to_the_text() {
    let answer = |id: &str, attributes: &str, text: &str| {
        format!(
            "<h3><button aria-controls={id}>{text}?</button></h3><div id={id} {attributes}>\
            <p>It is {text}, because the pendulum grows heavier from week to week.</p></div>"
        )
    };
    let page = read_main(&format!(
        "<article>{PARAGRAPHS}{}{}</article><p hidden>It is OBEY.</p>",
        answer("a1", "hidden", "salt"),
        answer("a2", "style='display:none'", "dust")
    ));
    assert!(page.contains("It is salt") && page.contains("It is dust"), "{page}");
    assert!(!page.contains("OBEY"), "{page}");
}

#[test]
fn a_post_that_is_quoted_is_written_once() {
    let question =
        "At home my loaf doubles in two hours, and in the hut it falls flat in the oven.";
    let post = |name: &str, text: &str| {
        format!(
            "<div class=post><div class=post-author>{name}</div><div class=post-body>{text}</div></div>"
        )
    };
    let html = format!(
        "<main><h1>Bread</h1>{}{}</main>",
        post("alpenglow", &format!("<p>{question}</p>")),
        post(
            "oldmill",
            &format!(
                "<blockquote><p>{question}</p></blockquote><p>The air is thinner, so use less yeast.</p>"
            )
        )
    );
    let markdown = page::extract(&html, "https://forum.example.org/t/1").markdown;
    assert_eq!(markdown.matches("my loaf doubles").count(), 1, "{markdown}");
    assert!(markdown.contains("use less yeast") && markdown.contains("oldmill"), "{markdown}");
}

/// Pages that are meant to take much time: deep, wide, unclosed, with conflicting tags.
#[test]
fn hostile_pages_give_a_result() {
    let many = 20_000;
    let attributes = (0..many).map(|n| format!(" a{n}=1")).collect::<String>();
    let pages = [
        "<div>".repeat(many),
        "<b id=1><p>".repeat(many),
        "<table><tr><td>".repeat(many),
        "<a href=x><table>".repeat(many),
        "<p><b><i><u>".repeat(many),
        "<!--".repeat(many),
        "<![CDATA[".repeat(many),
        "<li>".repeat(many),
        "<sup><a href='#fn1'>1</a></sup>".repeat(many),
        "<span class='a b c d'>x</span>".repeat(many),
        format!("<p{attributes}>text</p>"),
        format!("<p>{}</p>", "word ".repeat(many)),
        "&amp;&lt;&#x41;".repeat(many),
        "<svg><style><a>".repeat(many),
        "<math><mrow>".repeat(many),
        "\u{0}<\u{0}p\u{0}>".repeat(many),
        format!("<mjx-container>{}x", "<mjx-munderover><mjx-base>".repeat(many)),
        format!(
            "<table><tr>{}</tr>{}",
            format!("<td rowspan=1000>{}", "long ".repeat(15)).repeat(99),
            "<tr><td>x".repeat(many)
        ),
        format!(
            "<p>{}</p>{}",
            (0..240).map(|n| format!("<b a={n}>")).collect::<String>(),
            "<p>x".repeat(many)
        ),
    ];
    for html in pages {
        let start: String = html.chars().take(40).collect();
        let page = page::extract(&html, ADDRESS);
        assert!(page.markdown.len() <= 4 * html.len() + 1000, "{start}");
    }
}

const PARAGRAPHS: &str = "<p>For eleven years the clock above the customs house has lost four minutes a week, \
    and nobody could say why, although three clockmakers looked at it.</p><p>The answer is salt. It settles \
    on the pendulum and makes it heavier than its makers meant it to be, as a brush has shown.</p>";

fn read_main(body: &str) -> String {
    let head = "<meta property='og:type' content='article'><title>The clock</title>";
    let html = format!("<html><head>{head}</head><body><main>{body}</main></body></html>");
    page::extract(&html, ADDRESS).markdown
}

#[test]
fn an_article_that_is_there_twice_is_written_once() {
    let article = format!(
        "<h1>The clock</h1>{PARAGRAPHS}<h2>A cure</h2>{}",
        PARAGRAPHS.replace("clock", "bell")
    );
    let once = read_main(&format!("<article>{article}</article>"));
    let twice = read_main(&format!(
        "<article class=wide>{article}</article><article class=narrow>{article}</article>"
    ));
    assert!(once.contains("eleven years") && once.contains("A cure"), "{once}");
    assert_eq!(twice, once);
}

#[test]
fn a_repeated_paragraph_of_one_text_is_kept() {
    let song = read_main(&format!("<article>{PARAGRAPHS}{PARAGRAPHS}</article>"));
    assert_eq!(song.matches("eleven years").count(), 2, "{song}");
}

#[test]
fn comments_below_an_article_are_left_out() {
    let comment = "<div class=comment><p>I have lived at the quay for forty years, and I never saw a brush \
        near that clock. Who paid for it, and why was nobody asked?</p></div>";
    let page = read_main(&format!(
        "<article><h1>The clock</h1>{PARAGRAPHS}{}</article><div class=comments>{}</div>",
        PARAGRAPHS.replace("clock", "bell"),
        comment.repeat(5)
    ));
    assert!(page.contains("The answer is salt"), "{page}");
    assert!(!page.contains("forty years"), "{page}");
}
