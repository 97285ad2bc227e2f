import type { TextKey } from '../../i18n/areas.js';
import type { Translator } from '../../i18n/translator.js';
import type { Experiment, Measure, Results } from './queries.js';

export const KINDS = {
  QUESTIONNAIRE: 'experiments.kind.questionnaire',
  MATCHING: 'experiments.kind.matching',
  HOLDOUT: 'experiments.kind.holdout',
} as const satisfies Record<Experiment['kind'], TextKey>;

export const STATES = {
  DRAFT: { text: 'experiments.state.draft', color: 'gray' },
  DRY_CHECK: { text: 'experiments.state.dry-check', color: 'yellow' },
  RUNNING: { text: 'experiments.state.running', color: 'green' },
  DECIDED: { text: 'experiments.state.decided', color: 'plum' },
  STOPPED: { text: 'experiments.state.stopped', color: 'gray' },
  ARCHIVED: { text: 'experiments.state.archived', color: 'gray' },
} as const satisfies Record<Experiment['state'], { text: TextKey; color: string }>;

export const MEASURES = {
  COMPLETION_RATE: 'experiments.measure.completion',
  CLICK_RATE: 'experiments.measure.click',
  ADD_TO_CART_RATE: 'experiments.measure.cart',
  ORDERS_PER_UNIT: 'experiments.measure.orders',
  REVENUE_PER_UNIT: 'experiments.measure.revenue',
} as const satisfies Record<Measure, TextKey>;

const DEFINITIONS = {
  COMPLETION_RATE: 'experiments.definition.completion',
  CLICK_RATE: 'experiments.definition.click',
  ADD_TO_CART_RATE: 'experiments.definition.cart',
  ORDERS_PER_UNIT: 'experiments.definition.orders',
  REVENUE_PER_UNIT: 'experiments.definition.revenue',
} as const satisfies Record<Measure, TextKey>;

/** Orders and revenue are of visits in a test of the questionnaire. */
const VISIT_DEFINITIONS: Partial<Record<Measure, TextKey>> = {
  ORDERS_PER_UNIT: 'experiments.definition.visit-orders',
  REVENUE_PER_UNIT: 'experiments.definition.visit-revenue',
};

/** What a measure counts; units of a holdout are visitors. */
export function getDefinition(kind: Experiment['kind'], measure: Measure): TextKey {
  if (kind === 'HOLDOUT') return 'experiments.definition.holdout';
  return (kind === 'QUESTIONNAIRE' ? VISIT_DEFINITIONS[measure] : undefined) ?? DEFINITIONS[measure];
}

/** What a test is about: a funnel, or the shop. */
export const getSubject = (t: Translator['t'], { kind, funnel }: Experiment): string =>
  kind === 'HOLDOUT' ? t('experiments.funnel.shop') : (funnel ?? t('experiments.funnel.gone'));

export const OUTCOMES = {
  RATIO_ALARM: 'experiments.outcome.ratio',
  TOO_EARLY: 'experiments.outcome.early',
  UNDECIDED: 'experiments.outcome.undecided',
  DIFFERENT: 'experiments.outcome.different',
  NO_RELEVANT_DIFFERENCE: 'experiments.outcome.none',
} as const satisfies Record<NonNullable<Results['measures'][number]['arms'][number]['outcome']>, TextKey>;

/** Rates are shown per 100 units, revenue as money per unit. */
export const isRate = (measure: Measure): boolean => measure !== 'REVENUE_PER_UNIT';

/** What a number is of. */
export interface Measured {
  measure: Measure;
  /** Of revenue; null: not known before the start. */
  currency: string | null;
}

/** A value of a measure. */
export function formatValue(
  { locale, percent }: Pick<Translator, 'locale' | 'percent'>,
  { measure, currency }: Measured,
  value: number,
): string {
  return isRate(measure) ? percent(value) : new Intl.NumberFormat(locale, toMoneyOptions(currency)).format(value);
}

/** A difference of two values, with its sign; of rates in percentage points. */
export function formatDifference(
  { locale }: Pick<Translator, 'locale'>,
  { measure, currency }: Measured,
  value: number,
): string {
  const options = isRate(measure) ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : toMoneyOptions(currency);
  const format = new Intl.NumberFormat(locale, { ...options, signDisplay: 'exceptZero' });
  return format.format(isRate(measure) ? value * 100 : value);
}

const toMoneyOptions = (currency: string | null): Intl.NumberFormatOptions =>
  currency === null ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { style: 'currency', currency };

/** The smallest difference worth knowing, which has no direction. */
export const formatEffect = (i18n: Translator, measured: Measured, value: number): string =>
  isRate(measured.measure)
    ? i18n.t('experiments.per-100', { value: i18n.number(Number((value * 100).toPrecision(12))) })
    : formatValue(i18n, measured, value);
