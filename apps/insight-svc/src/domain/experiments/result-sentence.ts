import type { ExperimentKindName, ExperimentMeasureName } from '@svc/domain';
import type { Decision } from './decide.js';

export type SentenceLanguage = 'de' | 'en';

export interface SentenceInput {
  decision: Decision;
  measure: ExperimentMeasureName;
  /** Name of the arm that is compared with the first arm. */
  arm: string;
  /** In the unit of the measure. */
  minimumEffect: number;
  /** 0.05 for 95 %. */
  alpha: number;
  /** ISO 4217; of revenue. */
  currency?: string;
  /** Of a holdout the difference is additional, since the units are all visitors. */
  kind: ExperimentKindName;
}

/** What is counted, per 100 units of what. Revenue is per unit. */
const COUNTED: Record<SentenceLanguage, Record<ExperimentMeasureName, [counted: string, per: string]>> = {
  en: {
    COMPLETION_RATE: ['completed quizzes', 'per 100 started ones'],
    CLICK_RATE: ['analyses with a click', 'per 100 analyses'],
    ADD_TO_CART_RATE: ['analyses with a product in the cart', 'per 100 analyses'],
    ORDERS_PER_UNIT: ['orders', 'per 100 analyses'],
    REVENUE_PER_UNIT: ['net revenue', 'per analysis'],
  },
  de: {
    COMPLETION_RATE: ['abgeschlossene Fragebögen', 'je 100 begonnene'],
    CLICK_RATE: ['Analysen mit einem Klick', 'je 100 Analysen'],
    ADD_TO_CART_RATE: ['Analysen mit einem Produkt im Warenkorb', 'je 100 Analysen'],
    ORDERS_PER_UNIT: ['Bestellungen', 'je 100 Analysen'],
    REVENUE_PER_UNIT: ['Nettoumsatz', 'je Analyse'],
  },
};

/** Orders of other units than analyses. */
const OF_OTHER_UNITS: Record<ExperimentKindName, Record<SentenceLanguage, Partial<(typeof COUNTED)['en']>>> = {
  MATCHING: { en: {}, de: {} },
  QUESTIONNAIRE: {
    en: { ORDERS_PER_UNIT: ['orders', 'per 100 visits'], REVENUE_PER_UNIT: ['net revenue', 'per visit'] },
    de: { ORDERS_PER_UNIT: ['Bestellungen', 'je 100 Besuche'], REVENUE_PER_UNIT: ['Nettoumsatz', 'je Besuch'] },
  },
  HOLDOUT: {
    en: { ORDERS_PER_UNIT: ['orders', 'per 100 visitors'], REVENUE_PER_UNIT: ['revenue', 'per visitor'] },
    de: { ORDERS_PER_UNIT: ['Bestellungen', 'je 100 Besucher'], REVENUE_PER_UNIT: ['Umsatz', 'je Besucher'] },
  },
};

/** The result of a test in one plain sentence. It states an interval and never names a winner or a probability to be best. */
export function resultSentence(input: SentenceInput, language: SentenceLanguage): string {
  const { decision, measure, arm, kind } = input;
  const { outcome, interval } = decision;
  const isGerman = language === 'de';
  const [counted, per] = OF_OTHER_UNITS[kind][language][measure] ?? COUNTED[language][measure];
  if (outcome === 'RATIO_ALARM') {
    return isGerman
      ? 'Die Arme haben nicht die geplanten Anteile; deshalb gibt es kein Ergebnis.'
      : 'The arms do not have the planned shares of units, so there is no result.';
  }
  if (!interval) {
    return isGerman
      ? 'Für einen Vergleich gibt es noch zu wenige Daten.'
      : 'There are not enough data for a comparison yet.';
  }
  const amount = amountFormat(input, language);
  const share = (1 - input.alpha).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
  const validity = isGerman
    ? `(${share.replace(/\s/, ' ')}, jederzeit gültig)`
    : `(${share.replace('%', ' %')}, valid at any time)`;
  if (outcome === 'DIFFERENT') {
    const isMore = interval.low > 0;
    const [least, most] = isMore ? [interval.low, interval.high] : [-interval.high, -interval.low];
    return isGerman
      ? `${arm} bringt ${amount(least)} bis ${amount(most)} ${isMore ? germanMore(input) : 'weniger'} ${counted} ${per} ${validity}.`
      : `${arm} brings ${amount(least)} to ${amount(most)} ${isMore ? (kind === 'HOLDOUT' ? 'additional' : 'more') : fewer(measure)} ${counted} ${per} ${validity}.`;
  }
  if (outcome === 'NO_RELEVANT_DIFFERENCE') {
    const limit = amount(input.minimumEffect);
    return isGerman
      ? `Der Unterschied ist nicht größer als ${limit} ${counted} ${per} ${validity}.`
      : `The difference is not larger than ${limit} ${counted} ${per} ${validity}.`;
  }
  const [low, high] = [amount(interval.low), amount(interval.high)];
  return isGerman
    ? `Noch nicht entschieden: Der Unterschied beträgt ${low} bis ${high} ${counted} ${per} ${validity}.`
    : `Not decided yet: the difference is between ${low} and ${high} ${counted} ${per} ${validity}.`;
}

/** "Additional" is said of a holdout only: of anything else, what was bought without the components is not known. docs/insight.md N14.6. */
const germanMore = ({ kind, measure }: SentenceInput): string =>
  kind === 'HOLDOUT' ? (measure === 'REVENUE_PER_UNIT' ? 'zusätzlichen' : 'zusätzliche') : 'mehr';

const fewer = (measure: ExperimentMeasureName): string => (measure === 'REVENUE_PER_UNIT' ? 'less' : 'fewer');

/** Revenue as money; all else per 100 units, with one decimal. */
function amountFormat({ measure, currency }: SentenceInput, language: SentenceLanguage): (value: number) => string {
  if (measure === 'REVENUE_PER_UNIT' && currency) {
    const money = new Intl.NumberFormat(language, { style: 'currency', currency });
    return (value) => money.format(value);
  }
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (value) => number.format(value * 100);
}
