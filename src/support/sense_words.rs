//! The words behind `sense`, by language: whole words, and beginnings of words that end in `*`.
//! A beginning stands for its word and all that is derived from it; none begins another.

use crate::index::language::Language;
use crate::support::sense::{Axis, Sense, Way};

const MORE: Sense = Sense::Points(Axis::Amount, Way::Up);
const LESS: Sense = Sense::Points(Axis::Amount, Way::Down);
const LATER: Sense = Sense::Points(Axis::Time, Way::Up);
const SOONER: Sense = Sense::Points(Axis::Time, Way::Down);
const NEEDED: Sense = Sense::Points(Axis::Need, Way::Up);
const NEEDLESS: Sense = Sense::Points(Axis::Need, Way::Down);
const LINKED: Sense = Sense::Points(Axis::Link, Way::Up);
const APART: Sense = Sense::Points(Axis::Link, Way::Down);
const GOOD: Sense = Sense::Points(Axis::Worth, Way::Up);
const BAD: Sense = Sense::Points(Axis::Worth, Way::Down);
const GRANTED: Sense = Sense::Points(Axis::Leave, Way::Up);
const REFUSED: Sense = Sense::Points(Axis::Leave, Way::Down);
const ALIKE: Sense = Sense::Points(Axis::Likeness, Way::Up);
const UNLIKE: Sense = Sense::Points(Axis::Likeness, Way::Down);

/// The lists of each language.
pub const SENSE_WORDS: &[(Language, &[(Sense, &str)])] = &[
    (Language::English, ENGLISH),
    (Language::German, GERMAN),
    (Language::French, FRENCH),
    (Language::Spanish, SPANISH),
    (Language::Portuguese, PORTUGUESE),
    (Language::Italian, ITALIAN),
    (Language::Dutch, DUTCH),
    (Language::Russian, RUSSIAN),
];

const ENGLISH: &[(Sense, &str)] = &[
    (
        Sense::Denial,
        "not no never without neither nor none nobody nothing cannot fail \
         fails failed failing unable hardly rarely seldom barely \
         little minimal nowhere insufficient* unlikely struggl* ceas* refut* disprov* \
         false incorrect",
    ),
    (
        MORE,
        "more most higher highest high greater greatest larger largest longer stronger faster \
         increas* rise rises rising rose raise raises raised raising elevat* enhanc* promot* activat* \
         stimulat* induc* accelerat* upregulat* up gain gains gained grow grows growing grew \
         growth expand* boost* amplif* augment* improv* strengthen* facilitat* cause causes \
         caused causing trigger* encourag* favor* favour* support supports supported potentiat* \
         exacerbat* aggravat* intensif* extend* prolong* hyper* frequent* overexpress* \
         contribut* lead leads leading led drive drives driven enabl* \
         confer* produc* generat* abundan* double* excessive* maintain* \
         sustain* stabili* mediat* positive* heavier cataly* susceptib* upward* risen overestimat* surged surges soar* exceed* surpass* outperform* triple* peak*",
    ),
    (
        LESS,
        "less least lower lowers lowered lowering lowest low smaller smallest shorter weaker slower fewer fewest \
         decreas* reduc* declin* fall falls falling fell drop drops dropped diminish* inhibit* \
         repress* suppress* prevent* attenuat* impair* \
         downregulat* down loss lose loses lost shrink* shrank weaken* deplet* abolish* lack lacks lacking lacked absence absent deactivat* inverse* fallen lighter damag* block* arrest* \
         abrogat* impede* hinder* hamper* limit limits limited restrict* protect* avoid* slow \
         slows slowed slowing delay* disrupt* dampen* curb* mitigat* alleviat* ameliorat* \
         reliev* counteract* antagoni* deficien* defect* delet* knockout* knockdown* silenc* \
         ablat* inactivat* negative* oppos* eliminat* degrad* discourag* rare \
         interfer* destabili* cut cuts resist* worsen* deteriorat* compromis* scarce* \
         underestimat* plummet* halve* shrunk undermin*",
    ),
    (LATER, "after afterwards later last following late subsequent*"),
    (SOONER, "before earlier earliest prior previously early preced* precursor*"),
    (
        NEEDED,
        "requir* necessary essential need needs needed crucial* critical* vital \
         important* importance indispensable key major mandatory depend* must",
    ),
    (
        NEEDLESS,
        "dispensable unnecessary optional trivial* irrelevant redundan* independent* minor \
         negligible unimportant nonessential unaffected unchanged",
    ),
    (
        LINKED,
        "associat* link* related relates relation relations relationship* correlat* connect* involv* interact* coupl* predict*",
    ),
    (APART, "unrelated dissociat* uncorrelated unconnected uncoupl* unassociated"),
    (
        GOOD,
        "better best benefi* accura* advantag* safe safer safely effective* efficac* success* \
         favorable favourable superior* healthy healthier efficient*",
    ),
    (
        BAD,
        "worse worst inaccura* harm* adverse* detriment* dangerous* ineffective* inferior* unsafe toxic* \
         poor poorer poorly unfavorable unfavourable inefficient*",
    ),
    (
        GRANTED,
        "allow* permit* legal legally accept accepts accepted approv* possible won win wins grant* open opens opened",
    ),
    (
        REFUSED,
        "forbid* forbad* ban bans banned prohibit* illegal* reject* refus* impossible disapprov* close closes closed",
    ),
    (ALIKE, "same similar* equal* identical* comparable"),
    (UNLIKE, "differ differs differed differen* unlike distinct* unequal* dissimilar*"),
    (
        Sense::Asking,
        "whether unknown unclear hypothes* aim aims aimed investigat* examin* objective* \
         purpose* assess* evaluat* sought question* debate* controvers* background methods \
         design setting participants elusive understood",
    ),
    (
        Sense::Finding,
        "show shows showed shown found find finding findings demonstrat* conclu* reveal* \
         indicat* suggest* identif* confirm* observ* results report reports reported provid* \
         thus therefore",
    ),
];

const GERMAN: &[(Sense, &str)] = &[
    (
        Sense::Denial,
        "nicht kein keine keinen keiner keinem keines nie niemals ohne weder nirgends nichts \
         kaum fehlt fehlen fehlende mangel mangels selten unfähig",
    ),
    (
        MORE,
        "mehr meist höher höhere höheren höchste größer größere größeren länger stärker \
         schneller steig* stieg* gestiegen zunimm* nimmt zunahme zunehm* erhöh* vergrößer* \
         verstärk* förder* aktivier* verbesser* verlänger* beschleunig* wächst wachs* anstieg* \
         verursach* bewirk* begünstig* stärk* hoch hohe auslös*",
    ),
    (
        LESS,
        "weniger wenigste niedriger niedrigere geringer geringere kleiner kürzer schwächer \
         langsamer sink* sank gesunken abnahme abnehm* senk* verringer* reduzier* vermind* \
         hemm* unterdrück* verhinder* verschlechter* verkürz* verlangsam* blockier* schütz* \
         fällt fallen gefallen rückgang* niedrig* gering schwäch* minder* vermeid*",
    ),
    (LATER, "nach nachdem später danach anschließend"),
    (SOONER, "vor bevor früher zuvor vorher"),
    (
        NEEDED,
        "nötig notwendig* erforderlich* wichtig* entscheidend* braucht brauchen benötig* muss müssen",
    ),
    (NEEDLESS, "unnötig* überflüssig* entbehrlich* unwichtig* unabhängig*"),
    (LINKED, "zusammenhang* zusammenhäng* verbunden verknüpf* korrelier*"),
    (APART, "unverbunden unkorreliert"),
    (GOOD, "besser beste besten vorteil* nützlich* sicher wirksam* positiv* gesund*"),
    (BAD, "schlechter schlechteste nachteil* schädlich* gefährlich* unwirksam* negativ* giftig*"),
    (GRANTED, "erlaub* legal zulässig* genehmig* möglich gewann gewinnt offen öffne*"),
    (
        REFUSED,
        "verbiet* verbot* illegal* unzulässig* abgelehnt ablehn* unmöglich verlor verliert geschlossen schließ*",
    ),
    (ALIKE, "gleich ähnlich* identisch*"),
    (UNLIKE, "unterschied* unterscheid* verschieden* ungleich*"),
    (Sense::Asking, "ob unbekannt unklar untersuch* hypothese* fraglich ziel"),
    (
        Sense::Finding,
        "zeigt zeigen zeigte fand fanden gefunden ergab ergaben ergebnis* belegt belegen",
    ),
];

const FRENCH: &[(Sense, &str)] = &[
    (Sense::Denial, "pas ne n jamais sans aucun aucune ni rien absence manque manquent rarement"),
    (
        MORE,
        "plus supérieur supérieure augment* accroî* hausse* élev* favoris* stimul* amélior* \
         activ* renforc* accélér* allong* croissance caus* provoqu* haut haute",
    ),
    (
        LESS,
        "moins inférieur inférieure diminu* rédui* baiss* inhib* empêch* supprim* ralenti* \
         aggrav* affaibli* bloqu* protèg* protég* chut* faible* bas basse limit*",
    ),
    (LATER, "après ensuite postérieur*"),
    (SOONER, "avant auparavant antérieur* précéd*"),
    (NEEDED, "nécessaire* essentiel* indispensable* important* faut exig* requis*"),
    (NEEDLESS, "inutile* superflu* négligeable* facultati* indépendant*"),
    (LINKED, "associé* lié liée liés liées corrél*"),
    (APART, "dissocié*"),
    (GOOD, "meilleur* mieux bénéfi* avantag* efficace* sûr positi*"),
    (BAD, "pire pires nuisible* néfaste* dangereu* inefficace* négati*"),
    (Sense::Asking, "si inconnu inconnue hypothèse* examin* étudi*"),
    (Sense::Finding, "montre montrent montré trouvé conclu* révèl* indiqu* suggèr* démontr*"),
];

const SPANISH: &[(Sense, &str)] = &[
    (
        Sense::Denial,
        "no nunca jamás sin ni ningún ninguna ninguno nada tampoco ausencia falta carec*",
    ),
    (
        MORE,
        "más mayor mayores superior aument* increment* crec* eleva* favorec* estimul* mejor* \
         activ* promuev* promov* aceler* provoc* caus* alto alta sube suben subi*",
    ),
    (
        LESS,
        "menos menor menores inferior disminu* reduc* baja bajan bajó inhib* impid* imped* \
         suprim* empeor* debilit* bloque* previen* preven* desciend* descend* ralenti* proteg* \
         bajo",
    ),
    (LATER, "después luego tras posterior*"),
    (SOONER, "antes previo previa anterior*"),
    (NEEDED, "necesari* esencial* imprescindible* importante* requier* requer*"),
    (NEEDLESS, "innecesari* prescindible* irrelevante* independiente*"),
    (LINKED, "asocia* relaciona* vincula* correlaci*"),
    (APART, "disocia*"),
    (GOOD, "benefici* ventaj* eficaz eficaces segur* positiv*"),
    (BAD, "peor peores dañin* perjudicial* peligros* ineficaz negativ*"),
    (Sense::Asking, "si desconocid* hipótesis examin* investig* evalu*"),
    (Sense::Finding, "muestra* mostr* encontr* concluy* revel* indic* sugier* demuestr* demostr*"),
];

const PORTUGUESE: &[(Sense, &str)] = &[
    (Sense::Denial, "não nunca jamais sem nem nenhum nenhuma nada ausência falta"),
    (MORE, "mais maior maiores aument* cresc* eleva* favorec* estimul* melhor* ativ* promov* sobe"),
    (LESS, "menos menor menores diminu* reduz* reduç* baixa inib* imped* piora* bloque* caiu"),
    (LATER, "depois após posterior*"),
    (SOONER, "antes anterior*"),
    (NEEDED, "necessári* essencia* importante* requer*"),
    (NEEDLESS, "desnecessári* dispensáve* irrelevante*"),
    (LINKED, "associad* relacionad* ligad*"),
];

const ITALIAN: &[(Sense, &str)] = &[
    (Sense::Denial, "non mai senza né nessun nessuna nessuno nulla niente assenza mancanza"),
    (MORE, "più maggior* aument* cresc* elev* favor* stimol* miglior* attiv* promuov* superior*"),
    (
        LESS,
        "meno minor* diminu* ridu* cala calo calano inib* imped* peggior* blocc* inferior* scend*",
    ),
    (LATER, "dopo successiv*"),
    (SOONER, "prima precedent*"),
    (NEEDED, "necessari* essenzial* importante importanti richied*"),
    (NEEDLESS, "inutil* superflu* irrilevant*"),
    (LINKED, "associat* correlat* legat*"),
];

const DUTCH: &[(Sense, &str)] = &[
    (Sense::Denial, "niet geen nooit zonder noch niets niemand gebrek nauwelijks zelden"),
    (
        MORE,
        "meer hoger hogere groter grotere langer sterker stijg* steeg toename toenem* verhoog* verbeter* bevorder* activeer* verster*",
    ),
    (
        LESS,
        "minder lager lagere kleiner korter zwakker daling* dalen daal* afname afnem* verlaag* vermind* remt remmen geremd verslechter* voorkom* blokke*",
    ),
    (LATER, "na nadat later daarna"),
    (SOONER, "voordat eerder vroeger"),
    (NEEDED, "nodig noodzakelijk* belangrijk* vereis*"),
    (NEEDLESS, "onnodig* overbodig*"),
    (LINKED, "verband verbonden gekoppeld*"),
];

const RUSSIAN: &[(Sense, &str)] = &[
    (Sense::Denial, "не нет ни никогда без никто ничего нельзя отсутств* невозможн*"),
    (
        MORE,
        "больше более выше увелич* повыш* рост раст* вырос* усил* улучш* способств* стимулир* актив* ускор*",
    ),
    (
        LESS,
        "меньше менее ниже уменьш* сниж* пониж* паден* ослаб* ухудш* подавл* предотвращ* блокир* замедл* сократ*",
    ),
    (LATER, "после позже затем"),
    (SOONER, "раньше прежде"),
    (NEEDED, "необходим* нужн* важн* требу*"),
    (NEEDLESS, "ненужн* неважн* излишн*"),
    (LINKED, "связан* связь коррел*"),
];
