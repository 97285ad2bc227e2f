import { contrastRatio } from '@svc/domain';

/** The color when it is `#rrggbb`. */
export const toColor = (value: string | null | undefined): string | undefined =>
  value && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined;

/** `share` of the second color in the first, all `#rrggbb`. */
export function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a * (1 - share) + b * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The color itself where it stands out enough against all of `grounds`, else mixed towards `towards` in small steps until it
 * does. `towards` must stand out enough itself; it is the answer where nothing before it does.
 * @param ratio - text needs 4.5, marks of controls 3. WCAG 2.2, 1.4.3 and 1.4.11.
 */
export function standingOut(color: string, grounds: readonly string[], ratio: number, towards: string): string {
  for (let step = 0; step < 20; step += 1) {
    const mixed = mix(color, towards, step / 20);
    if (grounds.every((ground) => contrastRatio(mixed, ground) >= ratio)) return mixed;
  }
  return towards;
}
