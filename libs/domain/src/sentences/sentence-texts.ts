import type { EnumField } from '../answers/enums.js';
import type { ExplanationLanguage } from '../matching/explanation-language.js';

const en = {
  always: 'always',
  never: 'never',
  and: 'and',
  or: 'or',
  nor: 'or',
  not: 'not ({condition})',
  nothing: 'nothing',
  more: '{count} more',
  question: '“{title}”',
  is: '{question} is {values}',
  isNot: '{question} is not {values}',
  isNoneOf: '{question} is none of {values}',
  answered: '{question} is answered',
  notAnswered: '{question} is not answered',
  fieldIs: '{field} is {values}',
  fieldIsNot: '{field} is not {values}',
  fieldIsNoneOf: '{field} is none of {values}',
  colorType: 'the color type',
  rule: 'If {condition}: {effects}.',
  ruleForAll: 'For every shopper: {effects}.',
  noAction: 'nothing happens',
  exclude: 'hide {target}',
  require: 'show only {target}',
  boost: 'rank {target} higher by {by}',
  lower: 'rank {target} lower by {by}',
  pin: 'put {target} first',
  tag: 'products with the tag {values}',
  tags: 'products with one of the tags {values}',
  product: 'the product {values}',
  products: 'the products {values}',
  variant: 'the variant {values}',
  variants: 'the variants {values}',
  fromUntil: 'Applies from {from} up to and including {last}.',
  from: 'Applies from {from} on.',
  until: 'Applies up to and including {last}.',
};

const de: typeof en = {
  always: 'immer',
  never: 'nie',
  and: 'und',
  or: 'oder',
  nor: 'noch',
  not: 'nicht ({condition})',
  nothing: 'nichts',
  more: '{count} weitere',
  question: '„{title}“',
  is: 'bei {question} {values} gewählt ist',
  isNot: 'bei {question} nicht {values} gewählt ist',
  isNoneOf: 'bei {question} weder {values} gewählt ist',
  answered: '{question} beantwortet ist',
  notAnswered: '{question} nicht beantwortet ist',
  fieldIs: '{field} {values} ist',
  fieldIsNot: '{field} nicht {values} ist',
  fieldIsNoneOf: '{field} weder {values} ist',
  colorType: 'der Farbtyp',
  rule: 'Wenn {condition}: {effects}.',
  ruleForAll: 'Für alle Kunden: {effects}.',
  noAction: 'nichts geschieht',
  exclude: '{target} ausblenden',
  require: 'nur {target} zeigen',
  boost: '{target} um {by} höher einordnen',
  lower: '{target} um {by} niedriger einordnen',
  pin: '{target} an den Anfang stellen',
  tag: 'Produkte mit dem Tag {values}',
  tags: 'Produkte mit einem der Tags {values}',
  product: 'das Produkt {values}',
  products: 'die Produkte {values}',
  variant: 'die Variante {values}',
  variants: 'die Varianten {values}',
  fromUntil: 'Gilt ab {from} bis einschließlich {last}.',
  from: 'Gilt ab {from}.',
  until: 'Gilt bis einschließlich {last}.',
};

const TEXTS: Record<ExplanationLanguage, typeof en> = { en, de };

const FIELDS: Record<ExplanationLanguage, Record<EnumField, string>> = {
  en: {
    hairColor: 'the hair color',
    eyeColor: 'the eye color',
    skinColor: 'the skin color',
    skinUndertone: 'the undertone',
    ageRange: 'the age',
  },
  de: {
    hairColor: 'die Haarfarbe',
    eyeColor: 'die Augenfarbe',
    skinColor: 'die Hautfarbe',
    skinUndertone: 'der Unterton',
    ageRange: 'das Alter',
  },
};

/** Texts that sentences about conditions and rules are made of. */
export type SentenceKey = keyof typeof en;

/** The text, with `{name}` replaced by values. */
export const fillSentence = (
  language: ExplanationLanguage,
  key: SentenceKey,
  values: Readonly<Record<string, string>> = {},
): string => TEXTS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** The field as the subject of a sentence. */
export const describeEnumField = (language: ExplanationLanguage, field: EnumField): string => FIELDS[language][field];

/** Values of one list that a sentence names; of more it says how many there are. */
const MAX_NAMED = 8;

/** `A, B or C`; of many the first ones. */
export function joinOr(
  values: readonly string[],
  language: ExplanationLanguage,
  word: Extract<SentenceKey, 'or' | 'nor'> = 'or',
): string {
  if (values.length === 0) return fillSentence(language, 'nothing');
  const named = values.length <= MAX_NAMED ? [...values] : values.slice(0, MAX_NAMED - 1);
  if (named.length < values.length) {
    const count = (values.length - named.length).toLocaleString(language);
    named.push(fillSentence(language, 'more', { count }));
  }
  const last = named.pop() as string;
  return named.length === 0 ? last : `${named.join(', ')} ${fillSentence(language, word)} ${last}`;
}
