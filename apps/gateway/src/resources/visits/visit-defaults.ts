import type { Context } from '../../context.js';
import { getLanguages } from '../../http/get-languages.js';
import { type FunnelVisitReport, MAX_LOCALE_LENGTH } from './visit-schema.js';

/** BCP 47: the language is not known. */
const UNKNOWN_LANGUAGE = 'und';

/** Language of a visit in lower case: what the report says, else the first one that the browser prefers. docs/insight.md N2.11. */
export const getVisitLocale = ({ locale }: FunnelVisitReport, ctx: Context): string =>
  (locale ?? getLanguages(ctx).find(({ length }) => length <= MAX_LOCALE_LENGTH) ?? UNKNOWN_LANGUAGE).toLowerCase();

/** Kind of device: what the report says, else what the user agent calls itself. Nothing else of it is kept. docs/insight.md N2.11. */
export function getVisitDevice({ device }: FunnelVisitReport, ctx: Context): NonNullable<FunnelVisitReport['device']> {
  if (device) return device;
  const userAgent = ctx.get('User-Agent');
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'TABLET';
  return /Mobi|iPhone|iPod/i.test(userAgent) || ctx.get('Sec-CH-UA-Mobile') === '?1' ? 'PHONE' : 'DESKTOP';
}
