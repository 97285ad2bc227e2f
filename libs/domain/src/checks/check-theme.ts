import { MAX_CORNER_RADIUS } from '../limits.js';
import { contrastRatio, MIN_TEXT_CONTRAST } from '../page/color-contrast.js';
import { fontFamilies, MAX_FONT_FAMILY_LENGTH } from '../page/font-family.js';
import type { PageTheme } from '../page/page-theme.js';
import { isHexColor } from './check-catalog.js';
import { checkInteger, checkUrl } from './check-values.js';
import type { Path, Problems } from './problems.js';

const COLORS = ['accentColor', 'backgroundColor', 'textColor'] as const;

/** Checks how a company's pages look: everything that ends up in a style sheet. docs/management.md "How pages look". */
export function checkTheme(theme: PageTheme, path: Path, problems: Problems): void {
  for (const field of COLORS) {
    const color = theme[field];
    if (color !== null && !isHexColor(color))
      problems.add([...path, field], 'The color must be #rrggbb, for example "#7a3b69".');
  }
  if ((theme.backgroundColor === null) !== (theme.textColor === null)) {
    const missing = theme.backgroundColor === null ? 'backgroundColor' : 'textColor';
    problems.add(
      [...path, missing],
      'backgroundColor and textColor must be given together, or neither of them: the text is read on the background.',
    );
  }
  if (theme.fontFamily !== null && !fontFamilies(theme.fontFamily))
    problems.add(
      [...path, 'fontFamily'],
      `fontFamily must be a list of names with commas between them, in quotes where they are not plain words, for example "Lora, Georgia, serif"; at most ${MAX_FONT_FAMILY_LENGTH} characters.`,
    );
  checkUrl(theme.fontUrl, [...path, 'fontUrl'], problems);
  checkUrl(theme.logoUrl, [...path, 'logoUrl'], problems);
  if (theme.cornerRadius !== null)
    checkInteger(theme.cornerRadius, [0, MAX_CORNER_RADIUS], [...path, 'cornerRadius'], problems);
}

/** Warns about settings of a theme that have no effect or make the page hard to read. */
export function warnAboutTheme(theme: PageTheme, path: Path, warn: (path: Path, message: string) => void): void {
  const { backgroundColor, textColor, fontUrl, fontFamily } = theme;
  if (backgroundColor !== null && textColor !== null) {
    const ratio = contrastRatio(backgroundColor, textColor);
    // Rounded down: 4.49 is not 4.5.
    if (ratio < MIN_TEXT_CONTRAST)
      warn(
        [...path, 'textColor'],
        `The contrast to backgroundColor is ${Math.floor(ratio * 10) / 10}:1; it must be at least ${MIN_TEXT_CONTRAST}:1 for readable text. Pages use a more readable color until then.`,
      );
  }
  if (fontUrl !== null && fontFamily === null)
    warn([...path, 'fontUrl'], 'This file has no effect: fontFamily must name the family that it contains.');
}
