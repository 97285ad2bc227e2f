import { de } from './page-texts.de.js';
import { en } from './page-texts.en.js';
import type { Catalog } from './translator.js';

export type PageText = keyof typeof en;

/** What the questionnaire page says by itself. */
export const PAGE_TEXTS: Catalog<PageText> = { en, de };
