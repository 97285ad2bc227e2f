import type { PageTheme } from '@svc/domain';
import { createPalette, type Palette, type Scheme } from './palette.js';

/** Where the theme is written to, so that tests can give another one. */
export type ThemedDocument = Pick<Document, 'adoptedStyleSheets' | 'documentElement'>;

/**
 * Sets the page's custom properties on the document, over those that the server wrote for the first paint. Values go in
 * property by property, so that none can end its declaration and begin another. No inline style: the content security policy
 * knows none.
 */
export function applyTheme(document: ThemedDocument, theme: PageTheme): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rulesFor(theme.colorScheme));
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSMediaRule) setColors(rule.cssRules[0] as CSSStyleRule, createPalette(theme, 'dark'));
    else setColors(rule as CSSStyleRule, createPalette(theme, theme.colorScheme === 'dark' ? 'dark' : 'light'));
  }
  const root = sheet.cssRules[0] as CSSStyleRule;
  if (theme.fontFamily) root.style.setProperty('--svc-font', theme.fontFamily);
  if (theme.cornerRadius !== null) root.style.setProperty('--svc-radius', `${theme.cornerRadius}px`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The scheme that is shown at this moment. */
export function currentScheme(theme: PageTheme, prefersDark: boolean): Scheme {
  if (theme.colorScheme !== 'auto') return theme.colorScheme;
  return prefersDark ? 'dark' : 'light';
}

/** What comes into view is not hidden behind the bar at the foot of the questionnaire. */
const SCROLLING = 'scroll-padding-block: 1rem 9rem;';

const rulesFor = (scheme: PageTheme['colorScheme']): string =>
  scheme === 'auto'
    ? `:root { color-scheme: light dark; ${SCROLLING} } @media (prefers-color-scheme: dark) { :root { --svc-dark: 1; } }`
    : `:root { color-scheme: ${scheme}; ${SCROLLING} }`;

function setColors(rule: CSSStyleRule, palette: Palette): void {
  for (const [name, value] of Object.entries(palette)) rule.style.setProperty(`--svc-${name}`, value);
}
