//! The commonest small words of each language: enough to tell the languages apart, and the words
//! that say nothing in a search. Left out of most are those that are also words of programs and
//! figures (`var`, `alt`, `min`, `sin`, `e`), which stand in notes of any language.

use crate::index::language::Language;

/// The words of each language, with spaces between them.
pub const SMALL_WORDS: [(Language, &str); 18] = [
    (
        Language::English,
        "a about after all also an and any are as at be because been before but by can could \
         did do does for from had has have he her how i if in into is it its just more most my \
         no not of on one only or other our out over she so some such than that the their them \
         then there these they this those to too very was we were what when where which while \
         who why will with would you your",
    ),
    (
        Language::German,
        "aber als am an auch auf aus bei bin bis da das dass dem den der des die doch du durch \
         ein eine einem einen einer eines er es für hat ich ihr im in ist ja kann man mehr mein \
         mit nach nicht noch nur oder schon sehr sein sich sie sind so um und uns unter vom von \
         vor war was weil wenn wer wie wir wird zu zum zur über",
    ),
    (
        Language::French,
        "au aux avec ce ces cette comme dans de des du elle en est et il ils je la le les leur \
         mais ne nous on ou où par pas plus pour que qui sa se ses si son sont sur un une vous \
         à été",
    ),
    (
        Language::Spanish,
        "al como con de del el ella en entre es esta este fue ha hay la las lo los me mi muy \
         más no nos o para pero por que se ser si sin sobre son su sus también un una y ya",
    ),
    (
        Language::Portuguese,
        "ao aos as com como da das de do dos e ela ele em entre era essa este foi há isso já \
         mais mas me muito na nas no nos não o os ou para pela pelo por que se sem ser seu sua \
         são também um uma você",
    ),
    (
        Language::Italian,
        "ai al alla anche che chi ci come con da dal dei del della delle di e gli ha i il in io \
         la le lo ma mi nel nella non o per più quando questo se si sono su un una è",
    ),
    (
        Language::Dutch,
        "aan al als bij dan dat de den der deze die dit door een en er ge geen had heeft het \
         hij hoe ik in is je kan maar meer met mijn na naar niet nog nu of om onder ook op over \
         te tot uit van veel voor was wat we wel werd wie wij worden ze zich zij zijn zo",
    ),
    (
        Language::Russian,
        "а без более бы был была были было быть в вам вас все всё вы где да для до его ее если \
         есть еще же за и из или им их к как ко когда кто ли мы на не него нет но о он она они \
         от по при с со так также то только ты у уже что это я",
    ),
    (
        Language::Arabic,
        "أن أنا أنت أو أي إذا إلى إن التي الذي بعد بين تم ثم حتى حيث ذلك سوف على عن عند غير في \
         قبل قد كان كانت كل كما لا لكن لم لن له لها ليس ما مع من منذ نحن هذا هذه هم هناك هو هي \
         وفي وقد ومن وهو وهي يكون",
    ),
    (
        Language::Danish,
        "af alle at blev blive bliver da de dem den denne der deres det dette dig din du efter \
         eller en er et for fra før han har havde hun hvad hver hvis hvor i ikke ind jeg jer \
         kan kun kunne man med meget men mere mig noget nogle nu når og også om op over på selv \
         sig skal skulle som så til ud under ved vi vil være været",
    ),
    (
        Language::Finnish,
        "ehkä ei eivät eli emme en ennen että he hän hänen ilman itse ja jo joka jos jota jotka \
         kaikki kanssa koska kuin kuitenkin kun kuten me mikä minä mitä molemmat mukaan mutta \
         myös ne niiden niin niitä nyt näin oli olivat olla on ovat se sekä sen siinä siitä \
         sinä sitä tai tämä tämän tässä vaan vain vielä voi voidaan yli",
    ),
    (
        Language::Greek,
        "ένα ένας έχει έχουν ή ήταν αλλά αν από αυτά αυτή αυτό αυτός για δεν είναι είχε εκεί \
         ενώ η θα κάθε και κατά με μετά μην μια μου μόνο να ο οι ου πιο πολύ που πριν προς πως \
         σαν σε στα στη στην στις στο στον στους τα την της τι τις το τον του τους των ως όπως \
         όταν ότι",
    ),
    (
        Language::Hungarian,
        "a ahol aki amely ami amikor annak az azonban azt be csak de egy egyik el elég ez ezek \
         ezt fel ha hanem hogy hogyan is itt jól kell ki le lehet lesz majd meg mert mi minden \
         mint most már még nagy nagyon ne nem nincs olyan pedig sem sok szerint számára tehát \
         több után vagy van vannak volt én és össze úgy ő ők",
    ),
    (
        Language::Norwegian,
        "alle at av bare ble bli blir da de deg dem den denne der deres det dette din du eller \
         en enn er et etter for fra før ha hadde han har hun hva hver hvis hvor i ikke inn jeg \
         kan kun kunne man med meg men mer mye noe noen nå når og også om opp over på seg selv \
         skal skulle som så til under ut ved vi vil være vært",
    ),
    (
        Language::Romanian,
        "a acea aceasta această acest ai ale are au ca care ce cea cel cele cu cum când că da \
         dar de deci decât din după ea ei el este eu fi fie fost fără iar la le lor lui mai ne \
         nici noi nu o ori pe pentru poate prin sa sau se sunt să toate un unei unui va vor îi \
         îl în între și",
    ),
    (
        Language::Swedish,
        "alla allt att av bara blev bli blir de dem den denna deras det detta dig din du där \
         efter eller en ett finns från för ha hade han har hon hur här i icke inte jag kan \
         kunde man med mellan men mer mig mot mycket ni nu när något några och också om på \
         sedan sig ska skulle som så till under upp ut utan vad vi vid vilka är över",
    ),
    (
        Language::Tamil,
        "அது அதை அந்த அல்லது அவன் அவர் அவர்கள் அவள் ஆகும் ஆனால் இது இதை இந்த இருந்து இல்லை உள்ள \
         எந்த என எனவே என்ன என்பது என்று ஒரு கொண்டு தான் நான் நாம் நீ நீங்கள் பல பின்னர் போன்ற \
         மற்றும் மிக மூலம் வரை வேண்டும்",
    ),
    (
        Language::Turkish,
        "ama ancak bana bazı ben beni bir biri biz bu buna bunu bunun da daha de değil diye en \
         gibi hem hep her ile ise için kadar ki kim mi mu mı ne neden o olan olarak oldu olduğu \
         olur ona onu onun sadece sen siz sonra tüm ve veya ya yani yok çok çünkü şey şu",
    ),
];
