import type { ColorFamily } from './color-words.js';

/**
 * The color family of a hex color, by lightness, chroma and hue in CIELAB. Undefined for an invalid color. Used where a shade's
 * name does not say its color.
 */
export function getHexFamily(hex: string): ColorFamily | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return undefined;
  const { lightness, chroma, hue } = toLch(hex);
  if (lightness < 18) return 'black';
  if (chroma < 9) return lightness > 88 ? 'white' : lightness < 26 ? 'black' : 'gray';
  if (hue >= 40 && hue < 100 && chroma < 40) return lightness > 68 ? 'beige' : 'brown';
  if (hue < 40 || hue >= 345) return getReddish(lightness, chroma, hue);
  if (hue < 70) return lightness < 50 ? 'brown' : 'orange';
  if (hue < 105) return lightness < 45 ? 'brown' : 'yellow';
  if (hue < 180) return 'green';
  if (hue < 220) return 'turquoise';
  if (hue < 295) return 'blue';
  return 'purple';
}

function getReddish(lightness: number, chroma: number, hue: number): ColorFamily {
  if (lightness < 35 && chroma < 30) return hue > 20 && hue < 40 ? 'brown' : 'berry';
  if (hue > 25 && hue < 40 && lightness > 58) return 'coral';
  if (lightness > 55 || hue < 12 || hue >= 345) return lightness < 40 ? 'berry' : 'pink';
  return chroma < 30 ? 'brown' : 'red';
}

function toLch(hex: string): { lightness: number; chroma: number; hue: number } {
  const [r, g, b] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  const [a, bb] = [500 * (x - y), 200 * (y - z)];
  const hue = (Math.atan2(bb, a) * 180) / Math.PI;
  return { lightness: 116 * y - 16, chroma: Math.hypot(a, bb), hue: hue < 0 ? hue + 360 : hue };
}
