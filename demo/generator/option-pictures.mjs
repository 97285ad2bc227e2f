import { lchToHex } from './color.mjs';
import { skinShade } from './color-rules.mjs';
import { beautyDrawings } from './drawings-beauty.mjs';
import { fashionDrawings } from './drawings-fashion.mjs';
import { disc, escapeXml, productPicture, stroke } from './picture-frame.mjs';

/** Reference colors of the answer enums as L*, C*, hue. */
const HAIR = {
  very_light: [82, 16, 76],
  light: [71, 25, 74],
  medium_blonde: [58, 24, 71],
  red_blonde: [60, 33, 59],
  red: [40, 42, 50],
  mid_brown: [40, 21, 67],
  brown: [27, 14, 60],
  black: [17, 2, 60],
};
const EYES = {
  blue: [55, 19, 250],
  grey: [56, 5, 256],
  green: [50, 18, 119],
  green_brown: [45, 22, 77],
  amber: [50, 38, 65],
  brown: [33, 21, 61],
  dark_brown: [20, 12, 48],
};
const SKIN = { fair: 82.5, light: 78, medium: 72.5, medium_deep: 65.8, deep: 46 };

const shift = ([L, C, h], by) => [Math.max(4, Math.min(97, L + by)), C, h];
const stops = (list) => list.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('');
const svg = (title, defs, body, backdrop = '#f6efe8') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" role="img" aria-label="${escapeXml(title)}"><defs>${defs}</defs><rect width="240" height="240" fill="${backdrop}"/>${body}</svg>\n`;

function hairPicture(title, color) {
  const tone = (by) => lchToHex(shift(color, by));
  const strand = (x, bend) => `M${x} -10c${bend} 60 ${-bend} 110 0 150s${bend / 2} 70 ${-bend / 3} 120`;
  const strands = [...Array(16).keys()]
    .map((i) => stroke(strand(8 + i * 15, 26 - (i % 5) * 4), tone([14, -9, 6, -14, 20][i % 5]), 3 + (i % 3), 0.5))
    .join('');
  const defs = `<linearGradient id="h" x2="1" y2="1">${stops([
    [0, tone(-7)],
    [0.35, tone(5)],
    [0.5, tone(15)],
    [0.65, tone(3)],
    [1, tone(-9)],
  ])}</linearGradient>`;
  return svg(
    title,
    defs,
    `<rect width="240" height="240" fill="url(#h)"/>${strands}<path d="M0 84q120 -44 240 6v26q-120 -48 -240 -4z" fill="#fff" opacity=".14"/>`,
  );
}

function eyePicture(title, color) {
  const tone = (by) => lchToHex(shift(color, by));
  const almond = 'M18 124q102 -104 204 0q-102 92 -204 0z';
  const defs = `<radialGradient id="i">${stops([
    [0, tone(16)],
    [0.45, tone(9)],
    [0.8, tone(0)],
    [0.94, tone(-12)],
    [1, tone(-20)],
  ])}</radialGradient><clipPath id="a"><path d="${almond}"/></clipPath><linearGradient id="w" x2="0" y2="1">${stops([
    [0, '#cfc8c6'],
    [0.4, '#fdfbfa'],
    [1, '#efe6e2'],
  ])}</linearGradient>`;
  const rays = [...Array(32).keys()].map((i) => {
    const at = (radius) =>
      `${(120 + radius * Math.cos((i * Math.PI) / 16)).toFixed(1)} ${(120 + radius * Math.sin((i * Math.PI) / 16)).toFixed(1)}`;
    return `M${at(24)}L${at(44 + (i % 3) * 3)}`;
  });
  const eye = `<path d="${almond}" fill="url(#w)"/><g clip-path="url(#a)"><path d="${disc(120, 120, 54)}" fill="url(#i)"/>${stroke(rays.join(''), tone(26), 1.6, 0.45)}<path d="${disc(120, 120, 21)}" fill="#120d0c"/><path d="${disc(104, 103, 9)}" fill="#fff" opacity=".9"/><path d="M0 60h240v34q-120 -44 -240 24z" fill="#3a2620" opacity=".16"/></g>`;
  return svg(
    title,
    defs,
    `${eye}${stroke('M18 124q102 -104 204 0', '#2f211d', 6, 0.85)}${stroke('M30 82q88 -66 184 -4', '#8b6a58', 4, 0.3)}`,
    '#efe0d4',
  );
}

/** A smear of foundation. */
function skinPicture(title, color, backdrop = '#fbf8f4') {
  const tone = (by) => lchToHex(shift(color, by));
  const defs = `<linearGradient id="k" x2="1" y2="1">${stops([
    [0, tone(5)],
    [0.55, tone(0)],
    [1, tone(-5)],
  ])}</linearGradient>`;
  const smear = 'M40 92q8 -46 66 -50q40 -4 74 18q36 26 18 60q26 34 -10 62q-40 30 -88 18q-60 0 -66 -44q-14 -34 6 -64z';
  return svg(
    title,
    defs,
    `<path d="${smear}" fill="#5b3a28" opacity=".12" transform="translate(4 7)"/><path d="${smear}" fill="url(#k)"/>${stroke('M58 98q50 -42 118 -14M54 126q62 -34 136 -4M66 160q52 -30 116 0', tone(9), 5, 0.7)}${stroke('M62 112q56 -36 124 -6M60 146q60 -34 126 4', tone(-6), 4, 0.5)}`,
    backdrop,
  );
}

/** Line icon on a tinted disc. */
const iconPicture = (title, color, path) =>
  svg(
    title,
    `<linearGradient id="c" x2="1" y2="1">${stops([
      [0, lchToHex(shift(color, 5))],
      [1, lchToHex(shift(color, -9))],
    ])}</linearGradient>`,
    `<path d="${disc(120, 120, 84)}" fill="url(#c)"/>${stroke(path, '#ffffff', 7, 0.95)}`,
    lchToHex([95, 5, color[2]]),
  );

const CONCERNS = {
  dryness: ['Dry skin', [66, 26, 235], 'M120 66q44 52 44 80a44 44 0 0 1 -88 0q0 -28 44 -80zM100 150a22 22 0 0 0 20 20'],
  redness: [
    'Redness',
    [64, 34, 15],
    'M72 106q24 -20 48 0t48 0M72 134q24 -20 48 0t48 0M72 162q24 -20 48 0t48 0M72 78q24 -20 48 0t48 0',
  ],
  blemishes: [
    'Blemishes',
    [62, 26, 150],
    `${disc(96, 100, 14)}${disc(146, 112, 8)}${disc(122, 150, 17)}${disc(84, 148, 6)}${disc(160, 154, 5)}`,
  ],
  oiliness: [
    'Oily skin',
    [74, 38, 88],
    'M92 84q30 36 30 56a30 30 0 0 1 -60 0q0 -20 30 -56zM152 72q22 26 22 40a22 22 0 0 1 -44 0q0 -14 22 -40zM150 160v20M140 170h20',
  ],
  pigmentation: [
    'Dark spots',
    [60, 30, 65],
    `${disc(120, 120, 24)}M120 70v12M120 158v12M70 120h12M158 120h12M85 85l8 8M147 147l8 8M155 85l-8 8M93 147l-8 8`,
  ],
  fine_lines: [
    'Fine lines',
    [58, 26, 320],
    'M70 92q50 -26 100 0M70 116q50 -22 100 0M88 140q32 -12 64 0M100 162q20 -6 40 0',
  ],
  dullness: ['Tired skin', [80, 36, 84], 'M148 140a42 42 0 1 1 -36 -64a34 34 0 0 0 36 64zM160 74v24M148 86h24'],
  sensitivity: ['Sensitive skin', [72, 26, 345], 'M120 172q-58 -40 -46 -78q20 -30 46 4q26 -34 46 -4q12 38 -46 78z'],
};
const FITS = {
  tailored: ['Tailored', [56, 22, 280], 'M94 62h52l-10 58l16 58h-64l16 -58z'],
  regular: ['Regular', [60, 22, 200], 'M86 62h68v116h-68z'],
  relaxed: ['Relaxed', [66, 24, 140], 'M92 62h56l28 116h-112z'],
};
const UNDERTONES = {
  cool: ['Cool undertone', -1.6, '#e6e4f0'],
  neutral: ['Neutral undertone', 0, '#f3eee8'],
  warm: ['Warm undertone', 1.6, '#fbeccb'],
};
const FINISHES = { matte: ['Matte', ''], satin: ['Satin', '.18'], radiant: ['Radiant', '.4'] };

/** Options shown as a product drawing in a mood color. */
const SCENES = {
  'goal-full_look': ['The whole look', [54, 40, 15], beautyDrawings.palette],
  'goal-complexion': ['Complexion', skinShade(72.5, 0), beautyDrawings.bottle],
  'goal-color': ['Lips, eyes, nails', [45, 66, 30], beautyDrawings.lipstick],
  'goal-skincare': ['Skincare', [72, 18, 180], beautyDrawings.dropper],
  'style-minimal': ['Minimal', [32, 3, 265], fashionDrawings.blazer],
  'style-romantic': ['Romantic', [74, 28, 5], fashionDrawings.dress],
  'style-classic': ['Classic', [64, 34, 72], fashionDrawings.coat],
  'style-sporty': ['Sporty', [66, 36, 200], fashionDrawings.sneaker],
  'style-bohemian': ['Bohemian', [56, 44, 48], fashionDrawings.hat],
  'occasion-work': ['Work', [46, 42, 58], fashionDrawings.bag],
  'occasion-weekend': ['Weekend', [46, 24, 266], fashionDrawings.tee],
  'occasion-evening': ['Evening', [30, 42, 20], fashionDrawings.clutch],
  'occasion-travel': ['Travel', [68, 58, 84], fashionDrawings.beanie],
  'heel-flat': ['Flat', [46, 42, 58], fashionDrawings.shoe],
  'heel-heel': ['Heels', [46, 72, 38], fashionDrawings.heel],
};

/** File name → SVG of every option picture. */
export function optionPictures() {
  const files = {};
  const title = (key) => key.replace(/_/g, ' ');
  for (const [key, color] of Object.entries(HAIR)) files[`hair-${key}`] = hairPicture(`Hair: ${title(key)}`, color);
  for (const [key, color] of Object.entries(EYES)) files[`eyes-${key}`] = eyePicture(`Eyes: ${title(key)}`, color);
  for (const [key, L] of Object.entries(SKIN))
    files[`skin-${key}`] = skinPicture(`Skin: ${title(key)}`, skinShade(L, 0));
  for (const [key, [name, tone, backdrop]] of Object.entries(UNDERTONES))
    files[`undertone-${key}`] = skinPicture(name, skinShade(75, tone), backdrop);
  for (const [key, [name, shine]] of Object.entries(FINISHES)) {
    const gleam =
      shine &&
      `<path d="${disc(96, 84, 50, 24)}" fill="#fff" opacity="${shine}" transform="rotate(-24 96 84)"/><path d="${disc(152, 160, 24, 8)}" fill="#fff" opacity="${shine}" transform="rotate(-20 152 160)"/>`;
    files[`finish-${key}`] = skinPicture(`${name} finish`, skinShade(73, 0)).replace('</svg>', `${gleam}</svg>`);
  }
  for (const [key, icon] of Object.entries(CONCERNS)) files[`concern-${key}`] = iconPicture(...icon);
  for (const [key, icon] of Object.entries(FITS)) files[`fit-${key}`] = iconPicture(...icon);
  for (const [key, [name, color, draw]] of Object.entries(SCENES))
    files[key] = productPicture(name, [{ anchor: 'only', hex: lchToHex(color) }], draw());
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`images/options/${name}.svg`, content]));
}
