import type { Catalog } from '../shared/i18n/translator.js';
import { de } from './result-texts.de.js';
import { en } from './result-texts.en.js';

export type ResultText = keyof typeof en;

/** What the result page says by itself; reasons and product texts come from the server. */
export const RESULT_TEXTS: Catalog<ResultText> = { en, de };
