import { disc, filled, rect, stroke, tinted } from './picture-frame.mjs';

const seam = (d) => stroke(d, '#000', 1.8, 0.22);
const light = (d) => stroke(d, '#fff', 2.5, 0.3);
const torso = 'M84 46l22 -12q14 12 28 0l22 12l42 30l-22 36l-20 -14v106h-72v-106l-20 14l-22 -36z';
const longSleeves =
  'M86 44l22 -12q12 10 24 0l22 12q20 8 26 34l18 104l-24 6l-18 -80v102h-72v-102l-18 80l-24 -6l18 -104q6 -26 26 -34z';

export const fashionDrawings = {
  tee: () => tinted(torso, 'fall') + seam('M106 34q14 20 28 0M84 98v-30M156 98v-30') + light('M92 120v70'),
  sweater: () =>
    tinted(longSleeves, 'fall') +
    seam('M104 33q16 22 32 0M84 198h72M84 204h72') +
    [96, 108, 120, 132, 144].map((x) => seam(`M${x} 60v132`)).join(''),
  cardigan: () =>
    tinted(longSleeves, 'fall') +
    filled('M108 32l12 58l12 -58q-12 10 -24 0z', '#fbf8f4') +
    seam('M120 90v120M84 198h72') +
    [108, 130, 152, 174].map((y) => filled(disc(126, y, 3.5), '#fff8')).join(''),
  blouse: () =>
    tinted(longSleeves, 'fall') +
    filled('M104 33l16 20l16 -20l8 8l-18 26l-6 -8l-6 8l-18 -26z', '#ffffff77') +
    seam('M120 58v152M92 110q10 40 4 90M148 110q-10 40 -4 90') +
    [82, 104, 126, 148, 170].map((y) => filled(disc(120, y, 2.6), '#fffc')).join(''),
  blazer: () =>
    tinted(longSleeves, 'fall') +
    filled('M106 34l14 74l14 -74q-14 10 -28 0z', '#fbf8f4') +
    tinted('M106 34l-14 24l10 8l-6 8l24 40zM134 34l14 24l-10 8l6 8l-24 40z', 'soft') +
    seam('M106 34l-14 24l10 8l-6 8l24 40l24 -40l-6 -8l10 -8l-14 -24M120 114v96M92 150h18M130 150h18') +
    filled(disc(125, 126, 3.5), '#0006') +
    filled(disc(125, 146, 3.5), '#0006'),
  coat: () =>
    tinted(
      'M90 30l18 -8q12 8 24 0l18 8q18 8 24 32l14 92l-22 6l-10 -46l10 100h-92l10 -100l-10 46l-22 -6l14 -92q6 -24 24 -32z',
      'fall',
    ) +
    tinted('M108 22l-16 30l10 6l18 56l18 -56l10 -6l-16 -30l-12 30z', 'soft') +
    seam('M120 114v100M84 126h72M84 136h72') +
    filled(rect(112, 124, 16, 14, 3), '#0003'),
  jacket: () =>
    tinted(longSleeves, 'fall') +
    filled('M104 33l16 14l16 -14l10 12l-20 16h-12l-20 -16z', '#0002') +
    seam('M120 54v156M84 92h72M90 104h22v26h-22zM128 104h22v26h-22zM84 196h72') +
    light('M92 140v50M148 140v50'),
  dress: () =>
    tinted('M96 30h8l4 22q12 10 24 0l4 -22h8l8 54l-8 26l38 104h-124l38 -104l-8 -26z', 'fall') +
    seam('M96 110q24 8 48 0M108 116l-16 94M120 118v96M132 116l16 94') +
    light('M102 70q6 20 2 34'),
  skirt: () =>
    tinted('M86 50h68l40 160q-74 10 -148 0z', 'fall') +
    filled(rect(86, 44, 68, 14, 3), '#0003') +
    seam('M100 60l-22 148M114 60l-8 152M126 60l8 152M140 60l22 148') +
    light('M94 90l-18 96'),
  trousers: () =>
    tinted('M84 30h72l12 184h-36l-12 -116l-12 116h-36z', 'fall') +
    seam('M84 46h72M120 46v52M100 60l-6 148M140 60l6 148M90 50q2 18 -6 24M150 50q-2 18 6 24') +
    light('M94 110l-6 86'),
  scarf: () =>
    tinted('M70 52q50 -34 100 0q12 22 -8 40q-42 20 -84 0q-20 -18 -8 -40z', 'soft') +
    tinted('M92 88l36 10l-8 108h-42z', 'fall') +
    tinted('M124 98l30 -8l22 100l-38 8z', 'soft') +
    seam('M80 60q40 26 80 0M82 78q38 16 76 0') +
    [82, 92, 102, 112].map((x) => seam(`M${x} 206v10`)).join('') +
    [142, 152, 162, 172].map((x) => seam(`M${x} 196l2 10`)).join(''),
  beanie: () =>
    tinted('M54 160q-4 -104 66 -104t66 104z', 'fall') +
    tinted(rect(46, 154, 148, 44, 14), 'soft') +
    filled(disc(120, 48, 18), '#fff5') +
    tinted(disc(120, 48, 16)) +
    [74, 96, 120, 144, 166]
      .map((x) => seam(`M${x} 158v36M${x} 150q${(120 - x) / 4} -60 ${(120 - x) / 1.6} -88`))
      .join(''),
  hat: () =>
    tinted(disc(120, 170, 100, 26), 'soft') +
    tinted('M68 166q-2 -92 52 -92t52 92q-52 20 -104 0z', 'fall') +
    filled('M67 148q53 20 106 0v18q-53 20 -106 0z', '#2b1d14aa') +
    seam('M76 120q44 14 88 0M84 100q36 12 72 0'),
  bag: () =>
    stroke('M84 92v-18q0 -42 36 -42t36 42v18', '#6b4a33', 7, 1) +
    tinted('M52 90h136l12 124h-160z', 'soft') +
    seam('M58 104h124M64 204h112') +
    filled(rect(110, 84, 20, 30, 4), 'gold'),
  clutch: () =>
    tinted('M34 100h172v92q0 14 -14 14h-144q-14 0 -14 -14z', 'fall') +
    tinted('M34 100h172q-6 60 -86 66q-80 -6 -86 -66z', 'soft') +
    filled(disc(120, 166, 11), 'gold') +
    light('M48 112q10 30 48 40'),
  belt: () =>
    tinted('M44 150a76 58 0 1 1 152 0l-18 4a58 42 0 1 0 -116 0z', 'fall') +
    tinted(rect(40, 146, 160, 30, 10), 'soft') +
    stroke(rect(96, 140, 44, 42, 6), '#c79c5c', 7, 1) +
    stroke('M118 161h24', '#c79c5c', 5, 1) +
    [158, 172, 186].map((x) => filled(disc(x, 161, 2.6), '#0006')).join(''),
  shoe: () =>
    tinted('M32 178q-2 -50 22 -66q38 18 66 16q22 26 58 30q30 4 30 26z', 'soft') +
    filled('M30 180h178q4 16 -10 18h-122l-4 12h-40q-6 -12 -2 -30z', 'ink') +
    filled('M92 132q22 8 42 -2l12 14q-24 14 -50 6z', '#0003') +
    light('M44 150q4 -20 12 -26'),
  sneaker: () =>
    tinted('M30 176q0 -44 18 -58q28 18 56 -12q30 40 76 44q28 4 28 28z', 'soft') +
    filled('M28 176h182q4 26 -14 28h-152q-16 -4 -16 -28z', 'paper') +
    stroke('M98 122l20 -8M110 134l20 -8M124 144l18 -8', '#fff', 4, 0.9) +
    seam('M48 122q10 30 4 52M150 152q10 8 10 22'),
  heel: () =>
    tinted(
      'M44 84q14 -6 22 6q34 56 80 66q44 8 56 30q2 8 -8 10h-62q-40 -4 -70 -68q-4 34 -8 78h-10q-6 -60 -10 -96q-2 -20 10 -26z',
      'soft',
    ) +
    filled('M132 196h62q10 -2 8 -10h6q2 18 -12 18h-64z', 'ink') +
    light('M66 104q30 50 74 64'),
  hoops: () =>
    [84, 156]
      .map(
        (x) =>
          stroke(disc(x, 142, 34, 46), 'currentColor', 12, 1) +
          stroke(`M${x - 26} 116q10 -18 26 -20`, '#fff', 4, 0.6) +
          filled(disc(x, 92, 6), 'gold'),
      )
      .join(''),
  necklace: () =>
    stroke('M52 40q6 118 68 128q62 -10 68 -128', '#c79c5c', 3.5, 1) +
    tinted(disc(120, 184, 19)) +
    filled(disc(120, 166, 4), 'gold') +
    filled(disc(113, 177, 5), '#fffb'),
};
