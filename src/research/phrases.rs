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
    pub model_vault: &'static str,
    pub model_web: &'static str,
    pub independent: &'static str,
    pub tokens: &'static str,
    pub your_note: &'static str,
    pub contradiction: &'static str,
    pub already: &'static str,
    pub nothing_new: &'static str,
    pub unverified_mark: &'static str,
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
    model_vault: "Written by {} from your own notes; every sentence was compared with its source.",
    model_web: "Written by {} from your own notes and the web ({}); every sentence was compared with its source.",
    independent: "{} independent",
    tokens: "{} tokens",
    your_note: "Your note:",
    contradiction: "Contradiction",
    already: "Already in your vault:",
    nothing_new: "0 new findings: your vault already covers this.",
    unverified_mark: "(unverified)",
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
    model_vault: "Geschrieben von {} aus eigenen Notizen; jeder Satz wurde mit seiner Quelle verglichen.",
    model_web: "Geschrieben von {} aus eigenen Notizen und dem Web ({}); jeder Satz wurde mit seiner Quelle verglichen.",
    independent: "{} unabhängig",
    tokens: "{} Token",
    your_note: "Deine Notiz:",
    contradiction: "Widerspruch",
    already: "Schon in deinen Notizen:",
    nothing_new: "0 neue Funde: Deine Notizen enthalten das schon.",
    unverified_mark: "(unbelegt)",
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
    model_vault: "由 {} 根据你自己的笔记撰写；每句话都与其来源核对过。",
    model_web: "由 {} 根据你自己的笔记和网络（{}）撰写；每句话都与其来源核对过。",
    independent: "{} 个独立来源",
    tokens: "{} 个词元",
    your_note: "你的笔记：",
    contradiction: "矛盾",
    already: "你的笔记库中已有：",
    nothing_new: "0 条新发现：你的笔记库已涵盖这些内容。",
    unverified_mark: "（未核实）",
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
    model_vault: "Rédigé par {} d’après vos propres notes ; chaque phrase a été comparée à sa source.",
    model_web: "Rédigé par {} d’après vos propres notes et le web ({}) ; chaque phrase a été comparée à sa source.",
    independent: "{} indépendantes",
    tokens: "{} jetons",
    your_note: "Votre note :",
    contradiction: "Contradiction",
    already: "Déjà dans vos notes :",
    nothing_new: "0 nouveau résultat : vos notes couvrent déjà ce sujet.",
    unverified_mark: "(non vérifié)",
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
    model_vault: "Escrito por {} a partir de tus propias notas; cada frase se comparó con su fuente.",
    model_web: "Escrito por {} a partir de tus propias notas y la web ({}); cada frase se comparó con su fuente.",
    independent: "{} independientes",
    tokens: "{} tokens",
    your_note: "Tu nota:",
    contradiction: "Contradicción",
    already: "Ya está en tus notas:",
    nothing_new: "0 hallazgos nuevos: tus notas ya cubren esto.",
    unverified_mark: "(sin verificar)",
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
    model_vault: "Escrito por {} a partir das suas próprias notas; cada frase foi comparada com a sua fonte.",
    model_web: "Escrito por {} a partir das suas próprias notas e da web ({}); cada frase foi comparada com a sua fonte.",
    independent: "{} independentes",
    tokens: "{} tokens",
    your_note: "A sua nota:",
    contradiction: "Contradição",
    already: "Já nas suas notas:",
    nothing_new: "0 novas descobertas: as suas notas já cobrem isto.",
    unverified_mark: "(não verificado)",
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
    model_vault: "Scritto da {} a partire dalle tue note; ogni frase è stata confrontata con la sua fonte.",
    model_web: "Scritto da {} a partire dalle tue note e dal web ({}); ogni frase è stata confrontata con la sua fonte.",
    independent: "{} indipendenti",
    tokens: "{} token",
    your_note: "La tua nota:",
    contradiction: "Contraddizione",
    already: "Già nelle tue note:",
    nothing_new: "0 nuovi risultati: le tue note coprono già questo argomento.",
    unverified_mark: "(non verificato)",
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
    model_vault: "Geschreven door {} uit je eigen notities; elke zin is met zijn bron vergeleken.",
    model_web: "Geschreven door {} uit je eigen notities en het web ({}); elke zin is met zijn bron vergeleken.",
    independent: "{} onafhankelijk",
    tokens: "{} tokens",
    your_note: "Jouw notitie:",
    contradiction: "Tegenspraak",
    already: "Al in je notities:",
    nothing_new: "0 nieuwe bevindingen: je notities bevatten dit al.",
    unverified_mark: "(niet geverifieerd)",
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
    model_vault: "Написано моделью {} по вашим заметкам; каждое предложение сверено с источником.",
    model_web: "Написано моделью {} по вашим заметкам и материалам из сети ({}); каждое предложение сверено с источником.",
    independent: "независимых: {}",
    tokens: "токенов: {}",
    your_note: "Ваша заметка:",
    contradiction: "Противоречие",
    already: "Уже есть в ваших заметках:",
    nothing_new: "0 новых находок: ваши заметки уже охватывают это.",
    unverified_mark: "(не подтверждено)",
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
    model_vault: "{} が自分のノートをもとに作成。各文は出典と照合済みです。",
    model_web: "{} が自分のノートとウェブ（{}）をもとに作成。各文は出典と照合済みです。",
    independent: "独立した出典 {} 件",
    tokens: "{} トークン",
    your_note: "あなたのノート：",
    contradiction: "矛盾",
    already: "すでにあなたのノートにあります：",
    nothing_new: "新しい発見は 0 件：あなたのノートですでに扱われています。",
    unverified_mark: "（未確認）",
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
    model_vault: "{}이(가) 내 노트를 바탕으로 작성했으며, 각 문장은 출처와 대조했습니다.",
    model_web: "{}이(가) 내 노트와 웹({})을 바탕으로 작성했으며, 각 문장은 출처와 대조했습니다.",
    independent: "독립 출처 {}개",
    tokens: "{}토큰",
    your_note: "내 노트:",
    contradiction: "모순",
    already: "이미 내 노트에 있음:",
    nothing_new: "새로운 발견 0건: 내 노트에 이미 있는 내용입니다.",
    unverified_mark: "(미확인)",
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
                phrases.model_vault,
                phrases.model_web,
                phrases.independent,
                phrases.tokens,
                phrases.nothing_new,
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
