/**
 * Words of descriptions and names in both languages, which help to search a catalog in the other language. They are searched
 * for and filter nothing.
 */
const PAIRS = `
  sea: meer, ozean | night: nacht | morning: morgen, morgens | wrap: wickel, wickelkleid | pleated: falten, plissee
  stripe striped: gestreift, streifen, gestreiftes | pearl: perle, perlen | rain: regen | denim: jeans, denim
  pockets: taschen | mineral: mineralisch, mineralischer, mineralischen, mineral | zinc: zink | transfer long lasting: langanhaltend, kussecht, langlebig
  lens: linse, kontaktlinsen | invisible cast: unsichtbar, weisseln | lamp: lampe | felt tip: filzstift
  rosehip: hagebutte, wildrose | honey: honig | salt: salz | fig: feige | cashmere: kaschmir | merino: merino
  tennis: tennis | slip: slip, unterkleid | knit: strick | wide: weit, weite | straight: gerade | flare: schlag
  quilted: gesteppt, steppjacke | rib: rippe, gerippt | mohair: mohair | embroidered: bestickt | leather: leder
  tote: shopper | clutch: clutch, abendtasche | crossbody: umhange | stiletto: stiletto | loafer: slipper | sneaker: turnschuhe
  beanie: mutze | straw: stroh | hoops: creolen, ohrringe, ohrring, earrings | necklace: kette, halskette
  gel polish: gellack | brush: pinsel | sponge: schwamm, schwammchen, blender | curler: wimpernzange, wimpernformer | roller: roller | jade: jade
  lash: wimpern | brow: brauen, augenbrauen | pencil: stift | liquid: flussig, flussiger | stick: stick | palette: palette
  gel: gel | clay: tonerde, heilerde | sheet: tuch, tuchmaske | cream: creme | balm: balsam | milk: milch | foam: schaum
  micellar: mizellen, mizellenwasser | pore: poren | setting: fixier, fixierpuder | pads: pads | alternative gentle: alternative, sanfte
  body: korper | hand: hand | lotion: lotion | repair: reparatur | base coat: unterlack | top coat: uberlack
  tint: getont, tint | sky: himmel | linen: leinen | wool: wolle | silk: seide | cotton: baumwolle
  raincoat: regenmantel, regenjacke | jogger joggers: jogginghose, sweatpants | cardigan: strickjacke, cardigan
  concealer: concealer | kohl: kajal, kajalstift | corrector green: korrektor
`;

/** Normalized word → words with the same meaning. */
export const TRANSLATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  PAIRS.split(/[|\n]/)
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .flatMap((pair) => {
      const [to = '', from = ''] = pair.split(': ');
      return from.split(', ').map((word) => [word.trim(), to.split(' ')] as const);
    }),
);
