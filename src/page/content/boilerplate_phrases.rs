//! Typical phrases of the short blocks around a main text, such as “read also”, “leave a comment”
//! or “subscribe”, in the most frequent languages of the web. They are searched for in the opening
//! of a block.

use std::collections::BTreeMap;
use std::sync::LazyLock;

macro_rules! phrase_topics {
    ($($(#[$doc:meta])* $topic:ident: $($phrase:literal)|*;)*) => {
        /// The topic of a short block.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum PhraseTopic { $($(#[$doc])* $topic,)* }

        /// The typical phrases of each topic, in lower case.
        const PHRASES_BY_TOPIC: &[(PhraseTopic, &[&str])] = &[$((PhraseTopic::$topic, &[$($phrase),*]),)*];
    };
}

phrase_topics! {
    /// Links to other pages.
    Related: "related" | "you may also" | "you might also" | "read more" | "read next" | "read also" | "also read" | "also on" | "more from" | "more on " | "more stories" | "recommended" | "keep reading" | "see more" | "learn more" | "next up" | "most popular" | "trending" | "latest news" | "recent posts" | "previous article" | "next article" | "könnte sie auch" | "auch interessant" | "weitere artikel" | "weitere beiträge" | "weitere informationen" | "weiterführend" | "verwandte" | "mehr zum thema" | "lesen sie auch" | "lies auch" | "ähnliche" | "vous aimerez" | "lire aussi" | "à lire" | "articles similaires" | "sur le même sujet" | "puede interesar" | "relacionad" | "lea también" | "lee también" | "más noticias" | "leia também" | "veja também" | "leggi anche" | "potrebbe interessar" | "correlati" | "lees ook" | "gerelateerd" | "lees meer" | "zobacz też" | "czytaj też" | "zobacz także" | "czytaj także" | "powiązane" | "читайте также" | "похожие" | "по теме" | "läs också" | "les også" | "læs også" | "lue myös" | "devamını oku" | "ilgili" | "相关" | "推荐阅读" | "延伸阅读" | "関連" | "おすすめ" | "あわせて読みたい" | "관련 기사" | "추천";
    /// Comments by visitors.
    Comments: "comment" | "leave a reply" | "responses" | "respond" | "discussion" | "kommentar" | "commentaire" | "comentario" | "comentário" | "commenti" | "lascia un" | "reacties" | "reageer" | "комментари" | "komentarz" | "评论" | "留言" | "コメント" | "댓글" | "yorum";
    /// Buttons for sharing a page or following a site.
    Share: "share" | "tweet" | "follow us" | "follow me" | "like us" | "facebook" | "pinterest" | "whatsapp" | "teilen" | "weiterempfehlen" | "folgen" | "partager" | "suivez" | "compartir" | "síguenos" | "compartilh" | "condividi" | "seguici" | "delen" | "поделиться" | "udostępnij" | "dela " | "paylaş" | "分享" | "シェア" | "공유" | "print this" | "drucken" | "imprimer";
    /// Subscribing and signing in.
    Subscribe: "subscribe" | "newsletter" | "sign up" | "sign in" | "log in" | "login" | "register" | "create an account" | "your email" | "join " | "get started" | "free trial" | "book a demo" | "contact us" | "abonnier" | "anmelden" | "registrier" | "abonnez" | "inscri" | "connexion" | "suscríb" | "suscrib" | "iscriviti" | "accedi" | "aanmelden" | "подпис" | "zapisz się" | "订阅" | "登录" | "注册" | "登録" | "구독";
    /// Cookie consent and technical notices, such as “enable JavaScript”.
    Consent: "cookie" | "privacy" | "javascript" | "your browser" | "ad blocker" | "adblock" | "datenschutz" | "confidentialité" | "privacidad" | "privacidade" | "terms of" | "accept all" | "redaktioneller inhalt" | "externer inhalt" | "consent" | "skip to" | "loading" | "skip navigation";
    /// The footer of a site.
    Copyright: "©" | "copyright" | "all rights reserved" | "alle rechte" | "tous droits" | "todos los derechos" | "todos os direitos" | "tutti i diritti" | "powered by" | "impressum" | "imprint" | "版权所有" | "无断转载" | "無断転載";
    /// Advertisements and offers.
    Advert: "advertis" | "sponsored" | "anzeige" | "werbung" | "publicité" | "publicidad" | "publicidade" | "pubblicità" | "реклама" | "affiliate" | "commission" | "buy now" | "shop now" | "add to cart" | "add to basket" | "add to bag" | "in den warenkorb" | "ajouter au panier" | "añadir al carrito" | "check price" | "free shipping" | "sold out";
    /// The photographer of an image.
    PhotoCredit: "photo:" | "photo by" | "foto:" | "bild:" | "image:" | "getty" | "shutterstock" | "credit:" | "picture alliance" | "dpa" | "reuters" | "unsplash" | "crédit" | "fotografía";
    /// The author and date of a text.
    Byline: "by " | "von " | "par " | "por " | "posted" | "published" | "updated" | "last modified" | "min read" | "minute read" | "written by" | "about the author" | "author" | "veröffentlicht" | "aktualisiert" | "publié" | "publicado" | "actualizado" | "pubblicato" | "опубликовано" | "tags" | "filed under" | "categories" | "views";
}

/// Number of phrase topics.
pub const PHRASE_TOPIC_COUNT: usize = PHRASES_BY_TOPIC.len();

/// The phrases by their first letter, each with the index of its topic.
static PHRASES_BY_FIRST_LETTER: LazyLock<BTreeMap<char, Vec<(&str, usize)>>> =
    LazyLock::new(|| {
        let mut by_letter: BTreeMap<char, Vec<(&str, usize)>> = BTreeMap::new();
        for (topic, (_, phrases)) in PHRASES_BY_TOPIC.iter().enumerate() {
            for phrase in *phrases {
                if let Some(first) = phrase.chars().next() {
                    by_letter.entry(first).or_default().push((phrase, topic));
                }
            }
        }
        by_letter
    });

/// Returns for each topic 1.0 if one of its phrases occurs in the opening of a block, else 0.0.
pub fn phrase_topic_flags(opening: &str) -> [f32; PHRASE_TOPIC_COUNT] {
    let mut flags = [0.0; PHRASE_TOPIC_COUNT];
    for (position, letter) in opening.char_indices() {
        let rest = opening.get(position..).unwrap_or_default();
        for (phrase, topic) in PHRASES_BY_FIRST_LETTER.get(&letter).into_iter().flatten() {
            if let Some(flag) = flags.get_mut(*topic)
                && rest.starts_with(phrase)
            {
                *flag = 1.0;
            }
        }
    }
    flags
}

/// Whether a phrase of a topic occurs in the opening of a block.
pub fn mentions_topic(opening: &str, topic: PhraseTopic) -> bool {
    phrase_topic_flags(opening).get(topic as usize) == Some(&1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topic_of_short_blocks_is_found() {
        assert!(mentions_topic("das könnte sie auch interessieren", PhraseTopic::Related));
        assert!(mentions_topic("3 comments", PhraseTopic::Comments));
        assert!(mentions_topic("© 2026 the site", PhraseTopic::Copyright));
        assert!(!mentions_topic("it rained all night", PhraseTopic::Related));
    }
}
