//! Who says what about a page, in order of trust, and whom to believe.

use url::Url;

use crate::page::dom::{Dom, NodeId};
use crate::page::html_text;
use crate::page::metadata::clues::{Clues, is_aside};
use crate::page::metadata::linked::{Linked, Work};
use crate::page::metadata::title::{Known, is_title_of};
use crate::page::metadata::{address, language};
use crate::text::one_line;

/// Headings that are compared with the title.
const MOST_HEADINGS: usize = 10;

/// Elements of microdata that are looked at for one thing.
const MOST_PROPERTIES: usize = 20;

/// How many nodes before and behind its title a page names its author and its date.
const NEAR_BEFORE: usize = 25;
const NEAR_BEHIND: usize = 150;

/// All that speaks about a page.
pub struct MetadataSources<'d> {
    pub(super) dom: &'d Dom,
    pub(super) clues: Clues,
    linked: Linked,
    /// The thing of the data blocks that the page is.
    pub(super) work: Option<Work>,
    pub(super) known: Known,
    pub(super) found_at: Option<&'d Url>,
}

impl<'d> MetadataSources<'d> {
    /// Calls them together.
    pub fn new(dom: &'d Dom, clues: Clues, mut linked: Linked, found_at: Option<&'d Url>) -> Self {
        let headings = clues.headings.iter().take(MOST_HEADINGS);
        let headings: Vec<String> = headings.map(|id| html_text::of_heading(dom, *id)).collect();
        let work = main_work(&mut linked, &clues, &headings);
        let host = address::host(found_at);
        let mut witnesses = Self { dom, clues, linked, work, known: Known::default(), found_at };
        let sites = witnesses.site_names();
        witnesses.known = Known::new(sites, host, headings);
        witnesses
    }

    /// The main text as the data blocks give it.
    pub fn into_body(self) -> Option<String> {
        let others = self.linked.works.into_iter();
        self.work.into_iter().chain(others).find_map(|work| work.body)
    }

    /// The title, without the site's name.
    pub fn title(&self) -> String {
        let of_page = Some(&self.clues.title);
        let (named, only) = self.headings();
        let titles = [
            self.work.as_ref().map(|work| work.title.clone()),
            self.meta(&["og:title", "twitter:title"]),
            self.meta(&["citation_title", "dc.title", "dcterms.title"]),
            self.meta(&["parsely-title", "sailthru.title", "title"]),
            self.property("headline"),
            named,
            of_page.filter(|title| !self.known.is_site(title)).cloned(),
            only,
            of_page.filter(|title| self.known.is_site(title)).cloned(),
        ];
        let titles = titles.into_iter().flatten().map(|title| self.known.clean(&title));
        let titles: Vec<String> = titles.filter(|title| !title.is_empty()).collect();
        let whole = titles.iter().filter(|title| !is_cut_short(title, &titles)).cloned();
        agreed(whole.map(|title| (one_line::comparison_key(&title), title))).unwrap_or_default()
    }

    /// The heading that is part of the page's title, else the only one there is.
    fn headings(&self) -> (Option<String>, Option<String>) {
        let titles =
            [self.clues.title.as_str(), self.clues.meta(&["og:title"]).unwrap_or_default()];
        let titles = titles.map(one_line::comparison_key);
        let own = self.known.headings.iter();
        let own: Vec<&String> =
            own.filter(|text| !text.is_empty() && !self.known.is_site(text)).collect();
        let is_named = |text: &&&String| {
            let key = one_line::comparison_key(text);
            titles.iter().any(|title| is_title_of(&key, title))
        };
        let named = own.iter().find(is_named).map(|text| (*text).clone());
        let only = own.first().filter(|_| own.len() == 1 && named.is_none());
        (named, only.map(|text| (*text).clone()))
    }

    /// Nodes around the heading that is the title, in which the page may name author and date.
    pub(super) fn near_title(&self) -> impl Iterator<Item = NodeId> {
        let (named, _) = self.headings();
        let headings = self.clues.headings.iter().zip(&self.known.headings);
        let mut own = headings.filter(|(_, text)| match &named {
            Some(named) => *text == named,
            None => !self.known.is_site(text),
        });
        let title = own.next().map_or(0, |(id, _)| id.index());
        let near = title.saturating_sub(NEAR_BEFORE)..title + NEAR_BEHIND;
        let near = if title == 0 { 0..0 } else { near };
        let nodes = self.dom.walk(self.dom.root());
        nodes.filter(move |id| near.contains(&id.index()) && !is_aside(self.dom, *id))
    }

    /// The name of the site, else the part of the title that is its host in words, else the host.
    pub fn site(&self) -> String {
        let named = self.known.sites.first().cloned();
        let named = named.or_else(|| self.known.host_in_words(&self.clues.title));
        named.unwrap_or_else(|| self.known.host.clone())
    }

    fn site_names(&self) -> Vec<String> {
        let names = [
            self.meta(&["og:site_name"]),
            self.work.as_ref().map(|work| work.publisher.clone()),
            Some(self.linked.site.clone()),
            self.meta(&["application-name", "apple-mobile-web-app-title"]),
            self.meta(&["citation_journal_title", "citation_publisher", "dc.publisher"]),
            self.property("publisher"),
        ];
        let names = names.into_iter().flatten().filter(|name| !name.contains("://"));
        // Templates that join a name and a slogan leave the divider where there is no slogan.
        let names = names.map(|name| name.trim_matches(['-', '–', '—', '|', ' ']).to_owned());
        names.filter(|name| !name.is_empty()).collect()
    }

    /// The language of the text.
    pub fn language(&self) -> String {
        let html = self.clues.languages.iter().find_map(|given| language::tag(given));
        let meta = |name| self.clues.meta(&[name]).and_then(language::tag);
        let said = [
            html,
            self.work.as_ref().and_then(|work| language::tag(&work.language)),
            meta("content-language"),
            meta("og:locale"),
            meta("dc.language").or_else(|| meta("dcterms.language")),
            self.property("inlanguage").and_then(|given| language::tag(&given)),
        ];
        let said = said.into_iter().flatten();
        agreed(said.map(|tag| (language::primary(&tag).to_owned(), tag))).unwrap_or_default()
    }

    fn meta(&self, names: &[&str]) -> Option<String> {
        self.clues.meta(names).map(html_text::clean_unescaped)
    }

    fn property(&self, name: &str) -> Option<String> {
        self.own_properties(name).map(|id| self.content(id)).next()
    }

    /// Elements of microdata that belong to the page itself.
    pub(super) fn own_properties(&self, name: &str) -> impl Iterator<Item = NodeId> {
        let few = self.clues.properties(name).take(MOST_PROPERTIES);
        few.filter(|id| !is_aside(self.dom, *id))
    }

    /// What an element of the page says: to machines if it does, else to people.
    pub(super) fn content(&self, id: NodeId) -> String {
        let told = ["content", "datetime"].iter().find_map(|name| self.dom.attribute(id, name));
        told.map_or_else(|| html_text::of_element(self.dom, id), one_line::single_line)
    }
}

/// The thing that the page is: one whose title the page bears, else the only one.
fn main_work(linked: &mut Linked, clues: &Clues, headings: &[String]) -> Option<Work> {
    let open_graph = clues.meta(&["og:title"]).unwrap_or_default();
    let titles =
        [clues.title.as_str(), open_graph].into_iter().chain(headings.iter().map(String::as_str));
    let titles: Vec<String> =
        titles.map(one_line::comparison_key).filter(|key| !key.is_empty()).collect();
    let is_borne = |work: &Work| {
        let key = one_line::comparison_key(&work.title);
        !key.is_empty() && titles.iter().any(|title| title.contains(&key) || key.contains(title))
    };
    let borne = linked.works.iter().position(is_borne);
    let only = (linked.works.len() == 1).then_some(0);
    borne.or(only).map(|at| linked.works.remove(at))
}

/// Whether a title is the beginning of another one.
fn is_cut_short(title: &str, titles: &[String]) -> bool {
    let stem = title.strip_suffix('…').or_else(|| title.strip_suffix("..."));
    let stem = stem.map(one_line::comparison_key).unwrap_or_default();
    let goes_on = |other: &String| {
        one_line::comparison_key(other).len() > stem.len()
            && one_line::comparison_key(other).starts_with(&stem)
    };
    !stem.is_empty() && titles.iter().any(goes_on)
}

/// What most say; among equals, what the first of them says.
pub fn agreed<K: PartialEq, T>(said: impl Iterator<Item = (K, T)>) -> Option<T> {
    let mut counted: Vec<(K, T, usize)> = Vec::new();
    for (key, told) in said {
        match counted.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, _, count)) => *count += 1,
            None => counted.push((key, told, 1)),
        }
    }
    let most = counted.iter().map(|(_, _, count)| *count).max()?;
    counted.into_iter().find(|(_, _, count)| *count == most).map(|(_, told, _)| told)
}
