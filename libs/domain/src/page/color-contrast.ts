/** Contrast that text needs. WCAG 2.2, 1.4.3. */
export const MIN_TEXT_CONTRAST = 4.5;

/** Relative luminance of `#rrggbb`, 0 (black) to 1 (white). WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors `#rrggbb`, 1 to 21. WCAG 2.2. */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Black or white, whichever is read more easily on this color `#rrggbb`: always 4.5 or better. */
export const readableOn = (color: string): '#000000' | '#ffffff' =>
  contrastRatio('#000000', color) >= contrastRatio('#ffffff', color) ? '#000000' : '#ffffff';
