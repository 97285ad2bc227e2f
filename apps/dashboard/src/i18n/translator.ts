import type { TextKey } from './areas.js';

export type { TextKey } from './areas.js';
/** Every text in one language. */
export type Texts = Readonly<Record<TextKey, string>>;
/** What has a form for one and a form for other numbers. */
export type CountKey = { [K in TextKey]: K extends `${infer Base}.other` ? Base : never }[TextKey];
export type Values = Readonly<Record<string, string | number>>;

/** Texts, numbers and times in one language. */
export interface Translator {
  readonly locale: string;
  /** The text, with `{name}` replaced by values; numbers as the language writes them. */
  t(key: TextKey, values?: Values): string;
  /** The form for a number, which is the value `count`. */
  count(key: CountKey, count: number, values?: Values): string;
  /** Day and time with the time zone; a dash for none. */
  time(iso: string | null | undefined): string;
  day(iso: string | null | undefined): string;
  /** A day of a calendar, such as `2026-11-21`, wherever the user is. */
  date(day: string): string;
  list(items: readonly string[]): string;
  /** The items with “or”. */
  listOr(items: readonly string[]): string;
  number(value: number): string;
  /** A share from 0 to 1 in percent. */
  percent(share: number): string;
  /** An amount of money. @param amount - a decimal with a point. */
  money(amount: string | number, currency: string | null | undefined): string;
  /** A number of bytes. */
  size(bytes: number): string;
}

const NONE = '–';

export function createTranslator(locale: string, texts: Texts): Translator {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const times = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const lists = new Intl.ListFormat(locale);
  const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' });
  const fill = (text: string, values: Values) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  const t = (key: TextKey, values: Values = {}) => fill(texts[key], values);
  return {
    locale,
    t,
    count: (key, count, values = {}) => {
      const form = `${key}.${plurals.select(count)}`;
      return t((form in texts ? form : `${key}.other`) as TextKey, { ...values, count });
    },
    time: (iso) => (iso ? times.format(new Date(iso)) : NONE),
    day: (iso) => (iso ? days.format(new Date(iso)) : NONE),
    date: (day) => dates.format(new Date(day)),
    list: (items) => lists.format(items),
    listOr: (items) => alternatives.format(items),
    number: (value) => numbers.format(value),
    percent: (share) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    money: (amount, currency) => toMoney(locale, amount, currency),
    size: (bytes) => toSize(locale, bytes),
  };
}

/** A currency that is none is shown as it is. */
function toMoney(locale: string, amount: string | number, currency: string | null | undefined): string {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: currency ?? '' }).format(Number(amount));
  } catch {
    return [amount, currency].filter(Boolean).join(' ');
  }
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function toSize(locale: string, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const unit = UNITS[power] as string;
  // Short, all but bytes have a plural of their own: "258 byte".
  const unitDisplay = power === 0 ? 'long' : 'short';
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** power);
}
