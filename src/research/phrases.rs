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

const FRENCH: Phrases = Phrases {
    researched: "Recherche du {}",
    one_topic: "1 sujet",
    topics: "{} sujets",
    one_source: "1 source",
    sources: "{} sources",
    free: "gratuit",
    unverified: "{} non vérifiés",
    vault_only: "Moteur intégré, vos propres notes uniquement. Rien n’a quitté cet appareil.",
    with_web: "Moteur intégré, vos propres notes et le web : {}.",
    snippets: "Des pages, seul l’extrait montré par la recherche a été lu.",
    your_note: "Votre note :",
    related: "Notes apparentées",
    nothing_found: "Rien trouvé sur : {}",
    skipped: "Laissé de côté",
};

const SPANISH: Phrases = Phrases {
    researched: "Investigado el {}",
    one_topic: "1 tema",
    topics: "{} temas",
    one_source: "1 fuente",
    sources: "{} fuentes",
    free: "gratis",
    unverified: "{} sin verificar",
    vault_only: "Motor integrado, solo tus propias notas. Nada ha salido de este dispositivo.",
    with_web: "Motor integrado, tus propias notas y la web: {}.",
    snippets: "De las páginas solo se leyó lo que muestra la búsqueda.",
    your_note: "Tu nota:",
    related: "Notas relacionadas",
    nothing_found: "No se encontró nada sobre: {}",
    skipped: "Omitido",
};

const PORTUGUESE: Phrases = Phrases {
    researched: "Pesquisado em {}",
    one_topic: "1 tema",
    topics: "{} temas",
    one_source: "1 fonte",
    sources: "{} fontes",
    free: "grátis",
    unverified: "{} por verificar",
    vault_only: "Motor integrado, apenas as suas próprias notas. Nada saiu deste dispositivo.",
    with_web: "Motor integrado, as suas próprias notas e a web: {}.",
    snippets: "Das páginas leu-se apenas o que a pesquisa mostra.",
    your_note: "A sua nota:",
    related: "Notas relacionadas",
    nothing_found: "Nada encontrado sobre: {}",
    skipped: "Deixado de fora",
};

const ITALIAN: Phrases = Phrases {
    researched: "Ricerca del {}",
    one_topic: "1 argomento",
    topics: "{} argomenti",
    one_source: "1 fonte",
    sources: "{} fonti",
    free: "gratis",
    unverified: "{} non verificati",
    vault_only: "Motore integrato, solo le tue note. Nulla ha lasciato questo dispositivo.",
    with_web: "Motore integrato, le tue note e il web: {}.",
    snippets: "Delle pagine è stato letto solo ciò che la ricerca ne mostra.",
    your_note: "La tua nota:",
    related: "Note correlate",
    nothing_found: "Nulla trovato su: {}",
    skipped: "Tralasciato",
};

const DUTCH: Phrases = Phrases {
    researched: "Onderzocht op {}",
    one_topic: "1 onderwerp",
    topics: "{} onderwerpen",
    one_source: "1 bron",
    sources: "{} bronnen",
    free: "gratis",
    unverified: "{} niet geverifieerd",
    vault_only: "Ingebouwde zoekmachine, alleen je eigen notities. Niets heeft dit apparaat verlaten.",
    with_web: "Ingebouwde zoekmachine, je eigen notities en het web: {}.",
    snippets: "Van pagina’s is alleen gelezen wat de zoekmachine ervan laat zien.",
    your_note: "Jouw notitie:",
    related: "Verwante notities",
    nothing_found: "Niets gevonden over: {}",
    skipped: "Overgeslagen",
};

const RUSSIAN: Phrases = Phrases {
    researched: "Исследовано {}",
    one_topic: "1 тема",
    topics: "тем: {}",
    one_source: "1 источник",
    sources: "источников: {}",
    free: "бесплатно",
    unverified: "не подтверждено: {}",
    vault_only: "Встроенный поиск, только ваши заметки. Ничто не покинуло это устройство.",
    with_web: "Встроенный поиск, ваши заметки и интернет: {}.",
    snippets: "Из страниц прочитано только то, что показывает поиск.",
    your_note: "Ваша заметка:",
    related: "Связанные заметки",
    nothing_found: "Ничего не найдено: {}",
    skipped: "Пропущено",
};

const JAPANESE: Phrases = Phrases {
    researched: "{} に調査",
    one_topic: "トピック 1 件",
    topics: "トピック {} 件",
    one_source: "出典 1 件",
    sources: "出典 {} 件",
    free: "無料",
    unverified: "未確認 {} 件",
    vault_only: "内蔵エンジン、自分のノートのみ。この端末の外には何も送信していません。",
    with_web: "内蔵エンジン、自分のノートとウェブ：{}。",
    snippets: "ページは検索結果に表示された部分だけを読みました。",
    your_note: "あなたのノート：",
    related: "関連ノート",
    nothing_found: "次については見つかりませんでした：{}",
    skipped: "省いたもの",
};

const KOREAN: Phrases = Phrases {
    researched: "{} 조사",
    one_topic: "주제 1개",
    topics: "주제 {}개",
    one_source: "출처 1개",
    sources: "출처 {}개",
    free: "무료",
    unverified: "미확인 {}개",
    vault_only: "내장 엔진, 내 노트만 사용. 이 기기 밖으로 나간 것은 없습니다.",
    with_web: "내장 엔진, 내 노트와 웹: {}.",
    snippets: "페이지는 검색에 표시된 부분만 읽었습니다.",
    your_note: "내 노트:",
    related: "관련 노트",
    nothing_found: "다음에 대해 찾은 것이 없습니다: {}",
    skipped: "건너뜀",
};

/// The words for a language; English where there are none of its own.
pub fn phrases(language: Language) -> Phrases {
    match language {
        Language::German => GERMAN,
        Language::Chinese => CHINESE,
        Language::French => FRENCH,
        Language::Spanish => SPANISH,
        Language::Portuguese => PORTUGUESE,
        Language::Italian => ITALIAN,
        Language::Dutch => DUTCH,
        Language::Russian => RUSSIAN,
        Language::Japanese => JAPANESE,
        Language::Korean => KOREAN,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_of_every_language_has_its_value_and_no_other() {
        let english = format!("{ENGLISH:?}");
        let places = |phrases: &Phrases| {
            let all = [
                phrases.researched,
                phrases.one_topic,
                phrases.topics,
                phrases.one_source,
                phrases.sources,
                phrases.unverified,
                phrases.with_web,
                phrases.nothing_found,
                phrases.vault_only,
            ];
            all.map(|phrase| phrase.matches("{}").count())
        };
        let languages = [
            Language::German,
            Language::French,
            Language::Spanish,
            Language::Portuguese,
            Language::Italian,
            Language::Dutch,
            Language::Russian,
            Language::Chinese,
            Language::Japanese,
            Language::Korean,
        ];
        for language in languages {
            let own = phrases(language);
            assert_ne!(format!("{own:?}"), english, "{language:?}");
            assert_eq!(places(&own), places(&ENGLISH), "{language:?}");
        }
    }
}
