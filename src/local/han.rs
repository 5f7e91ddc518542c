//! Chinese words that name nothing. Characters stand without spaces, so a label is what is left
//! between them; a few words are kept whole although a character of theirs often stands alone.

use crate::local::stop_words;

/// Which characters of a sentence name nothing.
pub fn idle(characters: &[&str]) -> Vec<bool> {
    let mut idle = Vec::with_capacity(characters.len());
    while let Some(rest) = characters.get(idle.len()..).filter(|rest| !rest.is_empty()) {
        let kept = first_word(&KEPT, rest).map(|length| (length, false));
        let word = kept.or_else(|| first_word(&IDLE, rest).map(|length| (length, true)));
        let (length, names_nothing) = word.unwrap_or_else(|| (1, is_idle(rest.first())));
        idle.extend(std::iter::repeat_n(names_nothing, length));
    }
    idle
}

/// The length of the longest word of a list with which the characters begin.
fn first_word(list: &[&str], characters: &[&str]) -> Option<usize> {
    let first = characters.first()?;
    let alike = list.get(list.partition_point(|word| word < first)..)?;
    let alike = alike.iter().take_while(|word| word.starts_with(first));
    let begins = |word: &&&str| {
        let mut rest = **word;
        characters
            .iter()
            .take_while(|next| match rest.strip_prefix(**next) {
                Some(behind) if !rest.is_empty() => {
                    rest = behind;
                    true
                }
                _ => false,
            })
            .count();
        rest.is_empty()
    };
    alike.filter(begins).map(|word| word.chars().count()).max()
}

fn is_idle(character: Option<&&str>) -> bool {
    const VERBS_AND_NUMBERS: &str = "一二两三四五六七八九十百千太做变教放次";
    let only = character.and_then(|text| text.chars().next());
    only.is_some_and(|c| stop_words::is_idle_character(c) || VERBS_AND_NUMBERS.contains(c))
}

/// Words with a character that stands alone as a small word elsewhere, in order of spelling.
#[rustfmt::skip]
const KEPT: [&str; 41] = [
    "不等式", "中国", "中心", "中性", "中文", "中药", "以太", "使命", "功能", "原则", "变化", "变压器",
    "变异", "变形", "变量", "可能性", "太阳", "对流", "对称", "性能", "放射", "教学", "教育", "机会",
    "核能", "比例", "比热", "比重", "氮比", "水中", "着色", "社会", "能力", "能源", "能量", "自然",
    "行为", "规则", "过敏", "过滤", "过程",
];

/// Words of time, measure and manner, and verbs that join others, in order of spelling.
#[rustfmt::skip]
const IDLE: [&str; 80] = [
    "一起", "之内", "之前", "之后", "之间", "今天", "以上", "以下", "以前", "以后", "使用", "保持",
    "先生", "公斤", "公里", "冬天", "分之", "分钟", "剩下", "医生", "升到", "厚厚", "发现", "变得",
    "可以", "可惜", "喜欢", "因为", "基本", "夏天", "大约", "大部分", "女士", "如果", "容易", "小时",
    "属于", "已经", "应当", "应该", "开始", "影响", "很难", "怎么办", "所以", "所有", "接近", "摄氏度",
    "放进", "教授", "旁边", "时候", "春天", "最多", "最少", "有时", "有没有", "杀死", "每天", "没有",
    "直接", "相关", "看起来", "秋天", "立方米", "老师", "虽然", "觉得", "许多", "超过", "达到", "进去",
    "连续", "邻居", "部分", "问题", "闻起来", "需要", "非常", "顺便",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A sentence with a bar where nothing is named.
    fn check(sentence: &str, expected: &str) {
        let ends = sentence.char_indices().map(|(at, c)| &sentence[at..at + c.len_utf8()]);
        let characters: Vec<&str> = ends.collect();
        let idle = idle(&characters);
        let shown: String =
            characters.iter().zip(&idle).map(|(c, idle)| if *idle { "|" } else { c }).collect();
        assert_eq!(shown, expected, "{sentence}");
    }

    #[test]
    fn the_lists_can_be_searched() {
        assert!(KEPT.is_sorted() && IDLE.is_sorted());
    }

    #[test]
    fn what_is_left_between_idle_words_names_something() {
        check("堆肥连续三天超过", "堆肥|||天||");
        check("基本规则", "||规则");
        check("邻居林老师", "||林||");
        check("", "");
    }
}
