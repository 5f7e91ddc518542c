//! Finds formulas in the elements of a page: MathML, and the elements and images that KaTeX,
//! MathJax, wikis and image services create. The TeX source is preferred; if the page does not
//! contain it, MathML is translated.

use crate::values::html::{Dom, NodeId, Tag};
use crate::web::page::markdown::math::mathml;

/// Maximum number of nodes of an element that are searched for a formula. Without this limit,
/// deeply nested elements would take long, because each of them is searched to its end.
const MAX_FORMULA_SEARCH_NODES: usize = 10_000;

/// A formula on a page, in whichever form the page has it.
pub struct Formula {
    /// The TeX source of the formula.
    pub tex: String,
    /// Whether the page shows the formula in a line of text or on lines of its own.
    pub display: MathDisplay,
}

/// How the page shows a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MathDisplay {
    /// In a line of text.
    Inline,
    /// On lines of its own.
    Block,
}

impl Formula {
    fn new_inline(tex: String) -> Self {
        Self { tex, display: MathDisplay::Inline }
    }

    fn is_block(&self) -> bool {
        self.display == MathDisplay::Block
    }
}

/// Returns the formula that an element shows, without TeX delimiters such as `$$`; `None` if the
/// element is no formula.
pub fn detect_formula(dom: &Dom, id: NodeId) -> Option<Formula> {
    let formula = match dom.tag(id) {
        Tag::Math => Some(from_mathml(dom, id)),
        Tag::Script => from_script(dom, id),
        Tag::Img => tex_of_image(dom, id).map(Formula::new_inline),
        Tag::Span | Tag::Div | Tag::P | Tag::Other => from_renderer_element(dom, id),
        _ => None,
    }?;
    let is_in_table = is_in_equation_table(dom, id);
    let display = if is_in_table { MathDisplay::Block } else { formula.display };
    Some(Formula { tex: without_delimiters(&formula.tex).to_owned(), display })
}

/// Returns the TeX that a MathML element was made from, or else translates the element to TeX.
fn from_mathml(dom: &Dom, math: NodeId) -> Formula {
    let is_tex = |node: &NodeId| {
        let encoding = dom.attribute(*node, "encoding").unwrap_or_default().to_ascii_lowercase();
        dom.tag(*node) == Tag::Annotation && encoding.contains("tex")
    };
    let annotation = dom.walk(math).find(is_tex).map(|node| dom.text_content(node));
    let attribute =
        ["data-latex", "alttext", "data-tex"].iter().find_map(|name| dom.attribute(math, name));
    let tex = annotation.or(attribute.map(str::to_owned));
    let tex = tex.filter(|tex| !tex.trim().is_empty() && !is_prose(tex));
    let display = match (dom.attribute(math, "display"), dom.attribute(math, "mode")) {
        (Some("block"), _) | (_, Some("display")) => MathDisplay::Block,
        _ => MathDisplay::Inline,
    };
    let tex = tex.unwrap_or_else(|| mathml::to_tex(dom, math));
    Formula { tex, display }
}

/// Whether an annotation that should be TeX is a sentence. Users do not see annotations, so that a
/// page could hide instructions in one.
fn is_prose(tex: &str) -> bool {
    /// A text with more words than this, each of at least three letters, is a sentence and not TeX.
    const MAX_TEX_WORDS: usize = 3;
    let is_word = |word: &&str| word.len() > 2 && word.chars().all(char::is_alphabetic);
    tex.split_whitespace().filter(is_word).count() > MAX_TEX_WORDS
}

/// Returns the formula in a `script` element with a type such as `math/tex`. MathJax leaves this
/// element next to the formula that it has rendered.
fn from_script(dom: &Dom, id: NodeId) -> Option<Formula> {
    let kind = dom.attribute(id, "type").filter(|kind| kind.starts_with("math/"))?;
    let is_display = kind.contains("mode=display");
    let display = if is_display { MathDisplay::Block } else { MathDisplay::Inline };
    let is_tex = kind.starts_with("math/tex");
    let tex = if is_tex { dom.text_content(id) } else { String::new() };
    Some(Formula { tex, display })
}

/// Returns the formula inside an element that KaTeX, MathJax, a wiki or another renderer has put
/// around it; `None` for other elements.
fn from_renderer_element(dom: &Dom, id: NodeId) -> Option<Formula> {
    if dom.tag_name(id) == "mjx-container" {
        let display = match dom.attribute(id, "display") {
            Some("true" | "block") => MathDisplay::Block,
            _ => MathDisplay::Inline,
        };
        return Some(Formula { display, ..formula_inside(dom, id) });
    }
    let class = dom.attribute(id, "class")?;
    let has = |name: &str| class.split_whitespace().any(|class| class == name);
    if has("katex-display") || has("katex") || has("mwe-math-element") || has("temml") {
        let formula = formula_inside(dom, id);
        let is_display = has("katex-display") || has("mwe-math-element-block");
        let display = if is_display { MathDisplay::Block } else { formula.display };
        // Without TeX source, the element is not treated as a formula: its characters are written
        // as text.
        return (!formula.tex.is_empty()).then_some(Formula { display, ..formula });
    }
    if class.contains("MathJax") {
        return from_mathjax(dom, id, class);
    }
    const TEX_ATTRIBUTES: [&str; 4] = ["data-entry", "data-tex", "data-latex", "data-math"];
    let is_math = class.contains("tex") || class.contains("math") || class.contains("formula");
    let tex = TEX_ATTRIBUTES.iter().find_map(|name| dom.attribute(id, name));
    let tex = tex.filter(|_| is_math)?;
    let is_display =
        dom.tag(id) != Tag::Span || has("display") || formula_inside(dom, id).is_block();
    let display = if is_display { MathDisplay::Block } else { MathDisplay::Inline };
    Some(Formula { tex: tex.to_owned(), display })
}

/// Returns the formula that MathJax has rendered into an element. If a `script` element after it
/// contains the TeX, the result is empty, because that element is written instead.
fn from_mathjax(dom: &Dom, id: NodeId, class: &str) -> Option<Formula> {
    /// Classes of elements that contain a formula rendered by MathJax.
    const MATHJAX_CLASSES: [&str; 7] = [
        "MathJax",
        "MathJax_Display",
        "MathJax_SVG",
        "MathJax_SVG_Display",
        "MathJax_CHTML",
        "MathJax_Preview",
        "MathJaxMathML",
    ];
    if !class.split_whitespace().any(|name| MATHJAX_CLASSES.contains(&name)) {
        return None;
    }
    let is_display = class.contains("Display");
    let is_script = |node: NodeId| from_script(dom, node).is_some();
    let mut following = dom.following_siblings(id).take(3);
    if class.contains("Preview") || following.any(is_script) {
        return Some(Formula::new_inline(String::new()));
    }
    if dom.walk(id).take(MAX_FORMULA_SEARCH_NODES).any(is_script) {
        return None;
    }
    let formula = formula_inside(dom, id);
    let display = if is_display { MathDisplay::Block } else { formula.display };
    Some(Formula { display, ..formula })
}

/// Returns the formula inside an element; the TeX is empty if there is no formula.
fn formula_inside(dom: &Dom, id: NodeId) -> Formula {
    let math = dom.walk(id).take(MAX_FORMULA_SEARCH_NODES).find(|node| dom.tag(*node) == Tag::Math);
    let math = math.map(|math| from_mathml(dom, math));
    let formula = math.filter(|formula| !formula.tex.trim().is_empty());
    formula.unwrap_or_else(|| Formula::new_inline(tex_of_rendered_formula(dom, id)))
}

/// Returns the TeX source of a formula that is rendered as an image or by MathJax; empty if there
/// is none.
fn tex_of_rendered_formula(dom: &Dom, id: NodeId) -> String {
    let image = dom.walk(id).take(MAX_FORMULA_SEARCH_NODES).find(|node| dom.tag(*node) == Tag::Img);
    let image = image.and_then(|image| dom.attribute(image, "alt"));
    let label = dom.walk(id).take(8).find_map(|node| dom.attribute(node, "data-latex"));
    let declared = image.or(label).map(str::to_owned);
    let is_mathjax = dom.tag_name(id) == "mjx-container";
    declared.unwrap_or_else(|| if is_mathjax { mathml::to_tex(dom, id) } else { String::new() })
}

/// Returns the TeX source of an image that shows a formula, from its alternative text or its URL;
/// `None` for other images.
fn tex_of_image(dom: &Dom, id: NodeId) -> Option<String> {
    /// Parts of the URLs of services that render formulas as images. The TeX source follows in the
    /// URL.
    const FORMULA_IMAGE_URL_PARTS: [&str; 7] = [
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
    let has_math_class = class.split_whitespace().any(|name| {
        ["latex", "tex", "math", "formula", "equation"].iter().any(|word| name.contains(word))
    });
    let is_tex = alt.contains(['\\', '^', '_', '=', '{']);
    if has_math_class && is_tex {
        return Some(alt.to_owned());
    }
    let address = dom.attribute(id, "src")?;
    let (_, query) = FORMULA_IMAGE_URL_PARTS.iter().find_map(|part| address.split_once(part))?;
    let tex = query
        .split_once('?')
        .filter(|_| address.contains("codecogs"))
        .map_or(query, |(_, tex)| tex);
    let tex = tex.split('&').next().unwrap_or_default();
    let decoded = decode_query_text(tex);
    decoded.contains('\\').then_some(decoded)
}

/// Decodes the percent encoding of a text from the query of a URL.
fn decode_query_text(text: &str) -> String {
    let pairs = url::form_urlencoded::parse(text.as_bytes());
    let text =
        pairs.map(
            |(name, value)| {
                if value.is_empty() { name.into_owned() } else { format!("{name}={value}") }
            },
        );
    text.collect::<Vec<_>>().join("&")
}

/// Whether a formula is in a table that only lays out an equation and its number.
fn is_in_equation_table(dom: &Dom, id: NodeId) -> bool {
    let cell = dom.ancestors(id).take(3).find(|ancestor| dom.tag(*ancestor) == Tag::Td);
    let Some(cell) = cell else { return false };
    let mut ancestors = dom.ancestors(cell).take(3);
    ancestors.any(|ancestor| {
        let class = dom.attribute(ancestor, "class").unwrap_or_default();
        dom.tag(ancestor) == Tag::Table
            && (class.contains("eqn") || class.contains("formula") || class.contains("equation"))
    })
}

/// Removes the TeX delimiters around a formula, such as `$$`, and the command `\displaystyle` that
/// wikis put around every formula.
fn without_delimiters(tex: &str) -> &str {
    let tex = tex.trim();
    let delimiters = [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$")];
    let inside =
        delimiters.iter().find_map(|(open, close)| tex.strip_prefix(open)?.strip_suffix(close));
    let tex = inside.unwrap_or(tex).trim();
    let styled = tex.strip_prefix("{\\displaystyle ").or(tex.strip_prefix("{\\textstyle "));
    styled.and_then(|tex| tex.strip_suffix('}')).unwrap_or(tex).trim()
}
