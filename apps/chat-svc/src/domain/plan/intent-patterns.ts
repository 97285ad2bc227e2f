import type { Intent } from './intents.js';

/** Alternatives of one intent on a normalized text, joined to one expression. `ü` is `u`, `ß` is `ss`; no punctuation. */
const any = (...alternatives: readonly string[]): RegExp => new RegExp(`\\b(?:${alternatives.join('|')})\\b`);

const BODY = [
  'schwanger\\w*',
  'stillen(?:de)?',
  'stillzeit',
  'pregnan\\w+',
  'breast ?feed\\w*',
  'allerg\\w+',
  'unvertraglich\\w*',
  'intoleran\\w+',
  'ekzem\\w*',
  'eczema',
  'neurodermitis',
  'psoriasis',
  'schuppenflechte',
  'ros[ae]+[cz]ea',
  '\\w*dermatitis',
  'ausschlag\\w*',
  'hautausschlag',
  'rash\\w*',
  'hives',
  'nesselsucht',
  'blutet?|blutend\\w*|bluten',
  'bleed\\w*',
  'eiter\\w*',
  'pus',
  'wunden?|wund',
  'wounds?',
  'entzund\\w+',
  'inflam\\w+',
  'infect\\w+|infektion\\w*|infizier\\w+',
  'geschwoll\\w+|schwell\\w+|schwillt',
  'swollen|swelling|swells',
  '[ck]ortiso\\w+',
  'medikament\\w*|medizin\\w*|arznei\\w*',
  'medic(?:ation|ations|ine|ines|al)',
  'antibioti\\w+',
  'isotretinoin|accutane|roaccutan\\w*|tretinoin',
  'tabletten?|pillen?|pills?',
  'salben?|ointment',
  '(?:haut|frauen)?arzt|arztin|arzte',
  'doctor|dermatologist',
  'krank\\w*|disease|illness|sick',
  'diagnos\\w+|symptom\\w*',
  'muttermal\\w*|leberfleck\\w*|melanom\\w*',
  'hautkrebs|krebs\\w*|cancer|chemo\\w*|tumou?r\\w*',
  'herpes|warzen?|warts?|hautpilz|fungus|fungal|impetigo|scabies|kratze',
  'verbrannt|verbrennung\\w*|sunburn\\w*|sonnenbrand',
  'schmerz\\w*|tut (?:mir )?weh|weh tut|painful|pain|hurts?',
  'brennt|burning|burns',
  'juckt|jucken|juckreiz|itch\\w*',
  'heilt|heilen|heilung|cures?|heals?|healing',
  'asthma\\w*|diabet\\w+|thyroid|schilddrus\\w+',
  'suizid\\w*|suicid\\w*|umbringen|selbstmord|kill myself',
  'side effects?|nebenwirkung\\w*',
  'operation|surgery|botox|laserbehandlung|fillers?',
  'anaphyla\\w+|epipen|prescri\\w+|rezeptpflichtig\\w*|dosis|dosage|overdose',
];

const MANIPULATION = [
  '(?:ignor\\w+|disregard|forget|vergiss|vergesse|missachte|override|bypass|umgeh\\w*) .{0,40}(?:instruct\\w+|anweisung\\w*|anleitung\\w*|regeln?|rules?|prompts?|previous|vorherig\\w*|bisherig\\w*|above|obig\\w*|guidelines?|vorgaben?|filter\\w*|restrictions?|everything|alles|einschrankung\\w*)',
  'system ?prompts?|systemprompts?|dein(?:en)? prompts?|your prompts?|initial prompts?',
  'jailbreak\\w*|dan mode|developer mode|entwicklermodus|debug ?mod\\w+|god mode|admin\\w*|superuser|sudo|root access',
  'act as|pretend\\w*|role ?play\\w*|you are now|from now on you|du bist (?:jetzt|nun|ab jetzt)|ab jetzt bist|ab sofort bist|tu so als|stell dir vor du|spiele? (?:jetzt )?(?:die rolle|eine?n?)|simulate|simulier\\w*',
  'repeat (?:after|the|this|exactly|everything)|say exactly|output (?:exactly|the|only|this)|respond only|answer only with|reply (?:only )?with|wiederhole?|sprich mir nach|antworte? (?:nur|ausschliesslich|mit)|gib (?:genau |wortlich |folgend\\w+ )+|print (?:the|your|out|all|this)|schreib genau|confirm that|bestatige?n?',
  'base64|rot13|json|xml|html|javascript|python|sql|select (?:from|all)|drop table|curl|script|alert|onerror|iframe|regex|api keys?|tokens?|env',
  'new instructions?|neue anweisung\\w*|instructions? for (?:the )?(?:assistant|bot|ai)|anweisung an|hidden|training data|trainingsdaten|language model|sprachmodell',
];

const OTHER_TOPICS = [
  'write (?:me )?(?:an?|the|some|code|python)\\b|schreibe? (?:mir )?(?:ein|eine|einen|code)',
  'gedichte?|po?e?ms?|jokes?|witze?|te[l]l me (?:a|some) stor\\w+|erzahl\\w* (?:mir )?(?:eine?n?) (?:geschichte|witz)|sing\\w* (?:mir|me|a)',
  'translate|ubersetz\\w+',
  '(?:weather|wetter) (?:tomorrow|today|like|forecast|in|morgen|heute|wird|am)|(?:wie wird|hows|whats|how is|what is) (?:das |the )?(?:weather|wetter)',
  'president\\w*|prasident\\w*|\\w*kanzler\\w*|minister\\w*|politi\\w+|elections?|wahlen|bundestag|trump|putin|krieg',
  'bitcoins?|krypto\\w*|crypto\\w*|aktien\\w*|stock market|invest\\w*',
  'fussball\\w*|football|soccer|bundesliga|champions league',
  'rezept (?:fur|von|zum)|recipes?|kochen|pizza|kuchen',
  'hausaufgaben?|homework|mathe\\w*|calculate|berechne|wie viel ist \\d+|whats \\d+|what is \\d+',
  'capital of|hauptstadt',
  'bombs?|bomben?|weapons?|waffen?|drugs?|drogen|hack\\w*|porn\\w*|sex|nudes?bilder|nackt\\w*',
  'religion\\w*|gott|allah|jesus',
  'lawyer|anwalt|rechtsberatung|legal advice|steuer\\w*|tax advice',
  'movies?|film(?:e|empfehlung)?|musik|netflix|hotels?|flights?|fluge?',
];

const PEOPLE = [
  'other customers?|another customer|andere[nr]? kund\\w+|anderer kund\\w+|kundendaten\\w*|kundenliste|customer (?:data|list|database|names|records|emails?)|names of (?:your )?(?:customers|people|shoppers)|namen (?:der|von|eurer) kund\\w+',
  'passwor[dt]\\w*|iban|kreditkarte\\w*|credit cards?|card (?:number|details)|kartennummer|social security|ausweisnummer|passport|bank ?account|bankverbindung|kontonummer',
  '(?:home |private |privat\\w+ |her |his )?address of|adresse von|wohnt|where (?:does|do) \\w+ live|telefonnummer von|phone number of|handynummer',
  'my (?:phone|number|address|email|e mail|name|birthday) is|meine? (?:nummer|adresse|mail|e mail|emailadresse|handynummer|telefonnummer|anschrift) (?:ist|lautet)|ich heisse',
];

/** What the chat does not talk about, when a message names no product. */
export const OTHER_TOPICS_PATTERN = any(...OTHER_TOPICS);

/** Intents that need no product, in the order in which they are tried. The first that matches is it. */
export const FIRST_PATTERNS: readonly (readonly [Intent, RegExp])[] = [
  ['MEDICAL', any(...BODY)],
  ['OUT_OF_SCOPE', any(...MANIPULATION)],
  ['PERSONAL', any(...PEOPLE)],
  [
    'DELETE',
    any(
      '(?:losch\\w*|delete|erase|remove|entfern\\w*) .{0,25}(?:chat\\w*|unterhaltung|verlauf|gesprach|conversation|history|nachrichten|messages|alles|everything|data|daten)',
    ),
  ],
  [
    'PRIVACY',
    any(
      'datenschutz\\w*|privacy|dsgvo|gdpr',
      'meinen? (?:personlichen )?daten|my (?:personal )?data',
      '(?:store|save|keep|record|speicher\\w*|merkst|aufgezeichnet) .{0,20}(?:i|ich|chat|unterhaltung|conversation)',
    ),
  ],
  [
    'RESTART',
    any(
      'von vorne?|neu ?start\\w*|neu anfangen|neuer chat|neue unterhaltung|start (?:over|again)|restart|reset|new (?:chat|conversation)|begin again',
    ),
  ],
  [
    'ORDER',
    any(
      '(?:meiner?|my|unsere?) (?:bestellung|order|paket|parcel|package|lieferung|delivery|sendung)',
      'mein paket|my parcel|order (?:number|status|no|\\d+)|bestell(?:nummer|status|ung \\d+)',
      'track\\w*|sendungs\\w+|refund\\w*|geld zuruck|money back|erstatt\\w+|stornier\\w*|cancel\\w*|reklam\\w+',
      '(?:kaputt|beschadigt|defekt|damaged|broken|leaking|ausgelaufen)|nicht angekommen|(?:not|never|hasnt|didnt) (?:yet )?arrived?|wrong (?:item|product|size) (?:was )?(?:arrived|delivered|sent)|falsche\\w* (?:artikel|produkt|ware)',
      'rechnung\\w*|invoice',
    ),
  ],
];

/** Topics of questions that companies answer themselves. */
export const FAQ_TOPICS: readonly RegExp[] = [
  any('versand\\w*|liefer(?:ung|zeit|zeiten|kosten|t|n|st)?|shipping|ship|ships|deliver(?:y|ies|s|ed)?|porto'),
  any(
    'ruckgabe\\w*|rucksend\\w*|zuruck ?(?:schick\\w*|send\\w*|geb\\w*)|umtausch\\w*|widerruf\\w*|returns?|return policy|exchange|retoure\\w*',
  ),
  any('tierversuch\\w*|cru?e?lty|animal test\\w*|tested on animals|tierleid'),
  any('zahlung\\w*|bezahl\\w*|zahlen|payments?|pay|klarna|paypal|apple pay|ratenzahlung'),
  any('filialen?|ladengeschaft|offnungszeiten|opening hours|store near|showroom|stores'),
  any('nachhaltig\\w*|sustainab\\w*|recycl\\w* (?:packaging|verpackung)|verpackung\\w*|packaging'),
  any('newsletter'),
];

export const SERVICE_PATTERNS: readonly (readonly [Intent, RegExp])[] = [
  [
    'DISCOUNT',
    any(
      'rabatt\\w*|discount\\w*|coupons?|gutschein\\w*|vouchers?|promo\\w*|(?:percent|prozent) (?:off|rabatt|nachlass)|\\d+ (?:percent|prozent)|nachlass|on sale|price match|verhandel\\w*|negotiat\\w*|handeln|haggle',
      'kostenlos\\w*|gratis|for free|free of charge|umsonst|freebies?|giveaway|student\\w* (?:rabatt|discount)|half price|halber preis',
    ),
  ],
  [
    'CONTACT',
    any(
      'menschen?|mitarbeiter\\w*|kundenservice|kundendienst|kundenberat\\w*|hotline|kontakt\\w*|contact (?:you|form|us|details|info|support|the)|contact$|anrufen|schreib(?:en)? (?:uns|euch)|telefonnummer|beschwer\\w+',
      'humans?|real person|live agent|agent|someone real|customer (?:service|support|care)|support team|need support|call you|write to (?:us|you)|speak (?:to|with)|talk (?:to|with)|complain\\w*|phone number',
    ),
  ],
];

export const PATTERNS = {
  results: any(
    'ergebnis(?:se|seite)?|auswertung|results?|resultate?',
    'meine (?:empfehlungen|matches|treffer)|my (?:recommendations|matches|picks)',
  ),
  analysis: any(
    'analyse|farbanalyse|hautanalyse|analysis|quiz|fragebogen|farbberatung|hauttest|farbtest|questionnaire|typberatung|stilberatung',
    '(?:start\\w*|mach\\w*|take|do|begin|beginnen) .{0,20}(?:test|beratung)|(?:skin|colou?r|style|farb|haut|typ) ?test|test (?:start\\w*|machen|beginnen|durchfuhren)',
  ),
  why: any('warum|wieso|weshalb|why|how come|aus welchem grund|begrundung'),
  compare: any(
    'vergleich\\w*|compar\\w+|unterschied\\w*|difference|differ|vs|versus',
    '(?:was|welche[rs]?|which|what) .{0,12}(?:ist|is|ones?) .{0,10}(?:besser|better)',
  ),
  thisSuits: any(
    '(?:passt|steht|past|passen|stehen) (?:denn )?(?:der|die|das|es|dies\\w*|mir (?:der|die|das|dies\\w*))',
    'ist (?:das|der|die|es|dies\\w*) .{0,20}(?:fur mich|fur meine|geeignet|passend|richtig)',
    '(?:does|do|would|will|can|could) (?:this|it|these|that) .{0,20}(?:suit|fit|match|work|look|flatter|go with)',
    'is (?:this|it|that) .{0,12}(?:right|good|suitable|for me|for my|ok)',
    'suitable for me',
  ),
  colorType: any(
    'farb ?typ\\w*|colou?r type|jahreszeiten ?typ|(?:fruhling|sommer|herbst|winter)s? ?typ|undertone|unterton|seasonal colou?rs?|farbpalette',
    '(?:warm|cool|true|deep|soft|light|bright|kuhler?|warmer|heller?|dunkler?) (?:spring|summer|autumn|winter|fall|fruhling|sommer|herbst)(?: (?:type|typ))?$',
    '(?:warm|cool|true|deep|soft|light|bright) (?:spring|summer|autumn|winter|fall) (?:mean|type)',
  ),
  suitsMe: any(
    '(?:passt|passen|steht|stehen|past) .{0,20}(?:mir|meiner? \\w+|meinem \\w+)|(?:zu|fur) (?:mir|mich|meiner? (?:haut\\w*|haare?\\w*|augen|typ|teint))',
    'suits? me|suit my|for my (?:skin|colou?r|complexion|type|tone|eyes|hair)|in my (?:colou?rs?|shades?)|my (?:skin tone|skin type|colou?rs?|shade)',
    'recommend\\w*|empf[ie]+h?l\\w*|empfehl\\w*|suggest\\w*|vorschlag\\w*|best for me|good on me|look good|beraten|berate|advise|advice',
    'shade (?:do i|should i)|welche farbe (?:steht|passt)',
  ),
  cart: any(
    'warenkorb|einkaufswagen|cart|basket|shopping bag|in meine? tasche',
    '(?:nehm|nehme|kauf|kaufe|bestell|bestelle) ich|ich (?:nehme?|kaufe?|bestelle?)|ich (?:mochte|will|wurde) .{0,60}(?:kaufen|bestellen)|(?:ill|i will|i) (?:take|buy|order)|(?:want|like) to (?:buy|order) (?:the|this|that|it)',
  ),
  set: any(
    '(?:(?:geschenk|pflege|beauty|kosmetik|haar|hand|pinsel|haut|lippen|augen|nagel|probier|starter|reise|spar|gift|skincare|skin ?care|make ?up) ?)?(?<!\\b(?:to|i) )sets?(?! (?:my|your|up|the|it))',
    '\\w*routinen?|\\w*routines|regimen|bundles?|kits?|komplett\\w* (?:look|pflege)|complete look',
  ),
  together: any(
    '(?:passt|passen|gehort|gehoren|harmonier\\w*) .{0,40}(?:zusammen|zueinander)|zusammen(?:pass\\w*|gehor\\w*)|kombinier\\w*|dazu ?pass\\w*|pass\\w* dazu',
    '(?:go|goes|work|works|pair|pairs|fit|fits|belong|belongs) .{0,20}(?:together|with (?:this|it|that|these))|combine .{0,30}(?:with|these|this|them)|pair (?:this|it|that) with',
  ),
  contents: any(
    '(?:was|welche\\w*) .{0,40}(?:drin|enthalten|enthalt|gehort|gehoren|dabei)|(?:was|welche\\w*) .{0,15}(?:ist|sind|steckt) (?:alles )?(?:in|im)|besteh\\w* .{0,40}aus|woraus besteht|inhalt',
    '(?:what|which) .{0,40}(?:included|inside|contain\\w*|comes? (?:in|with)|consists?)|(?:what|which) .{0,15}(?:is|are) in|whats in|contents',
  ),
  price: any(
    'was kost\\w+|wie ?viel kost\\w+|kostet|wie teuer|preis|how much (?:is|are|does|do|for)|price|cost|costs|whats the price',
  ),
  sizes: any(
    '(?:welche|was fur|which|what|in welchen|alle|other|andere) .{0,12}(?:grossen?|sizes?|farben|farbe|farbtone|colou?rs?|shades?|tone|nuancen|varianten|versions?)',
    'wie ?viel (?:ml|milliliter|gramm|g|inhalt)|how (?:many|much) (?:ml|milliliters|grams)|inhalt|sizes? (?:available|do you|are)|fullmenge',
  ),
  available: any(
    'verfugbar\\w*|vorratig\\w*|lieferbar\\w*|auf lager|in stock|available|availability|ausverkauft|sold out|out of stock|noch (?:da|erhaltlich)|erhaltlich|back in stock|restock\\w*',
    'do you (?:still )?(?:have|sell|carry)|habt ihr|gibt es|gibts|wann .{0,20}wieder|got any',
  ),
  onlyAvailable: any(
    '(?:nur|only|just|bloss|ausschliesslich) .{0,20}(?:verfugbar\\w*|lieferbar\\w*|vorratig\\w*|lager|in stock|available)',
  ),
  cheaper: any(
    'gunstiger\\w*|billiger\\w*|preiswerter\\w*|cheaper|less expensive|zu teuer|too expensive|too pricey|lower price|weniger kosten',
  ),
  otherKind: any(
    '(?:andere[nrs]?|another|different|other) (?:kategorien?|produktart\\w*|produktkategorien?|category|categories|kinds? of products?|product types?)',
    'etwas ganz anderes|something completely different|something else entirely',
  ),
  more: any(
    'mehr|more|weitere\\w*|andere[nrsm]?|anders|others?|else|another|nachste\\w*|next|alternativen?|alternatives?|different|sonst noch|options?',
  ),
  greeting: any(
    'hallo|hi|hey+|heyyy+|hello|guten (?:morgen|tag|abend)|good (?:morning|evening|afternoon|day)|moin|servus|gruss gott|gruezi|na|tach|huhu|yo|greetings',
  ),
  thanks: any('danke\\w*|vielen dank|thanks?|thx|thank you|merci|cheers|dankeschon|tausend dank'),
  aboutChat: any(
    'was kannst du',
    'what can you',
    'how does (?:this|it|the)(?: chat| bot)? work',
    'wie funktioniert',
    'who are you',
    'wer bist du',
    'bist du ein',
    'are you (?:a|an)',
    'how do you work',
  ),
  help: any(
    'hilfe|help|was kannst du|what can you|wie funktioniert|how does (?:this|it|the)(?: chat| bot)? work|how do you work|wer bist du|who are you|was machst du|bist du ein|are you (?:a|an) (?:bot|robot|human|ai|person)',
  ),
} as const;

/** `the first two`, `den ersten`: positions of what was shown last, from 0. */
export function readOrdinals(normalized: string): number[] {
  if (/\b(?:ersten beiden|ersten zwei|first two|beiden|both|die zwei)\b/.test(normalized)) return [0, 1];
  const words: readonly (readonly [RegExp, number])[] = [
    [/\b(?:erste[nrsm]?|first|1)\b/, 0],
    [/\b(?:zweite[nrsm]?|second|2)\b/, 1],
    [/\b(?:dritte[nrsm]?|third|3)\b/, 2],
    [/\b(?:vierte[nrsm]?|fourth)\b/, 3],
    [/\b(?:letzte[nrsm]?|last)\b/, -1],
  ];
  return words.flatMap(([pattern, position]) => (pattern.test(normalized) ? [position] : []));
}
