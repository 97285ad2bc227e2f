import { lchToHex } from './color.mjs';
import { skinShade } from './color-rules.mjs';

/** Depth steps of the house shade system: number, L*, and the shade's name cool, neutral and warm. */
const STEPS = [
  [10, 85, 'Porcelain Rose', 'Alabaster', 'Ivory Silk'],
  [20, 82.5, 'Petal', 'Shell', 'Vanilla'],
  [25, 80.25, 'Pink Linen', 'Linen', 'Cream'],
  [30, 78, 'Blush Beige', 'Bisque', 'Buttermilk'],
  [35, 75.25, 'Rose Beige', 'Oat', 'Warm Sand'],
  [40, 72.5, 'Cool Almond', 'Almond', 'Honeycomb'],
  [45, 69.15, 'Cashew', 'Hazel', 'Golden Honey'],
  [50, 65.8, 'Praline', 'Toffee', 'Amber'],
  [60, 55.9, 'Sienna Rose', 'Chestnut', 'Caramel'],
  [70, 51, 'Mahogany', 'Walnut', 'Cinnamon'],
  [80, 46, 'Cocoa', 'Mocha', 'Umber'],
  [90, 41, 'Espresso', 'Ebony', 'Sable'],
];
const TONES = [
  ['C', -1],
  ['N', 0],
  ['W', 1],
];

/** Shades of the given steps in every tone of `tones`, light to dark. */
function skinShades(steps, tones = 'CNW') {
  return STEPS.filter(([number]) => steps.includes(number)).flatMap(([number, L, ...names]) =>
    TONES.flatMap(([letter, undertone], index) =>
      tones.includes(letter)
        ? [{ code: `${number}${letter}`, name: `${number}${letter} ${names[index]}`, hex: lchToHex(skinShade(L, undertone)) }]
        : [],
    ),
  );
}

const ALL = STEPS.map(([number]) => number);
const FIVE = [20, 30, 40, 50, 80];
const EIGHT = [10, 20, 30, 40, 50, 60, 70, 80];
const contour = (entries) => entries.map(([code, name, L, C, h]) => ({ code, name, hex: lchToHex([L, C, h]) }));
const plain = (name, code = 'STD') => [{ code, name, hex: null }];

const base = { area: 'complexion', vendor: 'Lune Beauty', rule: 'complexion' };

export const complexion = [
  { ...base, id: 'FND-VELVET', name: 'Velvet Hour Foundation', category: 'foundation', shape: 'bottle', line: 'Velvet Hour', price: 34.9, size: [30, 'ml'], text: 'Soft-matte fluid that stays true for twelve hours; 36 shades, one for every hour of the day.', tags: ['finish:matte', 'coverage:full', 'texture:fluid', 'concern:oiliness', 'badge:bestseller'], variants: skinShades(ALL) },
  { ...base, id: 'FND-BLOOM', name: 'Second Bloom Serum Foundation', category: 'foundation', shape: 'bottle', line: 'Second Bloom', price: 39.9, size: [30, 'ml'], text: 'Half serum, half foundation: niacinamide, squalane and a satin veil.', tags: ['finish:satin', 'coverage:medium', 'texture:fluid', 'concern:fine_lines', 'concern:dullness', 'ingredient:niacinamide'], variants: skinShades(EIGHT) },
  { ...base, id: 'FND-DEW', name: 'Morning Dew Skin Tint', category: 'foundation', shape: 'tube', line: 'Morning Dew', price: 27.9, size: [40, 'ml'], text: 'Sheer water-gel tint with a radiant finish and hyaluronic acid.', tags: ['finish:radiant', 'coverage:sheer', 'texture:gel', 'concern:dryness', 'concern:dullness', 'ingredient:hyaluronic_acid'], variants: skinShades([20, 25, 35, 45, 60, 80]) },
  { ...base, id: 'FND-MINERAL', name: 'Mineral Veil Loose Foundation', category: 'foundation', shape: 'jar', line: 'Mineral Veil', price: 31.9, size: [9, 'g'], text: 'Five minerals, nothing else. Fragrance-free and kind to reactive skin.', tags: ['finish:matte', 'coverage:medium', 'texture:powder', 'concern:sensitivity', 'concern:redness', 'free_from:fragrance'], variants: skinShades(FIVE) },
  { ...base, id: 'FND-STICK', name: 'Pocket Portrait Foundation Stick', category: 'foundation', shape: 'stick', line: 'Pocket Portrait', price: 25.9, size: [10, 'g'], text: 'Cream-to-powder stick for quick mornings and long trains.', tags: ['finish:satin', 'coverage:full', 'texture:cream', 'concern:pigmentation'], variants: skinShades([10, 30, 40, 50, 70, 90], 'NW') },
  { ...base, id: 'BBC-KIND', name: 'Daily Kindness BB Cream SPF 30', category: 'bb_cream', shape: 'tube', line: 'Daily Kindness', price: 19.9, was: 22.9, size: [50, 'ml'], text: 'Tint, moisture and mineral sun filter in one tube; adapts to every undertone.', tags: ['finish:radiant', 'coverage:sheer', 'texture:cream', 'concern:dryness', 'concern:sensitivity', 'free_from:fragrance', 'benefit:spf'], rule: 'complexionAny', variants: skinShades([20, 30, 40, 50, 70, 80], 'N') },
  { ...base, id: 'CON-QUIET', name: 'Stay Quiet Concealer', category: 'concealer', shape: 'gloss', line: 'Velvet Hour', price: 18.9, size: [7, 'ml'], text: 'Creamy, crease-resistant cover with a doe-foot tip.', tags: ['finish:satin', 'coverage:full', 'texture:cream', 'concern:pigmentation', 'concern:fine_lines'], variants: skinShades(EIGHT, 'NW') },
  { ...base, id: 'CON-BLEMISH', name: 'Small Matters Blemish Stick', category: 'concealer', shape: 'stick', line: 'Small Matters', price: 12.9, size: [2.5, 'g'], text: 'Covers and calms with salicylic acid and tea tree.', tags: ['finish:matte', 'coverage:full', 'texture:cream', 'concern:blemishes', 'ingredient:bha'], rule: 'complexionAny', variants: skinShades(FIVE, 'N') },
  { ...base, id: 'COR-TONE', name: 'True Tone Colour Corrector', category: 'corrector', shape: 'pan', line: 'True Tone', price: 14.9, size: [3, 'g'], rule: null, text: 'Green against redness, peach against shadows, lilac against sallow skin.', tags: ['texture:cream', 'finish:satin'], variants: [
    { code: 'SAGE', name: 'Sage', hex: lchToHex([84, 24, 140]), tags: ['concern:redness', 'concern:sensitivity'] },
    { code: 'PEACH', name: 'Peach', hex: lchToHex([80, 32, 62]), tags: ['concern:pigmentation'] },
    { code: 'APRICOT', name: 'Apricot', hex: lchToHex([64, 48, 55]), tags: ['concern:pigmentation'] },
    { code: 'LILAC', name: 'Lilac', hex: lchToHex([82, 18, 310]), tags: ['concern:dullness'] },
  ] },
  { ...base, id: 'PWD-FOCUS', name: 'Soft Focus Pressed Powder', category: 'powder', shape: 'compact', line: 'Velvet Hour', price: 22.9, size: [9, 'g'], rule: 'complexionAny', text: 'Micro-milled powder that blurs without weight.', tags: ['finish:matte', 'coverage:sheer', 'texture:powder', 'concern:oiliness', 'concern:blemishes'], variants: skinShades(EIGHT, 'N') },
  { ...base, id: 'PWD-CLOUD', name: 'Cloudless Setting Powder', category: 'powder', shape: 'jar', line: 'Cloudless', price: 21.9, size: [12, 'g'], rule: 'complexionAny', text: 'Loose, translucent, gone in a breath.', tags: ['finish:matte', 'texture:powder', 'concern:oiliness'], variants: [
    { code: 'FAIR', name: 'Translucent', hex: lchToHex(skinShade(80.25, 0)) },
    { code: 'MED', name: 'Translucent Honey', hex: lchToHex(skinShade(69.15, 0)) },
    { code: 'DEEP', name: 'Translucent Cocoa', hex: lchToHex(skinShade(50, 0)) },
  ] },
  { ...base, id: 'BRZ-SUNDAY', name: 'Slow Sunday Bronzer', category: 'bronzer', shape: 'compact', line: 'Slow Sunday', price: 26.9, size: [10, 'g'], rule: 'contour', text: 'Warmth of a long weekend, without the sun.', tags: ['finish:satin', 'texture:powder', 'area:cheeks'], variants: contour([
    ['01', '01 Biscuit', 70.5, 33, 66], ['02', '02 Terrace', 66, 36, 65], ['03', '03 Riviera', 60.5, 38, 63], ['04', '04 Clay Court', 54, 40, 60], ['05', '05 Date Palm', 35, 30, 54],
  ]) },
  { ...base, id: 'CTR-LINE', name: 'Quiet Line Contour Stick', category: 'contour', shape: 'stick', line: 'Pocket Portrait', price: 17.9, size: [6, 'g'], rule: 'contour', text: 'Cool, ashy shadow that melts into the skin.', tags: ['finish:matte', 'texture:cream', 'area:cheeks'], variants: contour([
    ['01', '01 Fog', 70, 20, 62], ['02', '02 Driftwood', 62, 22, 60], ['03', '03 Bark', 54, 24, 58], ['04', '04 Peat', 34, 20, 52],
  ]) },
  { ...base, id: 'PRM-GRIP', name: 'Hold On Gripping Primer', category: 'primer', shape: 'tube', line: 'Hold On', price: 19.9, size: [30, 'ml'], rule: null, text: 'Blue-agave gel that keeps make-up where it belongs.', tags: ['texture:gel', 'finish:satin', 'concern:dryness'], variants: plain('30 ml') },
  { ...base, id: 'PRM-PORE', name: 'Clear Sky Pore Primer', category: 'primer', shape: 'tube', line: 'Cloudless', price: 19.9, size: [30, 'ml'], rule: null, text: 'Silicone-free mattifier with rice starch.', tags: ['texture:gel', 'finish:matte', 'concern:oiliness', 'concern:blemishes'], variants: plain('30 ml') },
  { ...base, id: 'SET-MISTY', name: 'Last Call Setting Mist', category: 'setting_spray', shape: 'spray', line: 'Hold On', price: 17.9, size: [100, 'ml'], rule: null, text: 'A fine mist that lets powder and skin become friends.', tags: ['texture:water', 'finish:radiant'], variants: plain('100 ml') },
];
