/**
 * What a word asks for. A category says what a product is and is never dropped from a search; needs and properties are
 * dropped, properties first, when nothing has all of them.
 */
export type ConceptKind = 'category' | 'need' | 'property';

/** A thing that shoppers name in many ways, bound to the company's tags whose value is one of its words. */
export interface Concept {
  readonly id: string;
  readonly kind: ConceptKind;
  /** Words and phrases, the most usual first. */
  readonly en: readonly string[];
  readonly de: readonly string[];
  /** Concepts that it includes: a moisturizer is a day cream or a night cream. */
  readonly covers: readonly string[];
}

type Row = readonly [id: string, en: string, de: string, covers?: string];

const CATEGORIES: readonly Row[] = [
  // Make-up.
  ['foundation', 'foundation, make-up base', 'foundation, grundierung, flüssiges make-up'],
  [
    'makeup',
    'make-up, makeup, make up',
    'make-up, makeup, schminke',
    'foundation bb_cream concealer powder complexion',
  ],
  ['complexion', 'complexion', 'teint'],
  ['bb_cream', 'bb cream, cc cream', 'bb-creme, bb cream, getönte tagescreme'],
  ['concealer', 'concealer, cover stick', 'concealer, abdeckstift, abdeckcreme'],
  ['corrector', 'color corrector, corrector', 'korrektor, color corrector'],
  ['powder', 'powder, face powder, pressed powder', 'puder, gesichtspuder, kompaktpuder'],
  ['bronzer', 'bronzer, bronzing powder', 'bronzer, bronzepuder'],
  ['contour', 'contour, contouring, contour stick', 'contour, kontur, contouring'],
  ['primer', 'primer', 'primer, make-up-basis'],
  ['setting_spray', 'setting spray, fixing spray, setting mist', 'fixierspray, setting spray'],
  ['blush', 'blush, blusher, rouge, cheek color', 'rouge, blush, wangenrouge'],
  ['cheeks', 'cheeks', 'wangen'],
  ['highlighter', 'highlighter, illuminator', 'highlighter, schimmerpuder'],
  ['face_palette', 'face palette', 'gesichtspalette'],
  ['lipstick', 'lipstick, lippy, lip color', 'lippenstift, lippenfarbe', 'liquid_lipstick'],
  ['liquid_lipstick', 'liquid lipstick, lip stain', 'flüssiger lippenstift, flüssiglippenstift'],
  ['lip_balm', 'lip balm, chapstick, lip butter', 'lippenbalsam, lippenpflegestift, labello'],
  ['lip_gloss', 'lip gloss, lipgloss, gloss', 'lipgloss, gloss, lippenglanz'],
  ['lip_oil', 'lip oil', 'lippenöl'],
  ['lip_liner', 'lip liner, lipliner, lip pencil', 'lipliner, lippenkonturenstift, konturenstift, lippenstift kontur'],
  ['lip_care', 'lip care, lip mask, lip treatment', 'lippenpflege, lippenmaske', 'lip_balm'],
  ['lips', 'lips, lip', 'lippen, lippe'],
  ['eyeshadow', 'eyeshadow, eye shadow, shadow stick', 'lidschatten'],
  [
    'eye_palette',
    'eyeshadow palette, eye palette, palette, eye shadow palette',
    'lidschattenpalette, palette, augenpalette',
  ],
  [
    'eyeliner',
    'eyeliner, eye liner, liner, kohl, kohl pencil, kajal',
    'eyeliner, lidstrich, kajal, kajalstift, kohlstift',
  ],
  ['mascara', 'mascara', 'mascara, wimperntusche, maskara'],
  [
    'brow',
    'brow, eyebrow, brows, eyebrows, brow gel, brow pencil, eyebrow pencil, eyebrow gel',
    'augenbrauen, augenbraue, brauen, augenbrauenstift, augenbrauengel, brauengel',
  ],
  ['lash_care', 'lash serum, eyelash serum, lash care', 'wimpernserum, wimpernpflege'],
  ['eyes', 'eyes', 'augen'],
  ['nail_polish', 'nail polish, nail lacquer, nail varnish, nailpolish, gel polish', 'nagellack, gellack, nagelfarbe'],
  [
    'nail_care',
    'nail care, base coat, top coat, cuticle oil',
    'nagelpflege, unterlack, überlack, base coat, top coat, nagelöl',
  ],
  ['nails', 'nails, nail', 'nägel, nagel'],
  // Skincare.
  ['skincare', 'skincare, skin care', 'hautpflege, gesichtspflege, pflege, pflegeprodukte'],
  [
    'cleanser',
    'cleanser, face wash, cleansing, make-up remover, makeup remover, micellar water',
    'reiniger, reinigung, gesichtsreinigung, abschminken, make-up-entferner, reinigungsgel, reinigungsmilch, waschgel, mizellenwasser, reinigungsschaum',
  ],
  ['toner', 'toner, face mist, facial toner', 'toner, gesichtswasser, tonic'],
  ['serum', 'serum, serums', 'serum, seren'],
  ['day_cream', 'day cream, day moisturizer', 'tagescreme, tagespflege'],
  ['night_cream', 'night cream, sleeping mask', 'nachtcreme, nachtpflege'],
  [
    'moisturizer',
    'moisturizer, moisturiser, face cream, face moisturizer',
    'gesichtscreme, feuchtigkeitscreme, feuchtigkeitspflege',
    'day_cream night_cream',
  ],
  ['cream', 'cream, creme', 'creme, crème', 'day_cream night_cream hand_care body_care'],
  ['eye_care', 'eye cream, eye gel, eye care', 'augencreme, augenpflege, augengel'],
  [
    'sun_care',
    'sunscreen, sun cream, sun care, suncream, sunblock, sun protection',
    'sonnencreme, sonnenschutz, sonnenmilch, sonnenpflege, lichtschutz',
  ],
  ['face_oil', 'face oil, facial oil', 'gesichtsöl, pflegeöl'],
  ['mask', 'mask, face mask, sheet mask', 'maske, gesichtsmaske, tuchmaske'],
  ['exfoliant', 'exfoliant, peel, peeling, scrub, exfoliating, exfoliator', 'peeling, exfoliant'],
  ['hand_care', 'hand cream, hand care', 'handcreme, handpflege'],
  [
    'body_care',
    'body lotion, body care, body cream, body balm, lotion, body',
    'bodylotion, körperpflege, körperlotion, körpercreme, körpermilch, körper, lotion',
  ],
  [
    'fragrance',
    'perfume, fragrance, scent, eau de parfum, cologne',
    'parfum, parfüm, duft, duftstoffe, duftstoff, eau de parfum',
  ],
  [
    'tool',
    'brush, brushes, sponge, beauty blender, lash curler, eyelash curler, face roller, jade roller, tool, roller',
    'pinsel, schwamm, schwämmchen, wimpernzange, wimpernformer, gesichtsroller, werkzeug, roller',
  ],
  // Clothes.
  ['clothes', 'clothes, clothing, outfit', 'kleidung, klamotten, outfit', 'fashion'],
  ['fashion', 'fashion', 'mode'],
  ['dress', 'dress, dresses, gown', 'kleid, kleider'],
  ['skirt', 'skirt', 'rock, röcke'],
  ['trousers', 'trousers, pants, slacks, joggers, sweatpants', 'hose, hosen, jogginghose, stoffhose'],
  ['jeans', 'jeans, flares, flared jeans', 'jeans, jeanshose, schlaghose, schlagjeans'],
  [
    'knitwear',
    'knitwear, sweater, jumper, pullover, cardigan, knits',
    'pullover, pulli, strickjacke, cardigan, strickpullover, strick, strickwaren',
  ],
  ['tshirt', 't-shirt, tshirt, tee, tees', 't-shirt, tshirt, shirt'],
  ['top', 'top, tops', 'oberteil, oberteile, top', 'tshirt blouse'],
  ['blouse', 'blouse, shirt, button-down', 'bluse, hemd, hemdbluse'],
  ['blazer', 'blazer, suit jacket', 'blazer, sakko'],
  ['coat', 'coat, coats, raincoat, winter coat', 'mantel, mäntel, regenmantel, wintermantel'],
  ['jacket', 'jacket', 'jacke'],
  [
    'shoes',
    'shoes, shoe, sneakers, trainers, loafers, pumps',
    'schuhe, schuh, turnschuhe, sneaker, slipper, loafer, pumps',
  ],
  ['bag', 'bag, handbag, tote, clutch, purse, crossbody', 'tasche, handtasche, clutch, umhängetasche, beutel'],
  ['scarf', 'scarf, scarves, scarfs, shawl', 'schal, tuch, halstuch, schals'],
  ['hat', 'hat, beanie, cap', 'hut, hüte, mütze, kappe'],
  ['belt', 'belt', 'gürtel'],
  ['jewelry', 'jewelry, necklace, earrings, earring, hoops', 'schmuck, kette, halskette, ohrringe, ohrring, creolen'],
  ['set', 'set, sets, gift set, bundle, kit', 'set, sets, geschenkset, bundle'],
  ['routine', 'routine, regimen', 'routine, pflegeroutine', 'set skincare'],
  // What shops of this kind sell too; a company without such tags has none of it.
  ['shampoo', 'shampoo, conditioner', 'shampoo, haarshampoo, spülung, conditioner'],
  ['hair_color', 'hair color, hair dye', 'haarfarbe, haartönung'],
  ['deodorant', 'deodorant', 'deo, deodorant'],
  ['toothpaste', 'toothpaste', 'zahnpasta, zahncreme'],
  ['soap', 'soap', 'seife'],
  ['underwear', 'underwear, bra, lingerie', 'unterwäsche, bh, dessous'],
  ['socks', 'socks, tights', 'socken, strumpfhose'],
  ['swimwear', 'swimwear, bikini, swimsuit', 'bademode, bikini, badeanzug'],
  ['watch', 'wristwatch', 'armbanduhr'],
  ['razor', 'razor, shaver', 'rasierer, rasierapparat'],
  ['sunglasses', 'sunglasses', 'sonnenbrille'],
];

const NEEDS: readonly Row[] = [
  [
    'dryness',
    'dryness, dry, dry skin, dehydrated, chapped, flaky, thirsty',
    'trockenheit, trocken, trockene haut, spröde, rissig, schuppig, feuchtigkeitsarm',
  ],
  [
    'oiliness',
    'oiliness, oily, shine, large pores, greasy, sebum, pores',
    'fettig, fettige haut, ölig, große poren, glänzende haut, mischhaut, poren',
  ],
  [
    'blemishes',
    'blemishes, acne, acne prone, pimples, pimple, spots, breakouts, zits',
    'unreinheiten, unrein, pickel, pickeln, akne, mitesser, unreine haut',
  ],
  ['redness', 'redness, red skin, blushing', 'rötungen, rötung, gerötet, gerötete haut'],
  [
    'pigmentation',
    'pigmentation, dark spots, age spots, hyperpigmentation',
    'pigmentflecken, altersflecken, pigmentierung, dunkle flecken',
  ],
  [
    'fine_lines',
    'fine lines, wrinkles, wrinkle, anti aging, anti-aging, mature skin, firming',
    'falten, fältchen, feine linien, anti aging, reife haut, anti-falten',
  ],
  ['dullness', 'dullness, dull, tired, tired skin, glow', 'fahl, müde, müde haut, fahle haut, strahlen'],
  [
    'sensitivity',
    'sensitivity, sensitive, delicate, sensitive skin, gentle, irritated',
    'empfindlich, empfindliche haut, empfindlichkeit, sensibel, sanft, gereizt',
  ],
  [
    'dark_circles',
    'dark circles, puffy, puffy eyes, bags under my eyes, under eye',
    'augenringe, augenschatten, tränensäcke',
    'eye_care concealer corrector',
  ],
  ['cover', 'cover up, conceal, hide', 'abdecken, kaschieren, verdecken', 'concealer corrector foundation'],
  ['evening', 'evening, night out, party, wedding, date', 'abend, party, hochzeit, feier, ausgehen'],
  ['work', 'work, office, business', 'arbeit, büro, business, job'],
  ['weekend', 'weekend, leisure', 'wochenende, freizeit'],
  ['travel', 'travel, trip, vacation, holiday', 'reise, urlaub, ferien, reisen'],
  ['winter', 'winter, cold weather, warm', 'winter, warm'],
  ['summer', 'summer', 'sommer, sonne, sonnen'],
  [
    'bestseller',
    'bestseller, best seller, best sellers, bestsellers, most popular, popular',
    'bestseller, beliebt, beliebteste, meistgekauft',
  ],
  ['spf', 'spf, sun protection factor', 'lsf, spf, lichtschutzfaktor', 'sun_care'],
  ['volume', 'volume', 'volumen'],
];

const PROPERTIES: readonly Row[] = [
  ['matte', 'matte, matt, mattifying, mat', 'matt, mattierend'],
  ['satin', 'satin', 'satin, seidig, seidenmatt'],
  ['radiant', 'radiant, dewy, glowy, glossy, shiny', 'strahlend, leuchtend, glänzend'],
  ['shimmer', 'shimmer, glitter, sparkle, glittery, shimmery', 'schimmer, glitzer, schimmernd, glitzernd'],
  [
    'full',
    'full coverage, high coverage',
    'hohe deckkraft, hoher deckkraft, volle deckkraft, starke deckkraft, deckend',
  ],
  ['medium', 'medium coverage', 'mittlere deckkraft, mittlerer deckkraft'],
  ['sheer', 'sheer, light coverage, natural look', 'leichte deckkraft, leichter deckkraft'],
  ['minimal', 'minimal, minimalist, simple', 'minimalistisch, schlicht'],
  ['classic', 'classic, timeless', 'klassisch, zeitlos'],
  ['romantic', 'romantic, feminine', 'romantisch, verspielt'],
  ['sporty', 'sporty, athletic', 'sportlich'],
  ['bohemian', 'bohemian, boho', 'bohemian, boho'],
  ['cotton', 'cotton', 'baumwolle'],
  ['wool', 'wool, woolen, woollen, cashmere, merino', 'wolle, kaschmir, merinowolle, merino'],
  ['silk', 'silk, silky', 'seide, seiden'],
  ['linen', 'linen', 'leinen'],
  ['leather', 'leather', 'leder'],
  ['vegan', 'vegan', 'vegan', 'cork recycled_polyester'],
  ['viscose', 'viscose', 'viskose'],
  ['straw', 'straw', 'stroh'],
  ['cork', 'cork', 'kork'],
  ['recycled_polyester', 'recycled polyester, polyester', 'polyester'],
  ['recycled_silver', 'silver', 'silber'],
  ['relaxed', 'relaxed, loose, oversized, relaxed fit', 'weit, locker, oversize'],
  ['tailored', 'tailored, fitted, slim', 'tailliert, figurbetont'],
  ['flat', 'flat, flats, without heels, no heel', 'flach, ohne absatz, flache'],
  ['heel', 'heels, heel', 'absatz, absätze, absatzschuhe', 'block high'],
  ['block', 'block heel, block heels', 'blockabsatz'],
  ['high', 'high heel, high heels, stiletto, stilettos', 'hoher absatz, high heels, stilettos'],
  ['retinol', 'retinol', 'retinol'],
  ['vitamin_c', 'vitamin c', 'vitamin c'],
  ['niacinamide', 'niacinamide', 'niacinamid, niacinamide'],
  ['hyaluronic_acid', 'hyaluronic acid, hyaluronic, hyaluron', 'hyaluronsäure, hyaluron'],
  ['aha', 'aha, glycolic acid, lactic acid, fruit acid, fruit acids', 'aha, glykolsäure, milchsäure, fruchtsäure'],
  ['bha', 'bha, salicylic acid', 'bha, salicylsäure'],
  ['azelaic_acid', 'azelaic acid, azelaic', 'azelainsäure'],
  ['bakuchiol', 'bakuchiol', 'bakuchiol'],
  ['peptides', 'peptides, peptide', 'peptide, peptiden'],
  ['ceramides', 'ceramides, ceramide', 'ceramide, ceramiden'],
  ['centella', 'centella, cica', 'centella, cica, tigergras'],
  ['caffeine', 'caffeine', 'koffein'],
  ['enzymes', 'enzymes, enzyme', 'enzyme, enzym'],
  ['gel', 'gel', 'gel'],
  ['foam', 'foam, mousse', 'schaum'],
  ['oil', 'oil', 'öl'],
  ['balm', 'balm', 'balsam'],
  ['clay', 'clay', 'tonerde, heilerde'],
  ['milk', 'milk', 'milch'],
  ['fluid', 'fluid, liquid', 'fluid, flüssig'],
  ['rich', 'rich', 'reichhaltig'],
  ['toluene', 'toluene', 'toluol'],
];

const parse = (kind: ConceptKind, rows: readonly Row[]): Concept[] =>
  rows.map(([id, en, de, covers = '']) => ({
    id,
    kind,
    en: en.split(', '),
    de: de.split(', '),
    covers: covers === '' ? [] : covers.split(' '),
  }));

/** Words of beauty and fashion in both languages. What a company sells beyond it is found by its tags, captions and names. */
export const CONCEPTS: readonly Concept[] = [
  ...parse('category', CATEGORIES),
  ...parse('need', NEEDS),
  ...parse('property', PROPERTIES),
];
