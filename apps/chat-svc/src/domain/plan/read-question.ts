import type { ColorFamily } from '../lexicon/color-words.js';
import { type Lexicon, MAX_PHRASE_WORDS, type Meaning } from '../lexicon/compile-lexicon.js';
import { STOP_WORDS } from '../lexicon/stop-words.js';
import { TRANSLATIONS } from '../lexicon/words.js';
import { toWords } from '../text/normalize.js';
import { splitCompound } from '../text/split-compound.js';
import { toPhraseForms, toPositives } from '../text/stem.js';
import type { FacetGroup, Query } from './query.js';
import { readPrice } from './read-price.js';

/** A question as the lexicon reads it. */
export interface Reading {
  readonly query: Query;
  /** It names a kind of product. */
  readonly hasCategory: boolean;
  /** It names a kind of product that this company does not have, and no other. */
  readonly isForeignCategory: boolean;
  /** Facets of kinds that only describe what is wanted: `lipstick` of `lipstick set`. */
  readonly hinted: readonly number[];
  /** Something in it filters or orders products. */
  readonly hasEvidence: boolean;
}

interface Item {
  readonly meaning?: Meaning | undefined;
  readonly word: string;
  /** Positions of its words in the message: the first, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Only hints at what is wanted: `powder` of `powder brush`. */
  isHint: boolean;
  isNegated: boolean;
}

type Part = Pick<Item, 'meaning' | 'word' | 'isHint'>;

const GLUE = new Set([
  'haut',
  'gesicht',
  'damen',
  'herren',
  'frauen',
  'manner',
  'koch',
  'make',
  'geschenk',
  'lieblings',
]);
const NEGATIONS = /^(?:ohne|without|no|kein|keine|keinen|frei|free)$/;
const AVAILABLE =
  /\b(?:verfugbar(?:e[nrs]?)?|vorratig(?:e[nrs]?)?|lieferbar(?:e[nrs]?)?|auf lager|in stock|available)\b/;
const SIZE = /\b(?:grosse|gr|size|in) (xxs|xs|s|m|l|xl|xxl|\d{2}(?:\.5)?)\b/;
const CONNECTORS = new Set(['und', 'and', 'oder', 'or', 'sowie', 'plus']);

/** Reads a normalized question. Unknown words with a typing error are read as the nearest known word. */
export function readQuestion(normalized: string, lexicon: Lexicon): Reading {
  const price = readPrice(normalized);
  const availableOnly = AVAILABLE.test(price.rest);
  const size = SIZE.exec(price.rest);
  const sizes = size ? (lexicon.sizes.get(size[1] ?? '') ?? []) : [];
  const rest = price.rest.replace(AVAILABLE, ' ').replace(sizes.length > 0 && size ? size[0] : /$^/, ' ');
  const words = toWords(rest);
  const items = markHints(readItems(words, lexicon));
  const meant = items.filter(({ meaning, isNegated }) => meaning && !isNegated);
  const negated = items.filter(({ isNegated }) => isNegated);
  const categories = meant.filter(({ meaning, isHint }) => meaning?.kind === 'category' && !isHint);
  const query: Query = {
    groups: [...toGroups(meant), ...requireAbsences(negated, lexicon)],
    colors: meant.flatMap(({ meaning }): ColorFamily[] => (meaning?.color ? [meaning.color] : [])),
    sizes,
    excluded: negated.flatMap(({ meaning, word }) => (lexicon.absences.has(word) ? [] : (meaning?.facets ?? []))),
    minPrice: price.min,
    maxPrice: price.max,
    order: price.order ?? 'RELEVANCE',
    availableOnly,
    hints: [...new Set(meant.flatMap(({ word }) => toWords(word)))],
    related: [...new Set(meant.flatMap(({ meaning }) => meaning?.words ?? []))],
    terms: items.filter(({ meaning, isNegated }) => !meaning && !isNegated).map(({ word }) => word),
  };
  const hasCategory = categories.length > 0;
  return {
    query,
    hasCategory,
    isForeignCategory: hasCategory && categories.every(({ meaning }) => meaning?.facets.length === 0),
    hinted: items.flatMap(({ meaning, isHint, isNegated }) =>
      meaning?.kind === 'category' && isHint && !isNegated ? meaning.facets : [],
    ),
    hasEvidence: hasFilter(query) || query.order !== 'RELEVANCE' || hasCategory,
  };
}

/** Whether a query filters anything. */
export function hasFilter({ groups, colors, sizes, excluded, minPrice, maxPrice }: Query): boolean {
  const isLimited = minPrice !== undefined || maxPrice !== undefined;
  return groups.length + colors.length + sizes.length + excluded.length > 0 || isLimited;
}

function readItems(words: readonly string[], lexicon: Lexicon): Item[] {
  const items: Item[] = [];
  let negated = false;
  for (let start = 0; start < words.length; ) {
    const word = words[start] ?? '';
    const found = findPhrase(words, start, lexicon);
    if (found) {
      const next = words[start + found.length];
      const isFree = next === 'free' || next === 'frei' || next === 'freie';
      items.push({
        meaning: found.meaning,
        word: words.slice(start, start + found.length).join(' '),
        start,
        end: start + found.length,
        isHint: false,
        isNegated: negated || isFree,
      });
      start += found.length + (isFree ? 1 : 0);
      negated = false;
      continue;
    }
    start += 1;
    if (NEGATIONS.test(word)) negated = true;
    else if (CONNECTORS.has(word)) items.push({ word, start: start - 1, end: start, isHint: true, isNegated: false });
    else if (!STOP_WORDS.has(word)) {
      items.push(
        ...readWord(word, lexicon).map((item) => ({ ...item, start: start - 1, end: start, isNegated: negated })),
      );
      negated = false;
    }
  }
  return items;
}

function findPhrase(
  words: readonly string[],
  start: number,
  lexicon: Lexicon,
): { meaning: Meaning; length: number } | undefined {
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length - start); length >= 1; length -= 1) {
    const phrase = words.slice(start, start + length);
    if (length === 1 && STOP_WORDS.has(phrase[0] ?? '')) return undefined;
    for (const form of toPhraseForms(phrase)) {
      const meaning = lexicon.phrases.get(form);
      if (meaning) return { meaning, length };
    }
  }
  return undefined;
}

/** A word that is no phrase: a comparative, a compound, a word with a typing error, or one for the catalog's texts. */
function readWord(word: string, lexicon: Lexicon): Part[] {
  const find = (part: string): Meaning | undefined => findPhrase([part], 0, lexicon)?.meaning;
  const toItem = (part: string, isHint = false): Part => ({ meaning: find(part), word: part, isHint });
  const positive = toPositives(word).find(find);
  if (positive) return [toItem(positive)];
  const parts = splitCompound(word, (part) => GLUE.has(part) || find(part) !== undefined);
  if (parts) {
    const known = parts.filter((part) => !GLUE.has(part));
    const head = known.at(-1);
    return known.map((part) => toItem(part, part !== head && find(part)?.kind === 'category'));
  }
  const tail = findTail(word, find);
  if (tail) return [{ word: word.slice(0, word.length - tail.length), isHint: true }, toItem(tail)];
  if (TRANSLATIONS.has(word)) return [toItem(word)];
  const near = lexicon.correct(word);
  return near && find(near) ? [toItem(near)] : [toItem(word)];
}

/** The category at the end of a compound whose first part is unknown: `wickelkleid`. */
function findTail(word: string, find: (part: string) => Meaning | undefined): string | undefined {
  for (let start = 3; start <= word.length - 4; start += 1) {
    const tail = word.slice(start);
    if (find(tail)?.kind === 'category') return tail;
  }
  return undefined;
}

/**
 * A category that describes another is a hint: in a chain of neighbors the last is wanted (`powder brush`), otherwise the first
 * (`brush for foundation`). Those connected by `and` are all wanted.
 */
function markHints(items: Item[]): Item[] {
  const isCategory = (item: Item | undefined): boolean =>
    item?.meaning?.kind === 'category' && !item.isHint && !item.isNegated;
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    if (next?.start === item.end && isCategory(item) && isCategory(next)) item.isHint = true;
  }
  const isNarrow = (item: Item): boolean =>
    isCategory(item) && item.meaning?.isBroad === false && item.meaning.facets.length > 0;
  if (items.some(isNarrow)) for (const item of items) if (item.meaning?.isBroad) item.isHint = true;
  const heads = [...items.entries()].filter(([, item]) => isCategory(item));
  for (const [position, [index, item]] of heads.entries()) {
    if (position === 0) continue;
    const before = items[index - 1];
    if (!(before?.isHint && CONNECTORS.has(before.word))) item.isHint = true;
  }
  return items.filter(({ word }) => !CONNECTORS.has(word));
}

function toGroups(items: readonly Item[]): FacetGroup[] {
  const groups: FacetGroup[] = [];
  const wanted = items.flatMap(({ meaning, isHint }) =>
    meaning?.kind === 'category' && !isHint ? meaning.facets : [],
  );
  if (wanted.length > 0) groups.push({ kind: 'category', facets: [...new Set(wanted)] });
  for (const { meaning, isHint } of items) {
    if (!meaning || isHint || meaning.facets.length === 0) continue;
    if (meaning.kind === 'need' || meaning.kind === 'property')
      groups.push({ kind: meaning.kind, facets: meaning.facets });
  }
  return groups;
}

function requireAbsences(items: readonly Item[], { absences }: Lexicon): FacetGroup[] {
  return items.flatMap(({ word }) => {
    const facet = absences.get(word);
    return facet === undefined ? [] : [{ kind: 'need' as const, facets: [facet] }];
  });
}
