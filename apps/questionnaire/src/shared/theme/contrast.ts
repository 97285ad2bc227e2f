/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`. Undefined: not a colour in this form. */
export function parseColor(hex: string | null | undefined): Rgb | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex ?? '') ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

export const toHex = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, 0 (black) to 1 (white). WCAG 2.2. */
export function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21; text needs 4.5, marks of controls 3. WCAG 2.2, 1.4.3 and 1.4.11. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` of the second colour in the first. */
export function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const blend = (index: 0 | 1 | 2) => Math.round(one[index] * (1 - share) + other[index] * share);
  return [blend(0), blend(1), blend(2)];
}

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

/** Black or white, whichever is read more easily on this colour: always 4.5 or better. */
export const readableOn = (color: Rgb): Rgb => (contrast(BLACK, color) >= contrast(WHITE, color) ? BLACK : WHITE);

/**
 * The colour itself where it stands out enough against all of `grounds`, else mixed towards `towards` in small steps until it
 * does. `towards` must stand out enough itself; it is the answer where nothing before it does.
 */
export function standingOut(color: Rgb, grounds: readonly Rgb[], ratio: number, towards: Rgb): Rgb {
  for (let step = 0; step < 20; step += 1) {
    const mixed = mix(color, towards, step / 20);
    if (grounds.every((ground) => contrast(mixed, ground) >= ratio)) return mixed;
  }
  return towards;
}
