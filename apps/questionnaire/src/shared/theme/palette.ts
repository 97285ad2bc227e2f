import type { PageTheme } from '@svc/domain';
import { contrast, mix, parseColor, type Rgb, readableOn, standingOut, toHex } from './contrast.js';

export type Scheme = 'light' | 'dark';

/** The colours of the page in one scheme, as custom properties `--svc-<name>`. */
export interface Palette {
  /** What a company's accent fills: buttons, progress. */
  accent: string;
  /** Text on the accent. */
  'on-accent': string;
  /** The accent as a text or a mark on the background. */
  'accent-text': string;
  /** A breath of the accent, behind what is chosen. */
  soft: string;
  bg: string;
  /** Of cards. */
  surface: string;
  text: string;
  /** Of text that is less important. */
  muted: string;
  /** Lines that only decorate. */
  line: string;
  /** Borders that show where a control is. */
  border: string;
  error: string;
  'error-soft': string;
}

/** Text. WCAG 2.2, 1.4.3. */
const TEXT = 4.5;
/** Marks and borders of controls. WCAG 2.2, 1.4.11. */
const MARK = 3;

const OWN: Record<Scheme, { bg: Rgb; text: Rgb; accent: Rgb; error: Rgb }> = {
  light: { bg: [255, 255, 255], text: [33, 29, 36], accent: [107, 58, 87], error: [176, 26, 26] },
  dark: { bg: [20, 18, 22], text: [244, 241, 246], accent: [226, 168, 198], error: [255, 158, 150] },
};

/**
 * Colours of a scheme from what a company chose, every one readable whatever it chose: text and marks that would not stand out
 * are moved towards black or white until they do. The dark scheme takes the accent only, as the theme's background and text
 * are those of the light one.
 */
export function paletteOf(theme: PageTheme, scheme: Scheme): Palette {
  const own = OWN[scheme];
  const given = scheme === 'light' ? { bg: parseColor(theme.backgroundColor), text: parseColor(theme.textColor) } : {};
  const bg = given.bg ?? own.bg;
  const ink = readableOn(bg);
  const text = standingOut(given.text ?? own.text, [bg], TEXT, ink);
  const wanted = parseColor(theme.accentColor) ?? own.accent;
  const accent = scheme === 'dark' ? standingOut(wanted, [bg], MARK, ink) : wanted;
  const soft = tint(bg, accent, text, [0.08, 0.05, 0.02]);
  const surface = scheme === 'dark' ? tint(bg, text, text, [0.07, 0.03]) : bg;
  const grounds = [bg, soft, surface];
  return {
    accent: toHex(accent),
    'on-accent': toHex(readableOn(accent)),
    'accent-text': toHex(standingOut(wanted, grounds, TEXT, text)),
    soft: toHex(soft),
    bg: toHex(bg),
    surface: toHex(surface),
    text: toHex(text),
    muted: toHex(standingOut(mix(text, bg, 0.35), grounds, TEXT, text)),
    line: toHex(mix(bg, text, 0.14)),
    border: toHex(standingOut(mix(bg, text, 0.4), grounds, MARK, text)),
    error: toHex(standingOut(own.error, grounds, TEXT, text)),
    'error-soft': toHex(tint(bg, own.error, text, [0.08, 0.04])),
  };
}

/** The first of the shares of a colour in the background that leaves the text readable; the background where none does. */
function tint(bg: Rgb, color: Rgb, text: Rgb, shares: readonly number[]): Rgb {
  return shares.map((share) => mix(bg, color, share)).find((tinted) => contrast(text, tinted) >= TEXT) ?? bg;
}
