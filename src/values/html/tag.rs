//! The names of HTML elements as an enum, which is faster to compare than strings.

/// Defines [`Tag`] from a list of element names, which must be in alphabetical order.
macro_rules! tags {
    ($($tag:ident $name:literal),* $(,)?) => {
        /// The name of an HTML element, such as `div`. All rare names share the variant `Other`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the variants are the names of HTML")]
        pub enum Tag {
            $($tag,)*
            /// An element whose name is not in this list, such as a custom element.
            Other,
            /// No element: a text or the document itself.
            None,
        }

        impl Tag {
            /// Returns the tag with this name, which must be in lower case; `Other` if the name is
            /// not in the list.
            pub fn from_name(name: &str) -> Self {
                let index = TAG_NAMES.binary_search_by_key(&name, |(known, _)| known).ok();
                index.and_then(|index| TAG_NAMES.get(index)).map_or(Self::Other, |(_, tag)| *tag)
            }
        }

        /// All element names and their tags, in alphabetical order for binary search.
        const TAG_NAMES: &[(&str, Tag)] = &[$(($name, Tag::$tag),)*];
    };
}

tags! {
    A "a", Abbr "abbr", Address "address", Annotation "annotation", Article "article", Aside "aside",
    Audio "audio", B "b", Blockquote "blockquote", Body "body", Br "br", Button "button",
    Canvas "canvas", Caption "caption", Center "center", Cite "cite", Code "code", Col "col",
    Colgroup "colgroup", Dd "dd", Del "del", Details "details", Dfn "dfn", Dialog "dialog",
    Div "div", Dl "dl", Dt "dt", Em "em", Embed "embed", Fieldset "fieldset",
    Figcaption "figcaption", Figure "figure", Font "font", Footer "footer", Form "form",
    H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", Head "head", Header "header",
    Hgroup "hgroup", Hr "hr", Html "html", I "i", Iframe "iframe", Img "img", Input "input",
    Ins "ins", Kbd "kbd", Label "label", Legend "legend", Li "li", Link "link", Main "main",
    Mark "mark", Math "math", Menu "menu", Meta "meta", Nav "nav", Noscript "noscript",
    Object "object", Ol "ol", Optgroup "optgroup", Option "option", Output "output", P "p",
    Param "param", Picture "picture", Pre "pre", Progress "progress", Q "q", Rp "rp", Rt "rt",
    Ruby "ruby", S "s", Samp "samp", Script "script", Search "search", Section "section",
    Select "select", Small "small", Source "source", Span "span", Strike "strike",
    Strong "strong", Style "style", Sub "sub", Summary "summary", Sup "sup", Svg "svg",
    Table "table", Tbody "tbody", Td "td", Template "template", Textarea "textarea",
    Tfoot "tfoot", Th "th", Thead "thead", Time "time", Title "title", Tr "tr", Track "track",
    Tt "tt", U "u", Ul "ul", Var "var", Video "video", Wbr "wbr",
}

impl Tag {
    /// Whether elements with this name usually continue a line of text. Other elements begin a new
    /// block.
    pub fn is_inline(self) -> bool {
        use Tag::*;
        matches!(
            self,
            A | Abbr
                | Annotation
                | B
                | Br
                | Button
                | Cite
                | Code
                | Del
                | Dfn
                | Em
                | Font
                | I
                | Img
                | Input
                | Ins
                | Kbd
                | Label
                | Mark
                | Math
                | Output
                | Picture
                | Q
                | Rp
                | Rt
                | Ruby
                | S
                | Samp
                | Select
                | Small
                | Span
                | Strike
                | Strong
                | Sub
                | Sup
                | Svg
                | Time
                | Tt
                | U
                | Var
                | Wbr
                | Other
                | None
        )
    }

    /// Returns 1 for `h1` and so on up to 6 for `h6`; `None` for elements that are not headings.
    pub fn heading_level(self) -> Option<usize> {
        let headings = [Self::H1, Self::H2, Self::H3, Self::H4, Self::H5, Self::H6];
        headings.iter().position(|heading| *heading == self).map(|index| index + 1)
    }

    /// Whether text inside such an element is never read as text of the page: scripts, styles, form
    /// controls, media.
    pub fn has_no_readable_text(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Script
                | Style
                | Template
                | Head
                | Iframe
                | Object
                | Embed
                | Audio
                | Video
                | Canvas
                | Svg
                | Select
                | Textarea
                | Input
                | Param
                | Source
                | Track
                | Progress
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        assert!(TAG_NAMES.is_sorted_by_key(|(name, _)| *name));
        for (name, tag) in TAG_NAMES {
            assert_eq!(Tag::from_name(name), *tag, "{name}");
        }
        assert_eq!(Tag::from_name("my-card"), Tag::Other);
    }
}
