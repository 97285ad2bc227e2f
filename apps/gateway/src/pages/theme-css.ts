import { contrastRatio, fontFamilies, isHexColor, MIN_TEXT_CONTRAST, type PageTheme, readableOn } from '@svc/domain';

/** The pages' own colors. Those of apps/questionnaire, so that nothing changes when its script takes over. */
const OWN = {
  light: { bg: '#ffffff', text: '#211d24', accent: '#6b3a57' },
  dark: { bg: '#141216', text: '#f4f1f6', accent: '#e2a8c6' },
};

/**
 * A theme as custom properties of the page, for the first paint and for pages without a script. Every value is read again
 * before it is written: whatever is stored, no declaration is ended by it. A text that would not be readable is black or white.
 */
export function renderThemeCss(theme: PageTheme): string {
  const { colorScheme } = theme;
  const root = [
    `color-scheme:${colorScheme === 'auto' ? 'light dark' : colorScheme}`,
    ...renderColors(theme, colorScheme === 'dark' ? 'dark' : 'light'),
    ...(theme.fontFamily && fontFamilies(theme.fontFamily) ? [`--svc-font:${theme.fontFamily}`] : []),
    ...(Number.isInteger(theme.cornerRadius) ? [`--svc-radius:${theme.cornerRadius}px`] : []),
  ];
  const dark =
    colorScheme === 'auto' ? `@media (prefers-color-scheme:dark){:root{${renderColors(theme, 'dark').join(';')}}}` : '';
  return `${renderFontFace(theme)}:root{${root.join(';')}}${dark}`;
}

/** A theme's background and text are those of the light scheme. */
function renderColors(theme: PageTheme, scheme: 'light' | 'dark'): string[] {
  const own = OWN[scheme];
  const accent = color(theme.accentColor) ?? own.accent;
  const given = scheme === 'light' ? [color(theme.backgroundColor), color(theme.textColor)] : [];
  const bg = given[0] ?? own.bg;
  const text = given[1] ?? own.text;
  const isReadable = contrastRatio(bg, text) >= MIN_TEXT_CONTRAST;
  return [
    `--svc-accent:${accent}`,
    `--svc-on-accent:${readableOn(accent)}`,
    `--svc-bg:${bg}`,
    `--svc-text:${isReadable ? text : readableOn(bg)}`,
  ];
}

function renderFontFace({ fontFamily, fontUrl }: PageTheme): string {
  const [family] = (fontFamily && fontFamilies(fontFamily)) || [];
  const address = parseHttpUrl(fontUrl);
  if (family === undefined || !address) return '';
  return `@font-face{font-family:"${family}";src:url("${cssUrl(address)}") format("woff2");font-display:swap}`;
}

const color = (value: string | null): string | undefined => (value !== null && isHexColor(value) ? value : undefined);
/** The URL parser has encoded quotes, line breaks and `<`; a backslash in a query stays. */
const cssUrl = (address: URL): string => address.href.replaceAll('\\', '%5C').replaceAll('"', '%22');

/** A host as `URL` writes it. `URL` itself lets `;` and `,` pass, which end a source of a security policy. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** An http or https address with a valid host; undefined for anything else, whatever is stored. */
export function parseHttpUrl(address: string | null | undefined): URL | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return (url.protocol === 'http:' || url.protocol === 'https:') && HOST.test(url.hostname) ? url : undefined;
}
