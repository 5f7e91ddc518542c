//! The fixed words of a report in the note's language.

use crate::index::language::Language;

/// One set of words. `{}` stands for the value beside it.
#[derive(Debug, Clone, Copy)]
pub struct Phrases {
    pub researched: &'static str,
    pub one_topic: &'static str,
    pub topics: &'static str,
    pub one_source: &'static str,
    pub sources: &'static str,
    pub free: &'static str,
    pub unverified: &'static str,
    pub vault_only: &'static str,
    pub with_web: &'static str,
    pub snippets: &'static str,
    pub your_note: &'static str,
    pub related: &'static str,
    pub nothing_found: &'static str,
    pub skipped: &'static str,
}

const ENGLISH: Phrases = Phrases {
    researched: "Researched {}",
    one_topic: "1 topic",
    topics: "{} topics",
    one_source: "1 source",
    sources: "{} sources",
    free: "free",
    unverified: "{} unverified",
    vault_only: "Built-in engine, your own notes only. Nothing left this device.",
    with_web: "Built-in engine, your own notes and the web: {}.",
    snippets: "Of pages, only what the search shows of them was read.",
    your_note: "Your note:",
    related: "Related notes",
    nothing_found: "Nothing found on: {}",
    skipped: "Skipped",
};

const GERMAN: Phrases = Phrases {
    researched: "Recherchiert am {}",
    one_topic: "1 Thema",
    topics: "{} Themen",
    one_source: "1 Quelle",
    sources: "{} Quellen",
    free: "kostenlos",
    unverified: "{} unbelegt",
    vault_only: "Eingebaute Suche, nur eigene Notizen. Nichts hat dieses Gerät verlassen.",
    with_web: "Eingebaute Suche, eigene Notizen und das Web: {}.",
    snippets: "Von Seiten wurde nur gelesen, was die Suche von ihnen zeigt.",
    your_note: "Deine Notiz:",
    related: "Verwandte Notizen",
    nothing_found: "Nichts gefunden zu: {}",
    skipped: "Übersprungen",
};

const CHINESE: Phrases = Phrases {
    researched: "研究于 {}",
    one_topic: "1 个主题",
    topics: "{} 个主题",
    one_source: "1 个来源",
    sources: "{} 个来源",
    free: "免费",
    unverified: "{} 条未核实",
    vault_only: "内置引擎，仅使用你自己的笔记。没有任何内容离开本设备。",
    with_web: "内置引擎，使用你自己的笔记和网络：{}。",
    snippets: "网页只读取了搜索所显示的部分。",
    your_note: "你的笔记：",
    related: "相关笔记",
    nothing_found: "没有找到关于以下内容的资料：{}",
    skipped: "已跳过",
};

/// The words for a language; English where there are none of its own.
pub fn phrases(language: Language) -> Phrases {
    match language {
        Language::German => GERMAN,
        Language::Chinese => CHINESE,
        _ => ENGLISH,
    }
}

/// A phrase with its value in place.
pub fn fill(phrase: &str, value: impl std::fmt::Display) -> String {
    phrase.replacen("{}", &value.to_string(), 1)
}

/// A number with its noun.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { one.to_owned() } else { fill(many, number) }
}
