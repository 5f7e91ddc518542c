//! Formulas as elements of a page: MathML, and what KaTeX, MathJax, wikis and services that draw
//! images of formulas put in its place. The TeX that a page was written with is best; without it
//! MathML is translated.

use crate::page::dom::{Dom, NodeId};
use crate::page::markdown::compose::Composer;
use crate::page::markdown::mathml;
use crate::page::markdown::style::Style;
use crate::page::tag::Tag;

/// Nodes of an element that are looked at for a formula: such elements may stand in one another.
const MOST_NODES: usize = 10_000;

struct Formula {
    tex: String,
    is_display: bool,
}

/// Writes a formula, if the element is one.
pub(super) fn write(composer: &mut Composer<'_, '_>, id: NodeId, style: &Style) -> bool {
    let dom = composer.source.dom;
    if composer.source.draft.marks.is_out(id) {
        return false;
    }
    let Some(formula) = formula(dom, id) else { return false };
    let tex = plain(&formula.tex);
    if formula.is_display || is_equation(dom, id) {
        composer.display(tex, style);
    } else {
        composer.formula(tex, style);
    }
    true
}

fn formula(dom: &Dom, id: NodeId) -> Option<Formula> {
    match dom.tag(id) {
        Tag::Math => Some(of_math(dom, id)),
        Tag::Script => of_script(dom, id),
        Tag::Img => of_image(dom, id).map(|tex| Formula { tex, is_display: false }),
        Tag::Span | Tag::Div | Tag::P | Tag::Other => of_wrapper(dom, id),
        _ => None,
    }
}

/// What a MathML element says: the TeX it was made from, or else a translation.
fn of_math(dom: &Dom, math: NodeId) -> Formula {
    let is_tex = |node: &NodeId| {
        let encoding = dom.attribute(*node, "encoding").unwrap_or_default().to_ascii_lowercase();
        dom.tag(*node) == Tag::Annotation && encoding.contains("tex")
    };
    let annotation = dom.walk(math).find(is_tex).map(|node| dom.all_text(node));
    let said =
        ["data-latex", "alttext", "data-tex"].iter().find_map(|name| dom.attribute(math, name));
    let tex = annotation.or(said.map(str::to_owned));
    let tex = tex.filter(|tex| !tex.trim().is_empty() && !is_prose(tex));
    let is_display = dom.attribute(math, "display") == Some("block")
        || dom.attribute(math, "mode") == Some("display");
    Formula { tex: tex.unwrap_or_else(|| mathml::tex(dom, math)), is_display }
}

/// Whether what should be TeX is a text: nobody sees it on the page, so it could say anything.
fn is_prose(tex: &str) -> bool {
    const MOST_WORDS: usize = 3;
    let is_word = |word: &&str| word.len() > 2 && word.chars().all(char::is_alphabetic);
    tex.split_whitespace().filter(is_word).count() > MOST_WORDS
}

/// TeX in a script, as MathJax leaves it beside what it drew.
fn of_script(dom: &Dom, id: NodeId) -> Option<Formula> {
    let kind = dom.attribute(id, "type").filter(|kind| kind.starts_with("math/"))?;
    let is_display = kind.contains("mode=display");
    if kind.starts_with("math/tex") {
        return Some(Formula { tex: dom.all_text(id), is_display });
    }
    Some(Formula { tex: String::new(), is_display })
}

/// An element around a formula that a program of the page has drawn.
fn of_wrapper(dom: &Dom, id: NodeId) -> Option<Formula> {
    if dom.name(id) == "mjx-container" {
        let is_display = matches!(dom.attribute(id, "display"), Some("true" | "block"));
        return Some(Formula { is_display, ..inner(dom, id) });
    }
    let class = dom.attribute(id, "class")?;
    let has = |name: &str| class.split_whitespace().any(|class| class == name);
    if has("katex-display") || has("katex") || has("mwe-math-element") || has("temml") {
        let formula = inner(dom, id);
        let is_display =
            formula.is_display || has("katex-display") || has("mwe-math-element-block");
        // Without anything to read, what is drawn stays as text.
        return (!formula.tex.is_empty()).then_some(Formula { is_display, ..formula });
    }
    if class.contains("MathJax") {
        return of_mathjax(dom, id, class);
    }
    let said = ["data-entry", "data-tex", "data-latex", "data-math"];
    let is_math = class.contains("tex") || class.contains("math") || class.contains("formula");
    let tex = said.iter().find_map(|name| dom.attribute(id, name)).filter(|_| is_math)?;
    let is_display = dom.tag(id) != Tag::Span || has("display") || inner(dom, id).is_display;
    Some(Formula { tex: tex.to_owned(), is_display })
}

/// What MathJax drew. Beside a script with the TeX it is nothing more.
fn of_mathjax(dom: &Dom, id: NodeId, class: &str) -> Option<Formula> {
    const DRAWN: [&str; 7] = [
        "MathJax",
        "MathJax_Display",
        "MathJax_SVG",
        "MathJax_SVG_Display",
        "MathJax_CHTML",
        "MathJax_Preview",
        "MathJaxMathML",
    ];
    if !class.split_whitespace().any(|name| DRAWN.contains(&name)) {
        return None;
    }
    let is_display = class.contains("Display");
    let is_script = |node: NodeId| of_script(dom, node).is_some();
    let behind = std::iter::successors(dom.after(id), |node| dom.after(*node));
    if class.contains("Preview") || behind.take(3).any(is_script) {
        return Some(Formula { tex: String::new(), is_display: false });
    }
    if dom.walk(id).take(MOST_NODES).any(is_script) {
        return None;
    }
    let formula = inner(dom, id);
    Some(Formula { is_display: is_display || formula.is_display, ..formula })
}

/// The formula inside an element.
fn inner(dom: &Dom, id: NodeId) -> Formula {
    let math = dom.walk(id).take(MOST_NODES).find(|node| dom.tag(*node) == Tag::Math);
    let math = math.map(|math| of_math(dom, math));
    let formula = math.filter(|formula| !formula.tex.trim().is_empty());
    formula.unwrap_or_else(|| Formula { tex: drawn(dom, id), is_display: false })
}

/// What can be read from the drawing itself, or from an image in it.
fn drawn(dom: &Dom, id: NodeId) -> String {
    let image = dom.walk(id).take(MOST_NODES).find(|node| dom.tag(*node) == Tag::Img);
    let image = image.and_then(|image| dom.attribute(image, "alt"));
    let label = dom.walk(id).take(8).find_map(|node| dom.attribute(node, "data-latex"));
    let said = image.or(label).map(str::to_owned);
    let is_mathjax = dom.name(id) == "mjx-container";
    said.unwrap_or_else(|| if is_mathjax { mathml::tex(dom, id) } else { String::new() })
}

/// TeX in an image that a service has drawn from it.
fn of_image(dom: &Dom, id: NodeId) -> Option<String> {
    const IN_ADDRESS: [&str; 7] = [
        "latex.codecogs.com/",
        "/latex.php?latex=",
        "cht=tx&chl=",
        "/formula/",
        "/cgi-bin/mathtex.cgi?",
        "/cgi-bin/mimetex.cgi?",
        "zhihu.com/equation?tex=",
    ];
    let class = dom.attribute(id, "class").unwrap_or_default();
    let alt = dom.attribute(id, "alt").unwrap_or_default();
    let names = class.split_whitespace();
    let mut says = names.map(|name| {
        ["latex", "tex", "math", "formula", "equation"].iter().any(|word| name.contains(word))
    });
    let is_tex = alt.contains(['\\', '^', '_', '=', '{']);
    if !alt.is_empty() && says.any(|says| says) && is_tex {
        return Some(alt.to_owned());
    }
    let address = dom.attribute(id, "src")?;
    let behind =
        IN_ADDRESS.iter().find_map(|part| address.split_once(part)).map(|(_, behind)| behind)?;
    let tex = behind
        .split_once('?')
        .filter(|_| address.contains("codecogs"))
        .map_or(behind, |(_, tex)| tex);
    let tex = tex.split('&').next().unwrap_or_default();
    let decoded = decode(tex);
    decoded.contains('\\').then_some(decoded)
}

/// Text from an address.
fn decode(text: &str) -> String {
    let pairs = url::form_urlencoded::parse(text.as_bytes());
    let text =
        pairs.map(
            |(name, value)| {
                if value.is_empty() { name.into_owned() } else { format!("{name}={value}") }
            },
        );
    text.collect::<Vec<_>>().join("&")
}

/// Whether a formula stands alone in a table that lays out an equation.
fn is_equation(dom: &Dom, id: NodeId) -> bool {
    let cell = dom.ancestors(id).take(3).find(|around| dom.tag(*around) == Tag::Td);
    let Some(cell) = cell else { return false };
    let mut around = dom.ancestors(cell).take(3);
    around.any(|around| {
        let class = dom.attribute(around, "class").unwrap_or_default();
        dom.tag(around) == Tag::Table
            && (class.contains("eqn") || class.contains("formula") || class.contains("equation"))
    })
}

/// The formula without signs that say where it begins and ends, and without what wikis put
/// around every one.
fn plain(tex: &str) -> &str {
    let tex = tex.trim();
    let bare = [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$")];
    let inside = bare.iter().find_map(|(open, close)| tex.strip_prefix(open)?.strip_suffix(close));
    let tex = inside.unwrap_or(tex).trim();
    let styled = tex.strip_prefix("{\\displaystyle ").or(tex.strip_prefix("{\\textstyle "));
    styled.and_then(|tex| tex.strip_suffix('}')).unwrap_or(tex).trim()
}
