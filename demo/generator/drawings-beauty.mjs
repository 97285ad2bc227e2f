import { disc, filled, rect, stroke, tinted } from './picture-frame.mjs';

const moon = (x, y) => filled(`M${x} ${y - 12}a12 12 0 1 0 9 20a10 10 0 1 1 -9 -20z`, '#ffffff99');
const wave = (x, y) => stroke(`M${x - 16} ${y}q8 -8 16 0t16 0M${x - 16} ${y + 8}q8 -8 16 0t16 0`, '#fff', 2.5, 0.8);

/** Drawings by shape name; each is painted in `currentColor` on the frame's 240 × 240 field, standing on y = 214. */
export const beautyDrawings = {
  bottle: () =>
    filled(rect(102, 34, 36, 48, 5), 'gold') +
    filled(rect(108, 80, 24, 12), 'ink') +
    tinted(rect(76, 90, 88, 124, 16), 'round') +
    filled(rect(76, 90, 88, 124, 16), 'glass') +
    moon(120, 152),
  tube: () =>
    tinted('M78 40h84l-8 132h-68z', 'round') +
    filled(rect(78, 34, 84, 10, 3), 'paper') +
    filled(rect(88, 172, 64, 42, 8), 'ink') +
    moon(120, 108) +
    stroke('M98 136h44M104 146h32', '#fff', 2.5, 0.6),
  stick: () =>
    filled(rect(90, 130, 60, 84, 8), 'ink') +
    filled(rect(94, 112, 52, 22, 3), 'gold') +
    tinted('M100 112v-52q0 -20 20 -20t20 20v52z', 'round'),
  gloss: () =>
    filled(rect(104, 30, 32, 82, 6), 'ink') +
    filled(rect(104, 108, 32, 8), 'gold') +
    tinted(rect(98, 116, 44, 98, 10), 'round') +
    filled(rect(98, 116, 44, 98, 10), 'glass') +
    stroke('M120 122v66', '#fff', 4, 0.25),
  jar: () =>
    filled(rect(64, 92, 112, 38, 8), 'gold') +
    tinted(rect(58, 128, 124, 86, 20), 'round') +
    filled(rect(58, 128, 124, 86, 20), 'glass') +
    wave(120, 168),
  pan: () =>
    filled(disc(120, 126, 82), 'ink') +
    filled(disc(120, 122, 80), 'gold') +
    tinted(disc(120, 122, 70)) +
    stroke('M82 122a38 38 0 0 1 76 0a30 30 0 0 1 -60 0a22 22 0 0 1 44 0', '#fff', 3, 0.25),
  compact: () =>
    filled('M58 66a62 62 0 0 1 124 0l-6 62h-112z', 'ink') +
    filled(disc(120, 78, 46, 48), '#dfe6e8') +
    stroke('M96 102l40 -52M112 110l34 -44', '#fff', 5, 0.55) +
    filled(disc(120, 164, 78, 46), 'ink') +
    filled(disc(120, 160, 76, 43), 'gold') +
    tinted(disc(120, 160, 66, 36)) +
    stroke('M78 160a42 22 0 0 1 84 0M92 164a28 14 0 0 0 56 0', '#fff', 3, 0.28),
  palette: () =>
    filled(rect(36, 66, 168, 148, 14), 'ink') +
    [0, 1, 2]
      .flatMap((row) =>
        [0, 1, 2].map(
          (column) =>
            `<g opacity="${1 - 0.11 * ((row * 2 + column * 3) % 5)}">${tinted(rect(50 + column * 48, 80 + row * 42, 42, 36, 6))}</g><path d="${rect(50 + column * 48, 80 + row * 42, 42, 36, 6)}" fill="${['#fff', '#000', '#f6d9b0'][(row + column) % 3]}" opacity="${[0.3, 0.22, 0.25][(row + 2 * column) % 3]}"/>`,
        ),
      )
      .join(''),
  lipstick: () =>
    filled(rect(84, 138, 72, 76, 6), 'ink') +
    filled(rect(92, 104, 56, 38, 3), 'gold') +
    tinted('M98 104v-36q0 -12 10 -18l24 -16q10 -4 10 8v62z', 'round') +
    stroke('M104 66q6 -12 30 -26', '#fff', 3, 0.4),
  pencil: () =>
    `<g transform="rotate(32 120 120)">${tinted(rect(106, 62, 28, 138, 2), 'round')}${filled(rect(106, 186, 28, 22, 4), 'gold')}${filled('M106 62h28l-8 -30h-12z', 'wood')}${tinted('M114 32h12l-6 -22z', 'round')}${stroke('M112 90v70', '#fff', 3, 0.4)}</g>`,
  mascara: () =>
    `<g transform="rotate(-24 120 120)">${tinted(rect(134, 74, 38, 132, 10), 'round')}${filled(rect(134, 74, 38, 12), 'gold')}${filled(rect(70, 118, 36, 92, 10), 'ink')}${filled(rect(84, 94, 8, 26), 'gold')}${tinted('M78 34q10 -12 20 0v60h-20z', 'round')}${[42, 50, 58, 66, 74, 82].map((y) => stroke(`M72 ${y}h32`, '#100d0f', 2.4, 0.75)).join('')}</g>`,
  nail: () =>
    filled('M104 26h32l6 86h-44z', 'ink') +
    filled(rect(100, 110, 40, 10), 'gold') +
    tinted(rect(78, 118, 84, 96, 22), 'round') +
    filled(rect(78, 118, 84, 96, 22), 'glass') +
    stroke('M92 140v46', '#fff', 5, 0.45),
  dropper: () =>
    filled('M108 22q12 -12 24 0v34h-24z', 'ink') +
    filled(rect(98, 54, 44, 26, 4), 'gold') +
    tinted('M102 80h36v10q26 8 26 32v76q0 16 -16 16h-56q-16 0 -16 -16v-76q0 -24 26 -32z', 'round') +
    filled('M102 80h36v10q26 8 26 32v76q0 16 -16 16h-56q-16 0 -16 -16v-76q0 -24 26 -32z', 'glass') +
    filled(rect(90, 136, 60, 54, 4), '#ffffffcc') +
    stroke('M104 160q8 -8 16 0t16 0', '#4b6a66', 2.5, 0.8),
  pump: () =>
    filled('M112 30h42q8 0 8 8v6h-30v22h-20z', 'ink') +
    filled(rect(104, 64, 32, 22, 4), 'ink') +
    tinted(rect(74, 84, 92, 130, 18), 'round') +
    filled(rect(88, 122, 64, 62, 4), '#ffffffcc') +
    stroke('M104 150q8 -8 16 0t16 0M108 164h24', '#4b6a66', 2.5, 0.8),
  spray: () =>
    filled(rect(104, 34, 32, 30, 6), 'ink') +
    filled(rect(98, 62, 44, 16, 3), 'gold') +
    tinted(rect(84, 76, 72, 138, 20), 'round') +
    filled(rect(84, 76, 72, 138, 20), 'glass') +
    wave(120, 150) +
    [
      [62, 30],
      [50, 44],
      [66, 50],
      [44, 26],
      [54, 60],
    ]
      .map(([x, y]) => filled(disc(x, y, 3), '#ffffffcc'))
      .join(''),
  sachet: () =>
    tinted('M62 40h116v174h-116z', 'soft') +
    filled('M62 40h116v16h-116z', '#ffffff66') +
    filled(disc(120, 136, 40, 48), '#ffffffaa') +
    stroke('M102 126q6 -6 12 0M126 126q6 -6 12 0M110 156q10 8 20 0', '#4b6a66', 3, 0.7),
  perfume: () =>
    filled(rect(100, 36, 40, 40, 8), 'gold') +
    filled(rect(110, 74, 20, 12), 'ink') +
    tinted(rect(64, 84, 112, 130, 22), 'soft') +
    filled(rect(64, 84, 112, 130, 22), 'glass') +
    moon(120, 144),
  brush: () =>
    `<g transform="rotate(28 120 120)">${filled('M112 126h16l-4 86q-4 8 -8 0z', 'wood')}${filled(rect(104, 92, 32, 38, 4), 'gold')}${tinted('M102 94q-12 -42 18 -74q30 32 18 74z', 'round')}${stroke('M112 88q-4 -30 6 -54M128 88q4 -30 -6 -54', '#fff', 2, 0.3)}</g>`,
  sponge: () =>
    tinted('M120 44q64 62 56 116q-6 52 -56 52t-56 -52q-8 -54 56 -116z', 'soft') +
    [
      [100, 140],
      [128, 120],
      [138, 168],
      [108, 180],
    ]
      .map(([x, y]) => filled(disc(x, y, 4), '#ffffff55'))
      .join(''),
  curler: () =>
    stroke('M84 206q-6 -70 34 -96M156 206q6 -70 -34 -96', '#8d8288', 9, 1) +
    tinted('M70 92q50 -58 100 0l-10 14q-40 -44 -80 0z', 'round') +
    filled(disc(82, 206, 15), 'ink') +
    filled(disc(158, 206, 15), 'ink') +
    filled(disc(82, 206, 7), '#fbf8f4') +
    filled(disc(158, 206, 7), '#fbf8f4'),
  roller: () =>
    `<g transform="rotate(28 120 120)">${filled(rect(112, 106, 16, 104, 8), 'paper')}${stroke('M120 106v-24h-44v-20M120 82h44v-20', '#b98d4f', 5, 1)}${tinted(rect(70, 22, 100, 50, 24), 'fall')}</g>`,
  gift: () =>
    tinted(rect(52, 108, 136, 106, 6), 'fall') +
    tinted(rect(44, 84, 152, 32, 5), 'soft') +
    filled(rect(108, 84, 24, 130), 'gold') +
    stroke('M120 84q-50 -6 -42 -34q16 -22 42 34q26 -56 42 -34q8 28 -42 34z', '#c79c5c', 8, 1),
};
