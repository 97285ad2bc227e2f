/**
 * CIELAB (D65, 2°) ↔ sRGB. Colors of the demo are designed in LCh, written as `#rrggbb`,
 * and every rule reads the written hex again, so that the tags agree with what a merchant would see.
 */

const WHITE = [0.95047, 1, 1.08883];
const EPSILON = 216 / 24389;
const KAPPA = 24389 / 27;

const encode = (linear) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
const decode = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Linear RGB of LCh (`h` in degrees); components outside 0…1 are outside the sRGB gamut. */
function lchToLinear([L, C, h]) {
  const angle = (h * Math.PI) / 180;
  const fy = (L + 16) / 116;
  const inverse = (f) => (f ** 3 > EPSILON ? f ** 3 : (116 * f - 16) / KAPPA);
  const x = WHITE[0] * inverse(fy + (C * Math.cos(angle)) / 500);
  const y = WHITE[1] * inverse(fy);
  const z = WHITE[2] * inverse(fy - (C * Math.sin(angle)) / 200);
  return [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ];
}

const inGamut = (linear) => linear.every((part) => part >= -0.0005 && part <= 1.0005);

/** `#rrggbb` of LCh. A color outside sRGB loses chroma, never lightness or hue. */
export function lchToHex([L, C, h]) {
  let chroma = C;
  while (chroma > 0 && !inGamut(lchToLinear([L, chroma, h]))) chroma -= 0.5;
  const parts = lchToLinear([L, Math.max(chroma, 0), h]).map((part) =>
    Math.round(255 * encode(Math.min(1, Math.max(0, part)))),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** `{ L, a, b, C, h }` of `#rrggbb`; `h` in 0…360 degrees. */
export function hexToLab(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => decode(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  const xyz = [
    0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    0.0193339 * r + 0.119192 * g + 0.9503041 * b,
  ];
  const [fx, fy, fz] = xyz.map((value, index) => {
    const t = value / WHITE[index];
    return t > EPSILON ? Math.cbrt(t) : (KAPPA * t + 16) / 116;
  });
  const lab = { L: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz) };
  const hue = (Math.atan2(lab.b, lab.a) * 180) / Math.PI;
  return { ...lab, C: Math.hypot(lab.a, lab.b), h: (hue + 360) % 360 };
}

/** Linear interpolation in a table of `[x, y]` sorted by x; the end slopes continue outside. */
export function interpolate(table, x) {
  let at = table.findIndex(([limit]) => x < limit);
  if (at === -1) at = table.length - 1;
  at = Math.max(at, 1);
  const [[x0, y0], [x1, y1]] = [table[at - 1], table[at]];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}
