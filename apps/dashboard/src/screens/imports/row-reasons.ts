import type { TextKey, Translator } from '../../i18n/translator.js';
import { createSentenceTranslator } from '../../shared/translate-sentence.js';

/** What a cell must be, as catalog-sync says it after the name of the column. */
const translateRule = createSentenceTranslator([
  ['must be a decimal number with a point, for example 19.90', 'import.rule.price'],
  ['must be a three-letter ISO 4217 code, for example EUR', 'import.rule.currency'],
  ['must be true, false, 1, 0, in_stock or out_of_stock', 'import.rule.availability'],
  ['must be a hex color, for example #f1d6c1', 'import.rule.color'],
  [
    'must be a full http or https address of at most {max} characters, for example https://shop.example/p/1',
    'import.rule.url',
  ],
  ['must be a list of namespace:value tags, for example category:foundation|finish:matte', 'import.rule.tags'],
  ['must have at most {max} tags', 'import.rule.most-tags'],
  ['must have 1 to {max} bytes and no control characters', 'import.rule.id'],
  ['must have a value', 'import.rule.name'],
  ['must be in the first row of a product, which its other rows must follow directly', 'import.rule.first-row'],
  ['must be the id of a product of this file', 'import.rule.parent'],
  ['must be the SKU, or id: and the ID, of a product of this file', 'import.rule.parent-sku'],
]);

/** Sentences about a whole row. */
const translateRow = createSentenceTranslator([
  ['id {id} is that of an earlier row; ids are unique.', 'import.rule.taken'],
  [
    'The row has {width} columns, the header has {names}; quote a text that holds the delimiter or a line break.',
    'import.rule.width',
  ],
  ['The text holds a NUL character; remove it.', 'import.rule.nul'],
]);

const CELL = /^(?<column>.+?) (?<rule>must .+?)(?:; it is (?<found>empty|".*"))?\.$/s;

/** Why a row was rejected, in the user's language; undefined: the service says something that this release does not know. */
export function translateReason(reason: string, t: Translator['t']): string | undefined {
  const { column = '', rule = '', found } = CELL.exec(reason)?.groups ?? {};
  const translated = translateRule(rule, t);
  if (translated === undefined) return translateRow(reason, t);
  const key: TextKey =
    found === undefined ? 'import.rule.only' : found === 'empty' ? 'import.rule.empty' : 'import.rule.found';
  return t(key, { column, rule: translated, found: found ?? '' });
}
