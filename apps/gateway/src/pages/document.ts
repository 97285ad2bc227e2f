import type { PageTheme } from '@svc/domain';
import { escapeHtml, getDirection } from './html.js';
import { parseHttpUrl, renderThemeCss } from './theme-css.js';

export interface DocumentParts {
  /** BCP 47. */
  lang: string;
  title: string;
  theme: PageTheme;
  isIndexed: boolean;
  /** Contents of style elements, the theme's first. */
  styles: readonly string[];
  /** More elements of the head, ready. */
  head?: string;
  /** Ready. */
  body: string;
}

/** Style elements of a page in this theme, followed by those of `more`. */
export const createStyles = (theme: PageTheme, ...more: string[]): string[] => [renderThemeCss(theme), ...more];

/** A whole HTML document. Addresses of pages are capabilities: links send no Referer. */
export const renderDocument = ({ lang, title, theme, isIndexed, styles, head = '', body }: DocumentParts): string =>
  `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${getDirection(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${isIndexed ? '' : '<meta name="robots" content="noindex">\n'}<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="${theme.colorScheme === 'auto' ? 'light dark' : theme.colorScheme}">
<link rel="icon" href="${escapeHtml(createIcon(theme))}">
${styles.map((style) => `<style>${style}</style>`).join('\n')}
${head}</head>
<body>
${body}
</body>
</html>
`;

/** A spot in the company's color: logos are too wide for a tab, and no request is made for it. */
function createIcon({ accentColor }: PageTheme): string {
  const fill = accentColor && /^#[0-9a-f]{6}$/i.test(accentColor) ? accentColor : '#6b3a57';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${fill}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The company's logo, or its name where it has none. */
export function renderLogo(theme: PageTheme, companyName: string): string {
  const address = parseHttpUrl(theme.logoUrl);
  return address
    ? `<img src="${escapeHtml(address.href)}" alt="${escapeHtml(companyName)}">`
    : `<p class="name">${escapeHtml(companyName)}</p>`;
}
