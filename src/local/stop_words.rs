//! Words that hold a sentence together and name nothing: no label begins or ends with one.
//!
//! Wider than the stop words of the search, which may not lose a verb: here verbs, adverbs and
//! words of measure and order are in the way too.

use crate::index::language::Language;

/// Whether a word in lower case names nothing in a language.
pub fn is_idle(lower: &str, language: Language) -> bool {
    language.is_stop_word(lower)
        || (language == Language::English && is_adverb(lower))
        || listed(lower, language)
}

/// Whether an English word opens a noun phrase, so that a word right before it is a verb or a
/// preposition and no noun: “electrons hit the target”.
pub fn opens_noun_phrase(lower: &str) -> bool {
    const OPENERS: &str = "a an the its their his her this these those my our your me us them him";
    OPENERS.split(' ').any(|word| word == lower)
}

/// Whether an English word is followed by a verb: “they measure”, “may depend”.
pub fn takes_verb(lower: &str) -> bool {
    const SUBJECTS: &str = "i we they you he she can could will would may might must should \
                            cannot shall didn't don't doesn't can't won't";
    SUBJECTS.split_ascii_whitespace().any(|word| word == lower)
}

/// Whether an English word says that one thing follows, so that a word on `-s` behind it is a
/// verb: “a roast loses weight”.
pub fn takes_singular(lower: &str) -> bool {
    matches!(lower, "a" | "an" | "each" | "every" | "another" | "this" | "one")
}

/// Whether an English noun is so general that what is said of it names nothing: “healthy adults”.
pub fn is_general(lower: &str) -> bool {
    const GENERAL: &str = "adults choice cup day days evening experiment group line morning \
                           nights people person place places review studies study test way ways";
    GENERAL.split_ascii_whitespace().any(|word| word == lower)
}

/// Whether a word stands before the name of a person.
pub fn is_title(lower: &str) -> bool {
    const TITLES: &str = "mr mrs ms miss dr prof professor herr herrn frau monsieur madame mme \
                          señor señora senhor senhora signor signora mevrouw meneer";
    TITLES.split_ascii_whitespace().any(|title| title == lower)
}

/// Whether a small word may stand inside a label: “Bank of England”, “late for coffee”.
pub fn is_joint(lower: &str, language: Language) -> bool {
    const ENGLISH: &str = "of for the a an and in on to with at from by about";
    match language {
        Language::English => ENGLISH.split(' ').any(|joint| joint == lower),
        other => other.is_stop_word(lower),
    }
}

/// Characters of Chinese and Japanese that join words as small words do.
pub fn is_idle_character(c: char) -> bool {
    const HAN: &str = "的了是在和有不也就都而及与或着过被把对从向到为以于之其这那此该每很更最还又\
                       会能可要需我你他她它们吗呢吧啊让使将但若则并已由给比跟等些个什么怎谁哪多少几上下里中";
    matches!(c, '\u{3040}'..='\u{309f}' | '\u{30fb}') || HAN.contains(c)
}

/// English adverbs end alike; the nouns that end so too are few.
fn is_adverb(lower: &str) -> bool {
    const NOUNS: &str = "anomaly assembly belly bully butterfly family fly italy jelly july lily \
                         monopoly monthly poly rally reply supply tally weekly";
    lower.ends_with("ly") && !NOUNS.split_ascii_whitespace().any(|noun| noun == lower)
}

fn listed(lower: &str, language: Language) -> bool {
    let lists = IDLE.iter().filter(|(of, _)| *of == language);
    lists.into_iter().any(|(_, words)| words.binary_search(&lower).is_ok())
}

/// By language, each list in order of spelling.
const IDLE: [(Language, &[&str]); 8] = [
    (Language::English, ENGLISH),
    (Language::German, GERMAN),
    (Language::French, FRENCH),
    (Language::Spanish, SPANISH),
    (Language::Portuguese, PORTUGUESE),
    (Language::Italian, ITALIAN),
    (Language::Dutch, DUTCH),
    (Language::Russian, RUSSIAN),
];

#[rustfmt::skip]
const ENGLISH: &[&str] = &[
    "able", "above", "according", "accordingly", "achieve", "achieved", "achieves",
    "achieving", "across", "actual", "add", "added", "adding", "address", "addresses", "adds",
    "adopt", "adopted", "advise", "advises", "affect", "affected", "affects", "again",
    "against", "ago", "agree", "agrees", "aim", "aims", "allow", "allowed", "allowing",
    "allows", "almost", "alone", "along", "already", "although", "always", "am", "among",
    "amongst", "analyse", "analysed", "analyze", "analyzed", "another", "anyone", "anything",
    "anyway", "appear", "appeared", "appears", "applied", "applies", "apply", "applying",
    "argue", "argued", "argues", "arise", "arises", "around", "ask", "asked", "asks",
    "asleep", "assume", "assumed", "assumes", "ate", "attempt", "attempts", "attract",
    "attracts", "available", "awake", "aware", "away", "back", "bad", "base", "based",
    "basis", "became", "become", "becomes", "becoming", "began", "begin", "begins", "behind",
    "being", "believe", "below", "beside", "besides", "best", "better", "between", "beyond",
    "big", "bit", "both", "bought", "bring", "brings", "brought", "buy", "buys", "calculate",
    "called", "calls", "came", "carried", "carries", "carry", "case", "cases", "cause",
    "caused", "causes", "certain", "changed", "claim", "claims", "come", "comes", "coming",
    "compare", "compared", "comparing", "compute", "computed", "computes", "concern",
    "concerned", "concerning", "conclude", "concluded", "conduct", "conducted", "consider",
    "considered", "considering", "considers", "consist", "consists", "contain", "contained",
    "containing", "contains", "contribute", "cope", "copes", "costs", "couple", "crucial",
    "current", "days", "deal", "deals", "decide", "decided", "decides", "define", "defined",
    "defines", "demonstrate", "demonstrated", "demonstrates", "denote", "denotes", "depend",
    "dependent", "depends", "derive", "derived", "describe", "described", "describes",
    "describing", "despite", "detect", "detected", "determine", "determined", "determining",
    "develop", "developed", "developing", "develops", "differ", "different", "difficult",
    "discuss", "discussed", "discusses", "doing", "done", "down", "dries", "due", "during",
    "each", "early", "easier", "easy", "eat", "eaten", "eats", "effective", "efficient",
    "eight", "eighth", "either", "eleven", "else", "employ", "employed", "employing",
    "enable", "enabled", "enables", "enabling", "end", "ends", "enough", "ensure", "ensures",
    "entire", "especially", "establish", "established", "estimate", "estimated", "etc",
    "euros", "evaluate", "evaluated", "even", "ever", "every", "everyone", "everything",
    "examine", "examined", "examines", "example", "examples", "except", "exhibit",
    "exhibited", "exhibits", "exist", "existing", "exists", "expect", "expected", "explain",
    "explained", "explains", "explore", "explored", "explores", "extend", "extended", "fade",
    "fades", "failed", "fails", "fall", "falls", "far", "farther", "feel", "feels", "fell",
    "felt", "few", "fewer", "fifth", "fifty", "find", "finding", "findings", "finds", "first",
    "five", "fix", "focus", "focuses", "follow", "followed", "following", "follows", "forget",
    "forgets", "former", "forty", "found", "four", "fourth", "front", "full", "further",
    "furthermore", "gave", "generate", "get", "gets", "getting", "give", "given", "gives",
    "giving", "go", "goes", "going", "gone", "good", "got", "gram", "grams", "great",
    "greater", "grew", "grow", "grown", "grows", "half", "hand", "happen", "happens",
    "having", "help", "helped", "helps", "hence", "here", "higher", "highest", "highly",
    "him", "himself", "hold", "holds", "hope", "hour", "hours", "however", "hundred",
    "hundreds", "idea", "identified", "identifies", "identify", "ii", "iii", "illustrate",
    "illustrated", "illustrates", "immediate", "implement", "implemented", "important",
    "improve", "improved", "improves", "include", "included", "includes", "including",
    "increase", "increased", "increases", "increasing", "indeed", "indicate", "indicated",
    "indicates", "inside", "instead", "interesting", "introduce", "introduced", "introduces",
    "investigate", "investigated", "involve", "involved", "involves", "issue", "issues",
    "itself", "keep", "keeps", "kept", "kill", "killed", "kills", "kilometre", "kilometres",
    "kind", "kinds", "knew", "know", "knowing", "known", "knows", "lack", "large", "larger",
    "largest", "last", "lasts", "late", "later", "latter", "lead", "leading", "leads",
    "learn", "learned", "learns", "least", "leave", "leaves", "led", "left", "less", "let",
    "lets", "lie", "lies", "like", "likely", "likewise", "litre", "litres", "little", "long",
    "longer", "look", "looked", "looking", "looks", "lose", "loses", "lost", "lot", "lots",
    "lower", "lowers", "lowest", "made", "main", "major", "make", "makes", "making", "many",
    "matter", "matters", "may", "maybe", "me", "mean", "means", "meant", "measured", "meets",
    "mention", "mentioned", "met", "metre", "metres", "might", "minor", "minute", "minutes",
    "month", "months", "more", "moreover", "move", "moves", "much", "must", "my", "myself",
    "name", "named", "namely", "near", "nearby", "necessary", "need", "needed", "needs",
    "neither", "neutralise", "neutralises", "neutralize", "neutralizes", "never",
    "nevertheless", "new", "next", "nine", "nobody", "none", "nor", "note", "notes",
    "nothing", "novel", "now", "number", "numbers", "observe", "observed", "observes",
    "obtain", "obtained", "occur", "occurred", "occurs", "off", "offer", "offers", "often",
    "old", "once", "ones", "onto", "open", "order", "original", "others", "otherwise",
    "ought", "ours", "outside", "overall", "own", "paid", "paper", "papers", "part",
    "particular", "particularly", "past", "pays", "per", "perform", "performed", "performs",
    "perhaps", "play", "plays", "please", "plus", "point", "points", "possible", "potential",
    "present", "presented", "presents", "prevent", "prevented", "prevents", "previous",
    "prior", "probable", "produce", "produced", "produces", "propose", "proposed", "proposes",
    "protect", "protects", "prove", "proved", "proves", "provide", "provided", "provides",
    "providing", "put", "puts", "quite", "raise", "raised", "raises", "ran", "rather",
    "reach", "reached", "reaches", "read", "reads", "ready", "real", "realised", "realized",
    "really", "reason", "reasons", "receive", "received", "recent", "recommend", "reduce",
    "reduced", "reduces", "reducing", "refer", "referred", "refers", "reflect", "reflects",
    "regard", "regarding", "regardless", "relate", "related", "relevant", "rely", "remain",
    "remains", "remember", "reported", "reports", "represent", "represents", "require",
    "required", "requires", "respect", "respective", "restore", "restores", "result",
    "resulted", "resulting", "results", "reveal", "revealed", "reveals", "right", "run",
    "runs", "said", "same", "save", "saved", "saves", "saw", "say", "saying", "says",
    "second", "see", "seeing", "seek", "seeks", "seem", "seemed", "seems", "seen", "sees",
    "select", "selected", "sends", "sent", "set", "sets", "seven", "several", "shall",
    "sharpens", "should", "show", "showed", "showing", "shown", "shows", "side",
    "significant", "similar", "simple", "since", "single", "sits", "six", "sixty", "sleeps",
    "slept", "small", "smaller", "solve", "solved", "something", "sometimes", "somewhat",
    "soon", "sort", "sorts", "special", "specific", "spend", "spends", "spent", "stand",
    "stands", "start", "started", "starts", "stay", "stayed", "stays", "still", "stood",
    "stop", "studied", "suggest", "suggested", "suggests", "suitable", "sure", "take",
    "taken", "takes", "taking", "tastes", "tell", "tells", "ten", "tend", "tends", "thank",
    "thanks", "themselves", "thereby", "therefore", "thing", "things", "think", "thinks",
    "third", "thirty", "though", "thought", "thousand", "three", "through", "throughout",
    "thus", "till", "time", "times", "today", "together", "told", "tomorrow", "tonight",
    "took", "toward", "towards", "tried", "tries", "true", "try", "trying", "turn", "turns",
    "twelve", "twenty", "twice", "two", "type", "types", "under", "understand",
    "understanding", "unless", "unlike", "until", "up", "upon", "us", "use", "used", "useful",
    "uses", "using", "usual", "utilize", "utilized", "valid", "validate", "validated",
    "various", "vary", "verified", "verifies", "verify", "versus", "via", "want", "wants",
    "way", "ways", "week", "weeks", "well", "went", "whatever", "whenever", "whereas",
    "whereby", "whether", "whole", "whom", "whose", "wide", "widely", "wish", "within",
    "without", "wonder", "work", "worked", "working", "works", "worse", "worst", "worth",
    "write", "writes", "written", "wrong", "wrote", "year", "years", "yes", "yesterday",
    "yet", "yield", "yields", "yourself", "zero",
];

#[rustfmt::skip]
const GERMAN: &[&str] = &[
    "alle", "allem", "allen", "aller", "allerdings", "alles", "also", "andere", "anderen",
    "anderer", "anders", "außerdem", "beide", "beiden", "beim", "bereits", "besonders",
    "besser", "bevor", "bleiben", "bleibt", "brauche", "braucht", "dabei", "dadurch", "dafür",
    "dagegen", "daher", "damit", "danach", "dann", "daran", "darauf", "darf", "darin",
    "darum", "darüber", "davon", "dazu", "deine", "denen", "denn", "deren", "deshalb",
    "dessen", "diese", "diesem", "diesen", "dieser", "dieses", "dort", "drei", "dürfen",
    "eher", "eigentlich", "einfach", "einige", "einigen", "einmal", "erst", "erste", "ersten",
    "es", "etwa", "etwas", "euro", "fast", "frage", "fragen", "ganz", "geben", "gehen",
    "geht", "gemacht", "genau", "genug", "gerade", "gibt", "gilt", "gleich", "gleiche",
    "gleichen", "grad", "gramm", "gut", "gute", "guten", "habe", "haben", "hatte", "hatten",
    "hier", "hinter", "hält", "hätte", "ihm", "ihn", "ihnen", "ihre", "ihrem", "ihren",
    "ihrer", "immer", "indem", "ins", "jede", "jedem", "jeden", "jeder", "jedes", "jedoch",
    "jene", "jetzt", "kamen", "keine", "keinen", "keiner", "kommen", "kommt", "können",
    "könnte", "lange", "lassen", "letzte", "letzten", "liegt", "liter", "lohnt", "los",
    "lässt", "machen", "macht", "manche", "mehrere", "meine", "meinem", "meinen", "meiner",
    "meist", "mich", "minute", "minuten", "mir", "muss", "möchte", "müssen", "nachdem",
    "natürlich", "neben", "nein", "neue", "neuen", "nichts", "nie", "niemand", "notiert",
    "nun", "ob", "obwohl", "offen", "offene", "ohne", "ohnehin", "paar", "reicht", "sagen",
    "sagt", "sagte", "schmeckt", "seine", "seinem", "seinen", "seiner", "seit", "sekunde",
    "sekunden", "selbst", "sobald", "sogar", "solche", "soll", "sollen", "sollte", "sondern",
    "sonst", "soweit", "sowie", "später", "stark", "statt", "steht", "stunde", "stunden",
    "trotz", "trotzdem", "tun", "unser", "unsere", "unseren", "viel", "viele", "vielen",
    "vielleicht", "vier", "wahrscheinlich", "wann", "waren", "wartet", "warum", "weder",
    "wegen", "weit", "weitere", "weiteren", "weiß", "welche", "welcher", "welches", "wenig",
    "wenige", "weniger", "werden", "wie", "wieder", "will", "wirklich", "wo", "wollen",
    "worden", "wurde", "wurden", "während", "würde", "zeigen", "zeigt", "zuerst", "zwar",
    "zwei", "zwischen", "überhaupt",
];

#[rustfmt::skip]
const FRENCH: &[&str] = &[
    "afin", "ai", "ailleurs", "ainsi", "alors", "après", "assez", "aucun", "aucune",
    "aujourd'hui", "auquel", "aura", "aussi", "autant", "autre", "autres", "avait", "avant",
    "avez", "avoir", "avons", "beaucoup", "bien", "bon", "bonne", "c'est", "car", "cela",
    "celle", "celles", "celui", "certain", "certaines", "certains", "cet", "ceux", "chaque",
    "chez", "combien", "contre", "d'abord", "d'un", "d'une", "depuis", "dernier", "dernière",
    "deux", "devant", "doit", "doivent", "donc", "donne", "dont", "déjà", "encore", "enfin",
    "ensuite", "entre", "envers", "es", "eu", "faire", "fait", "faut", "fois", "font",
    "grand", "grande", "grands", "ici", "j'ai", "jamais", "jusque", "l'on", "laquelle",
    "lequel", "leurs", "lorsque", "lui", "là", "mes", "mieux", "moi", "moins", "mon",
    "montre", "montrent", "même", "mêmes", "n'a", "n'est", "nos", "notamment", "notre",
    "nouveau", "nouvelle", "on", "ont", "parce", "parfois", "pendant", "permet", "permettent",
    "petit", "petite", "peu", "peut", "peuvent", "plusieurs", "plutôt", "pourquoi",
    "pourtant", "premier", "première", "presque", "puis", "puisque", "qu'il", "qu'on",
    "quand", "quel", "quelle", "quelque", "quelques", "rien", "s'il", "sans", "selon", "sera",
    "seulement", "sinon", "soit", "sous", "souvent", "suis", "surtout", "tant", "tel",
    "telle", "tels", "toujours", "tous", "tout", "toute", "toutes", "trois", "trop", "très",
    "va", "vers", "voici", "voilà", "vos", "votre", "vraiment", "y", "étaient", "était",
    "être",
];

#[rustfmt::skip]
const SPANISH: &[&str] = &[
    "además", "ahora", "algo", "alguna", "algunas", "alguno", "algunos", "algún", "allí",
    "ante", "antes", "aquel", "aquella", "aquí", "así", "aunque", "aún", "bajo", "bastante",
    "bien", "cabe", "cada", "casi", "cierto", "cual", "cuales", "cualquier", "cuando",
    "cuanto", "cuál", "cuándo", "cómo", "desde", "después", "donde", "dos", "durante",
    "dónde", "ella", "ellas", "ellos", "embargo", "en", "era", "eran", "eres", "es", "esa",
    "esas", "ese", "eso", "esos", "estaba", "estas", "esto", "estos", "está", "están",
    "fueron", "gran", "grande", "había", "hace", "hacen", "hacer", "hacia", "han", "hasta",
    "hemos", "hizo", "incluso", "le", "les", "luego", "mayor", "mejor", "menos", "mientras",
    "mis", "misma", "mismo", "mismos", "mucha", "muchas", "mucho", "muchos", "nada", "ni",
    "ninguna", "ninguno", "nosotros", "nuestra", "nuestro", "nueva", "nuevo", "nunca", "otra",
    "otras", "otro", "otros", "parece", "pesar", "poco", "pocos", "podemos", "porque",
    "primer", "primera", "primero", "puede", "pueden", "pues", "quien", "quiere", "quién",
    "qué", "sea", "segundo", "según", "será", "sido", "siempre", "siendo", "sino", "solo",
    "somos", "son", "soy", "suele", "sí", "sólo", "tal", "tan", "tanto", "tenemos", "tener",
    "tiene", "tienen", "toda", "todas", "todavía", "todo", "todos", "tras", "tres", "tu",
    "tus", "unas", "uno", "unos", "usa", "usted", "va", "vamos", "veces", "vez", "yo", "él",
];

#[rustfmt::skip]
const PORTUGUESE: &[&str] = &[
    "agora", "ainda", "algo", "algum", "alguma", "algumas", "alguns", "ali", "além", "antes",
    "apenas", "aquela", "aquele", "aqui", "assim", "através", "até", "bem", "bom", "cada",
    "caso", "cerca", "certa", "certo", "coisa", "contra", "cuja", "cujo", "dela", "dele",
    "deles", "depois", "desde", "dessa", "desse", "desta", "deste", "deve", "devem", "disso",
    "disto", "dois", "duas", "durante", "elas", "eles", "enquanto", "então", "eram", "essas",
    "esse", "esses", "esta", "estas", "estava", "estes", "estou", "está", "eu", "faz",
    "fazer", "ficar", "fora", "foram", "grande", "havia", "isto", "lhe", "logo", "lá",
    "maior", "mas", "melhor", "menos", "mesma", "mesmo", "meu", "meus", "minha", "minhas",
    "muita", "muitas", "muitos", "nada", "nem", "nenhum", "nessa", "nesse", "nesta", "neste",
    "nossa", "nosso", "nova", "novo", "num", "numa", "nunca", "outra", "outras", "outro",
    "outros", "pelas", "pelos", "pode", "podem", "pois", "porque", "porquê", "pouco",
    "poucos", "primeira", "primeiro", "própria", "próprio", "quais", "qual", "qualquer",
    "quando", "quanto", "quase", "quem", "sempre", "sendo", "será", "seus", "sido", "sob",
    "sobre", "sou", "suas", "tal", "talvez", "tanto", "tem", "tenho", "ter", "tinha", "toda",
    "todas", "todavia", "todo", "todos", "três", "tudo", "têm", "uns", "vai", "vez", "vezes",
    "à", "às", "é",
];

#[rustfmt::skip]
const ITALIAN: &[&str] = &[
    "abbiamo", "adesso", "agli", "alcuna", "alcune", "alcuni", "alcuno", "alle", "allo",
    "allora", "altra", "altre", "altri", "altro", "ancora", "appena", "avere", "aveva", "ben",
    "bene", "cioè", "circa", "ciò", "colui", "contro", "cosa", "così", "cui", "dagli",
    "dalla", "dalle", "dallo", "davvero", "degli", "dello", "dentro", "deve", "devono",
    "dopo", "dove", "due", "dunque", "durante", "ed", "era", "erano", "essa", "esse",
    "essere", "essi", "esso", "fa", "fanno", "fare", "fatto", "fin", "fino", "forse", "fra",
    "fu", "già", "gran", "grande", "ho", "invece", "l'altro", "lei", "loro", "lui", "lungo",
    "maggior", "meglio", "meno", "mentre", "mia", "mie", "miei", "mio", "molta", "molte",
    "molti", "molto", "negli", "nei", "nelle", "nello", "nessun", "nessuna", "nessuno",
    "niente", "noi", "nostra", "nostro", "nulla", "nuova", "nuovo", "ogni", "oltre", "oppure",
    "ora", "parte", "perché", "però", "piccolo", "poca", "poche", "pochi", "poco", "poi",
    "prima", "primo", "proprio", "puoi", "può", "qual", "qualche", "qualcosa", "quale",
    "quali", "quanto", "quasi", "quel", "quella", "quelle", "quelli", "quello", "questa",
    "queste", "questi", "qui", "quindi", "sarà", "secondo", "sei", "sempre", "senza", "sia",
    "siamo", "solo", "soltanto", "sopra", "sotto", "sta", "stata", "stati", "stato", "stessa",
    "stesso", "sua", "sue", "sugli", "sul", "sulla", "sulle", "suo", "suoi", "tale", "tanto",
    "te", "tra", "tre", "troppo", "tu", "tutta", "tutte", "tutti", "tutto", "uno", "va",
    "vari", "verso", "viene", "voi", "volta", "volte", "vostro",
];

#[rustfmt::skip]
const DUTCH: &[&str] = &[
    "alle", "alleen", "alles", "altijd", "ander", "andere", "anderen", "anders", "beetje",
    "behalve", "beide", "ben", "beter", "bijna", "binnen", "blijft", "blijven", "boven",
    "buiten", "daar", "daarna", "daarom", "doen", "doet", "doordat", "drie", "dus", "eens",
    "eerst", "eerste", "eigenlijk", "elk", "elke", "en", "enige", "enkele", "erg", "ergens",
    "ga", "gaan", "gaat", "geeft", "geven", "gewoon", "goed", "goede", "haar", "hadden",
    "heb", "hebben", "hem", "hen", "hier", "hierbij", "hoewel", "hun", "ieder", "iedere",
    "iemand", "iets", "ik", "inderdaad", "is", "jij", "jouw", "jullie", "komen", "komt",
    "kunnen", "laatste", "lang", "langer", "later", "liever", "maakt", "mag", "maken", "men",
    "mij", "misschien", "moet", "moeten", "mogen", "naast", "net", "niemand", "niets",
    "nieuw", "nieuwe", "nooit", "omdat", "ons", "onze", "ooit", "opnieuw", "per", "precies",
    "samen", "sinds", "sommige", "soms", "staat", "steeds", "sterk", "tegen", "terug",
    "terwijl", "toch", "toen", "totdat", "tussen", "twee", "u", "vaak", "vanaf", "verder",
    "volgens", "vooral", "voordat", "waar", "waarom", "wanneer", "want", "waren", "weer",
    "weinig", "welke", "wij", "wil", "willen", "worden", "wordt", "zal", "zeer", "zelf",
    "zelfs", "zien", "ziet", "zonder", "zou", "zouden", "zulke", "zult",
];

#[rustfmt::skip]
const RUSSIAN: &[&str] = &[
    "будет", "будто", "будут", "был", "вам", "ваш", "вдруг", "ведь", "весь", "вместо", "вот",
    "впрочем", "время", "всегда", "всего", "всем", "всех", "даже", "два", "две", "дело",
    "должен", "должна", "должны", "другая", "другие", "других", "другой", "его", "ей", "ему",
    "зачем", "здесь", "именно", "иногда", "используется", "каждая", "каждый", "кажется",
    "какая", "какие", "какой", "которая", "которого", "которое", "которой", "которые",
    "который", "которых", "кроме", "куда", "либо", "лишь", "лучше", "между", "менее", "меня",
    "мне", "много", "могут", "может", "можно", "мой", "моя", "над", "надо", "нам", "нас",
    "находится", "наш", "наше", "не", "ней", "некоторые", "нельзя", "несколько", "ни",
    "нибудь", "нигде", "никогда", "ним", "них", "ничего", "но", "новая", "новый", "ну",
    "нужно", "об", "обычно", "один", "одна", "однако", "одно", "опять", "очень", "перед",
    "под", "пока", "показывает", "после", "потом", "потому", "почему", "почти", "поэтому",
    "просто", "против", "пусть", "раз", "разве", "ряд", "с", "сам", "сама", "сами", "самый",
    "свое", "свои", "своих", "свой", "себе", "себя", "сейчас", "сказал", "снова", "совсем",
    "стал", "стало", "такая", "такие", "такой", "там", "тебе", "тебя", "тем", "теперь", "тех",
    "тогда", "того", "тоже", "той", "том", "тому", "три", "тут", "хорошо", "хоть", "хотя",
    "чего", "чем", "через", "что", "чтобы", "чуть", "эта", "эти", "этих", "этого", "этой",
    "этом", "этот", "эту", "является",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_can_be_searched() {
        for (language, words) in IDLE {
            assert!(words.is_sorted(), "{language:?}");
        }
    }

    #[test]
    fn words_that_name_nothing_are_told_from_nouns() {
        let check = |word: &str, language: Language, expected: bool| {
            assert_eq!(is_idle(word, language), expected, "{word}");
        };
        check("slowly", Language::English, true);
        check("family", Language::English, false);
        check("proposed", Language::English, true);
        check("caffeine", Language::English, false);
        check("deshalb", Language::German, true);
        check("wasser", Language::German, false);
    }
}
