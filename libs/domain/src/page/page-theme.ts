/** How a company's pages look; part of its settings. Null: the page's own. */
export interface PageTheme {
  /** `auto` follows the visitor's system. */
  colorScheme: 'auto' | 'light' | 'dark';
  /** Buttons, progress, marks of what is chosen: `#rrggbb`. Text on it is black or white, whichever is read more easily. */
  accentColor: string | null;
  /** Of the light scheme; both or none of the two. */
  backgroundColor: string | null;
  textColor: string | null;
  /** CSS font families, for example `"Lora", Georgia, serif`. */
  fontFamily: string | null;
  /** A WOFF2 file that holds the first of the families. */
  fontUrl: string | null;
  logoUrl: string | null;
  /** Of buttons and cards, pixels, 0 to 32. */
  cornerRadius: number | null;
}

export const DEFAULT_PAGE_THEME: PageTheme = {
  colorScheme: 'auto',
  accentColor: null,
  backgroundColor: null,
  textColor: null,
  fontFamily: null,
  fontUrl: null,
  logoUrl: null,
  cornerRadius: null,
};
