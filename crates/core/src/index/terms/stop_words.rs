//! Words that say nothing about what is meant, folded as terms are.

/// English.
const ENGLISH: &str = "a about after again all also am an and any are as at be because been before \
    but by can could did didn do does doesn doing don done else few for from get got had has have \
    he her here him his how i if im in into is isn it its just let like ll made make many me might \
    more most much must my no not now of off on once one only or other our out over own please re \
    s same she should so some still such t than that the their them then there these they this \
    those through to too up us use used using ve very was wasn we were what when where which while \
    who whom why will with would won you your";

/// The languages that people type most often, their function words only.
const OTHERS: [&str; 6] = [
    // Spanish
    "al como con cual cuando cuanto de del donde el ella en era eran es esa ese eso esta estaba \
     este esto fue ha haber habia hace hay he la las le lo los mas me mi muy nos nuestra nuestro o \
     para pero por porque que quien se ser si sin sobre son su sus tambien te tiene todo tu un una \
     uno unos y ya yo",
    // Portuguese
    "ao aos com como da das de dela dele do dos e ela ele em entao era eram essa esse esta estava \
     eu foi ha isso isto ja lhe mais mas me meu minha muito na nao nas no nos nossa nosso o onde os \
     ou para pela pelo por porque pra quando que quem se sem ser seu sua tambem te tem um uma voce",
    // German
    "aber als am an auch auf aus bei bin bis bitte da damit dann das dass dem den der des die dies \
     diese dieser doch dort du durch ein eine einem einen einer eines er es fur gab habe haben hat \
     hatte hatten hier ich ihr im in ist ja kann kein keine man mehr mein mir mit nach nicht noch \
     nun nur ob oder ohne schon sein sich sie sind so uber um und uns unser unter vom von vor wann \
     war waren warum was wegen wenn wer werden wie wieder wir wird wo wollte wollten worden wurde \
     wurden zu zum zur",
    // French
    "a au aux avait avec avez avons c ce ces cet cette comment d dans de depuis des donc du elle \
     elles en est et etait etaient ete etre eu fait faut ici il ils j je l la le les leur lui ma \
     mais me meme mes mon n ne nos notre nous on ont ou par pas plus pour pourquoi qu quand que \
     quel quelle qui quoi sa sans se ses si son sont sous sur ta te tes toi ton tous tout tres tu \
     un une vous y",
    // Italian
    "ad agli ai al alla alle anche avevamo che chi ci come con cosa cui da dal dalla dei del della \
     delle di dopo dove e era erano fa fare fatto gia gli ha hai hanno ho i il in io la le lei lo \
     loro lui ma me mi mia mio molto ne nei nel nella no noi non nostra nostro o per perche piu poi \
     quale quando quanto quello questa questo qui se si sia sono su sua sul suo tra tu tutti tutto \
     un una uno voi",
    // Russian
    "а без бы был была были было быть в вам вас ведь во вот все вы где да для до его ее если \
     есть еще же за и из или им их к как какая какие какои ко когда которая которые которыи кто \
     ли мне может можно мои мы на над нам нас не него нее нет ни них но ну о об он она они от \
     по под после потому почему при про с сам свои себя со так там тебе то тоже только тот ты у \
     уже чего чем что чтобы эта эти это этого этои этом этот я",
];

/// Whether a word, lower case and without accents, is one of them.
pub fn is_stop_word(word: &str) -> bool {
    std::iter::once(ENGLISH)
        .chain(OTHERS)
        .any(|list| list.split_ascii_whitespace().any(|stop| stop == word))
}
