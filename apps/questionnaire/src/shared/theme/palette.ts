import { contrastRatio, MIN_TEXT_CONTRAST, type PageTheme, readableOn } from '@svc/domain';
import { mix, standingOut, toColor } from './mix-colors.js';

export type Scheme = 'light' | 'dark';

/** The colors of the page in one scheme, as custom properties `--svc-<name>`. */
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

const TEXT = MIN_TEXT_CONTRAST;
/** Marks and borders of controls. WCAG 2.2, 1.4.11. */
const MARK = 3;

/** The page's own. Those of the gateway's frame, so that nothing changes when the script takes over. */
const OWN: Record<Scheme, { bg: string; text: string; accent: string; error: string }> = {
  light: { bg: '#ffffff', text: '#211d24', accent: '#6b3a57', error: '#b01a1a' },
  dark: { bg: '#141216', text: '#f4f1f6', accent: '#e2a8c6', error: '#ff9e96' },
};

/**
 * Colors of a scheme from what a company chose, every one readable whatever it chose: text and marks that would not stand out
 * are moved towards black or white until they do. The dark scheme takes the accent only, as the theme's background and text
 * are those of the light one.
 */
export function createPalette(theme: PageTheme, scheme: Scheme): Palette {
  const own = OWN[scheme];
  const given = scheme === 'light' ? { bg: toColor(theme.backgroundColor), text: toColor(theme.textColor) } : {};
  const bg = given.bg ?? own.bg;
  const ink = readableOn(bg);
  const text = standingOut(given.text ?? own.text, [bg], TEXT, ink);
  const wanted = toColor(theme.accentColor) ?? own.accent;
  const accent = scheme === 'dark' ? standingOut(wanted, [bg], MARK, ink) : wanted;
  const soft = tint(bg, accent, text, [0.08, 0.05, 0.02]);
  const surface = scheme === 'dark' ? tint(bg, text, text, [0.07, 0.03]) : bg;
  const grounds = [bg, soft, surface];
  return {
    accent,
    'on-accent': readableOn(accent),
    'accent-text': standingOut(wanted, grounds, TEXT, text),
    soft,
    bg,
    surface,
    text,
    muted: standingOut(mix(text, bg, 0.35), grounds, TEXT, text),
    line: mix(bg, text, 0.14),
    border: standingOut(mix(bg, text, 0.4), grounds, MARK, text),
    error: standingOut(own.error, grounds, TEXT, text),
    'error-soft': tint(bg, own.error, text, [0.08, 0.04]),
  };
}

/** The first of the shares of a color in the background that leaves the text readable; the background where none does. */
function tint(bg: string, color: string, text: string, shares: readonly number[]): string {
  return shares.map((share) => mix(bg, color, share)).find((tinted) => contrastRatio(text, tinted) >= TEXT) ?? bg;
}
