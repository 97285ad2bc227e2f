import { normalize, toWords } from '../text/normalize.js';

/** Words that say nothing about a product, normalized. They are not searched for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  toWords(
    normalize(`
    a an the and or but if of to in on at for with without from by as is are was be been am do does did have has had i me my
    mine you your yours we our they their them it its this that these those there here what which who whom whose when where why
    how can could would should will may might must not no yes any some something anything everything nothing all also too very
    just only more most less least than then so such same other another please want wants wanted need needs looking look search
    searching find show give get got like love buy sell offer got hi hello hey good nice great best better thanks thank really
    one ones thing things product products item items stuff kind shop store about into up out over maybe im ive id dont doesnt
    isnt arent whats theres lets us make makes us see recommend recommendation suggest suggestion help use using used skin
    expensive cheap cheaper cheapest price euro eur dollar under below max maximum between prone anyone else new now today still
    suit suits match matches matching right favorite wear wearer wearers gift present mum mom mother friend sister her him his she he

    der die das den dem des ein eine einen einem einer eines und oder aber wenn von zu zum zur im in am an auf fur mit ohne aus
    bei nach vor uber unter bis als ist sind war sein bin bist hat habe haben hast habt ich mich mir mein meine meinen meiner
    meinem du dich dir dein deine wir uns unser ihr euch euer eure sie er es man dies diese dieser dieses diesen was welche
    welcher welches welchen wer wem wen wann wo wie warum wieso kann kannst konnte konnt konnen mochte will wollen wurde wurdet
    soll sollte muss nicht nein ja kein keine keinen irgendwas etwas alles nichts auch noch nur mehr mal so sehr schon doch denn
    dann dazu da hier dort bitte gern gerne suche such suchen brauche brauch finden finde zeig zeige zeigt zeigen gib gibt gibts
    geben hatte hallo hi hey gut gute guten toll schon passt passen produkt produkte artikel sache sachen ding teil teile shop
    laden sowas welch oder vielleicht gerade eigentlich eher lieber bin empfehlen empfehlung empfehlt empfiehlst haut gesicht
    teuer gunstig gunstiger gunstigster billig preis euro hochstens maximal zwischen ab bis unter nehmt nehmen nehme kaufen
    verkauft wunsche geschenk freundin mutter schwester neu heute jetzt beim ums furs fur im vom am ans zieh ziehe tragen trage
    eurem eurer eures hab habs ne nen son wer dafur davon darf sag serie marke linie`),
  ),
);
