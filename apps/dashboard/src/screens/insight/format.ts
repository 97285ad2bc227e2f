import { zonedDay } from '@svc/domain';
import type { Translator } from '../../i18n/translator.js';
import type { Interval } from '../../shared/figures/interval.js';
import type { Change } from './compare-counts.js';

/** `37.0 – 43.1 %`: the interval of a share. */
export const formatInterval = ({ t, percent }: Translator, { low, high }: Interval): string =>
  t('insight.interval', { low: percent(low), high: percent(high) });

/** A time in seconds, or in minutes from two of them on. */
export function formatDuration(locale: string, ms: number | null): string {
  if (ms === null) return '–';
  const inMinutes = ms >= 120_000;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    maximumFractionDigits: 1,
  }).format(ms / (inMinutes ? 60_000 : 1_000));
}

/** A change as a sentence with its interval; without direction where the interval contains both. */
export function formatChange({ t, percent }: Translator, { low, high }: Change): string {
  if (low > 0) return t('insight.change.more', { low: percent(low), high: percent(high) });
  if (high < 0) return t('insight.change.less', { low: percent(-high), high: percent(-low) });
  return t('insight.change.unclear');
}

/** The difference of two shares in percentage points. */
export function formatPoints({ t, locale }: Translator, { low, high }: Change): string {
  const points = (share: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(Math.abs(share) * 100);
  if (low > 0) return t('insight.points.more', { low: points(low), high: points(high) });
  return t('insight.points.less', { low: points(high), high: points(low) });
}

/** The day of a time in a time zone. */
export const toDayIn = (iso: string, timeZone: string): string => zonedDay(new Date(iso), timeZone);
