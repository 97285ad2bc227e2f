import { isLocale } from '@svc/domain';
import type { Context } from '../context.js';

/** More than any browser sends. */
const MAX_LANGUAGES = 10;

/** Language tags of Accept-Language, preferred ones first. RFC 9110, 12.5.4. */
export const getLanguages = (ctx: Context): string[] => ctx.acceptsLanguages().slice(0, MAX_LANGUAGES).filter(isLocale);
