//! Small pages and their metadata.

use crate::values::html::parse;
use crate::web::page::metadata::*;

fn read(html: &str) -> Metadata {
    Metadata::read(&parse::parse(html), "https://www.bean.example/roast/green?utm_source=x")
}

#[test]
fn titles() {
    let check = |html: &str, expected: &str| assert_eq!(read(html).title, expected, "{html}");
    check("<title>Green\n beans</title>", "Green beans");
    check("<title>Green beans - Bean</title>", "Green beans");
    check("<title>Home | Green beans | Shop</title><h1>Green beans</h1>", "Green beans");
    check(
        "<meta property=og:title content='Green'><title>Green beans</title><h1>Green beans</h1>",
        "Green beans",
    );
    check("<meta property=og:title content='Green bea…'><title>Green beans</title>", "Green beans");
    check("<h1>The Bean</h1><h1>Green beans</h1>", "Green beans");
    check("<h1>One</h1><h1>Two</h1>", "");
    check("<title>Green beans</title><h1>Welcome</h1>", "Green beans");
    check("<title>The Bean</title><h1>Green beans</h1>", "Green beans");
    check("<h1>Green beans<a href=#g>¶</a> <button>Copy</button></h1>", "Green beans");
    check("<title>Green | Bean</title><h1>Green | Bean</h1>", "Green");
    check("<svg><title>Icon</title></svg><title>Green beans</title>", "Green beans");
    check("<meta name=citation_title content='On beans'><title>PDF</title>", "On beans");
    check(
        "<title>Green | S</title><script type=application/ld+json>[{\"@type\":\"WebSite\",\"name\":\"S\"},\
         {\"@type\":\"Article\",\"headline\":\"Other\"},{\"@type\":\"Article\",\"headline\":\"Green\"}]</script>",
        "Green",
    );
    check("", "");
}

#[test]
fn authors() {
    let check = |html: &str, expected: &str| assert_eq!(read(html).author, expected, "{html}");
    check("<meta name=author content='By Ada Bell'>", "Ada Bell");
    check("<meta property=article:author content=https://e.org/ada>", "");
    check(
        "<meta name=citation_author content='Bell, Ada'><meta name=citation_author content='Cole, Bo'>",
        "Ada Bell, Bo Cole",
    );
    check("<meta name=author content=admin><a rel=author href=/ada>Ada Bell</a>", "Ada Bell");
    check(
        "<meta name=author content='Web team'><a rel=author>Ada Bell</a><p class=byline>By Ada Bell, 3 May",
        "Ada Bell",
    );
    check(
        "<div itemprop=author itemscope><b>Team</b> <i itemprop=name>Ada Bell</i></div>",
        "Ada Bell",
    );
    check("<div class=comment><p class=author>Ada Bell</p></div>", "");
    check("<h1>Beans</h1><p>By <a>Ada Bell</a>, writer</p>", "Ada Bell");
    check("<h1>Beans</h1><a href=/authors/ada>Ada Bell</a>", "Ada Bell");
    check("<h1>Beans</h1><div class=hero__author>Ada Bell</div>", "Ada Bell");
    check("<h1>Beans</h1><p><i>By</i> <a>Ada Bell</a></p>", "Ada Bell");
    check("<h1>Beans</h1><p>Learn <b>Beans</b> in an hour <i>by cooking</i></p>", "");
    check("<h1>Beans</h1><p>By the way, beans are green.</p>", "");
    check("<p class=byline>Posted by <a>Ada Bell</a> on May 3</p>", "Ada Bell");
}

#[test]
fn dates() {
    let check =
        |html: &str, expected: &str| assert_eq!(read(html).publication_date, expected, "{html}");
    check("<meta property=article:published_time content=2025-03-19T08:00Z>", "2025-03-19");
    check("<meta name=dcterms.created content=2025-03-19>", "2025-03-19");
    check("<h1>Beans</h1><p><time datetime=2025-03-19>last week</time>", "2025-03-19");
    check(
        "<h1>Beans</h1><time class=updated datetime=2025-03-20></time><time>19 March 2025</time>",
        "2025-03-19",
    );
    check("<h1>Beans</h1><aside><time datetime=2025-03-19></time></aside>", "");
    check("<span class=post-date>19. März 2025</span>", "2025-03-19");
    check(
        "<meta name=date content=2025-03-18><meta itemprop=datePublished content=2025-03-19><span class=date>March 19, 2025</span>",
        "2025-03-19",
    );
    check("<h1>Beans</h1><p><span>19 March 2025</span> · 3 minutes", "2025-03-19");
    check("<h1>Beans</h1><p>Updated 19 March 2025</p>", "");
    check("<h1>Beans</h1><p>On 19 March 2025 everything changed for all who grow beans.", "");
    check("<h1>Beans</h1><relative-time datetime=2025-03-19></relative-time>", "2025-03-19");
    check("<table><td class=date>1998-02-28</table>", "");
    check("<meta name=date content=soon>", "");
}

#[test]
fn sites() {
    let check = |html: &str, expected: &str| assert_eq!(read(html).site_name, expected, "{html}");
    check("<meta property=og:site_name content='The Bean'>", "The Bean");
    check(
        "<script type=application/ld+json>{\"@type\":\"WebSite\",\"name\":\"The Bean\"}</script>",
        "The Bean",
    );
    check("<meta name=application-name content='Bean -'>", "Bean");
    check("<title>Green beans - Bean</title>", "Bean");
    check("", "bean.example");
}

#[test]
fn languages() {
    let check = |html: &str, expected: &str| assert_eq!(read(html).language, expected, "{html}");
    check("<html lang=de-at>", "de-AT");
    check("<html xml:lang=fr>", "fr");
    check("<meta http-equiv=Content-Language content=pt_BR>", "pt-BR");
    check(
        "<html lang=en><meta property=og:locale content=de_DE><meta name=dc.language content=de>",
        "de-DE",
    );
    check("<html lang='{{lang}}'>", "");
}

#[test]
fn addresses() {
    let check = |html: &str, canonical: &str, base: &str| {
        let read = read(html);
        let found = (
            read.canonical_url.as_str(),
            read.base_url.as_ref().map(Url::as_str).unwrap_or_default(),
        );
        assert_eq!(found, (canonical, base), "{html}");
    };
    let here = "https://www.bean.example/roast/green?utm_source=x";
    check("", "", here);
    check(
        "<link rel='Canonical' href='/roast/green#top'>",
        "https://www.bean.example/roast/green",
        here,
    );
    check(
        "<meta property=og:url content='https://bean.example/green?fbclid=1'>",
        "https://bean.example/green",
        here,
    );
    check("<link rel=canonical href=/>", "", here);
    check("<link rel=canonical href='javascript:1'>", "", here);
    check(
        "<base href=/a/><link rel=canonical href=b>",
        "https://www.bean.example/a/b",
        "https://www.bean.example/a/",
    );
    check("<base href='data:,x'>", "", here);
}

#[test]
fn schema_types_and_article_body() {
    let read = read(
        "<meta property=og:type content=Article><title>T</title><script type=application/ld+json>\
         {\"@type\":\"NewsArticle\",\"headline\":\"T\",\"articleBody\":\"One. Two.\"}</script>",
    );
    assert_eq!(read.schema_types, ["newsarticle", "article"]);
    assert_eq!(read.article_body.as_deref(), Some("One. Two."));
}

#[test]
fn any_page_and_any_url_give_a_result() {
    let nested = "<h1 class=byline itemprop='author name'><div><time>".repeat(3000);
    assert_eq!(Metadata::read(&parse::parse(&nested), "no address").base_url, None);
    let blocks =
        "<script type=application/ld+json>{\"@id\":\"a\",\"author\":{\"@id\":\"a\"}}</script>"
            .repeat(200);
    assert_eq!(Metadata::read(&parse::parse(&blocks), "").author, "");
}

proptest::proptest! {
    #[test]
    fn any_html_gives_metadata(html in "(<(meta|h1|time|script type=application/ld\\+json|a rel=author|link rel=canonical|base)( name=| content=| itemprop=| href=| class=)?['\"]?[a-z:./|{}0-9é界 ]{0,12}['\"]?>?){0,12}") {
        let read = read(&html);
        proptest::prop_assert!(read.title.chars().count() <= 300);
    }
}
