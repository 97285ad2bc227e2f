import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import type { ChatCatalog } from '../catalog/chat-catalog.js';
import { groupBy } from '../catalog/group-by.js';
import type { Lexicon } from '../lexicon/compile-lexicon.js';
import { TRANSLATIONS } from '../lexicon/words.js';
import { createSpeller, type Speller } from '../text/find-nearest.js';
import { normalize, toWords } from '../text/normalize.js';
import { toForms } from '../text/stem.js';

/** A product: variants of one product id, by their document numbers. */
export interface ProductGroup {
  readonly variants: readonly number[];
  /** Normalized words of the product's name. */
  readonly nameWords: readonly string[];
}

/** How well a product answers the words of a question. */
export interface TextHit {
  readonly score: number;
  /** Share of the words that it contains, 0 to 1. */
  readonly coverage: number;
}

export interface SearchIndex {
  readonly products: readonly ProductGroup[];
  /** Number of the product of each variant. */
  readonly productOf: readonly number[];
  /** Searches names, shades, vendors, lines, tags and descriptions. Product number → hit. */
  search(words: readonly string[]): ReadonlyMap<number, TextHit>;
  /** Corrects words of the names of products; a word of a name is its own correction. */
  readonly correctName: Speller;
  /** Products whose name has one of these forms of words. */
  listNamed(forms: Iterable<string>): ReadonlySet<number>;
  /** 1 divided by the number of products whose name has the word: 1 for the rarest. */
  getRarity(word: string): number;
}

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly shades: string;
  readonly brand: string;
  readonly tags: string;
  readonly text: string;
}

const BOOST = { name: 4, shades: 1.5, brand: 2, tags: 2, text: 1 };
/** A stem or a translation counts less than the word itself. */
const WEIGHTS = { word: 1, stem: 0.8, translation: 0.7, corrected: 0.6 };

/** What a search index is made of, without functions, so that it can cross to another thread. */
export interface PackedIndex extends Pick<SearchIndex, 'products' | 'productOf'> {
  readonly texts: AsPlainObject;
  /** Products by the forms of the words of their names. */
  readonly named: ReadonlyMap<string, readonly number[]>;
  /** Words of names, vendors and lines. */
  readonly vocabulary: ReadonlySet<string>;
}

type IndexParts = Omit<PackedIndex, 'texts'>;

const OPTIONS: Options<Entry> = {
  fields: Object.keys(BOOST),
  tokenize: (text) => toWords(normalize(text)),
  processTerm: (word) => [...new Set(toForms(word))],
};

/**
 * Indexes the products of a catalog. Variants of a product are one document, so that a product with thirty shades is found as
 * easily as one with a single one. 145 products take 20 ms; see the benchmark for larger catalogs.
 */
export function createSearchIndex(catalog: ChatCatalog, lexicon: Lexicon): SearchIndex {
  const { texts, parts } = indexCatalog(catalog, lexicon);
  return toSearchIndex(texts, parts);
}

/** The same for another thread. */
export function packSearchIndex(catalog: ChatCatalog, lexicon: Lexicon): PackedIndex {
  const { texts, parts } = indexCatalog(catalog, lexicon);
  return { ...parts, texts: texts.toJSON() };
}

/** An index that another thread made; gives others a turn meanwhile. */
export async function unpackSearchIndex({ texts, ...parts }: PackedIndex): Promise<SearchIndex> {
  return toSearchIndex(await MiniSearch.loadJSAsync(texts, OPTIONS), parts);
}

function indexCatalog(catalog: ChatCatalog, lexicon: Lexicon): { texts: MiniSearch<Entry>; parts: IndexParts } {
  const { products, productOf } = groupProducts(catalog, lexicon);
  const texts = new MiniSearch<Entry>(OPTIONS);
  texts.addAll(products.map((group, id) => toEntry(id, group, catalog, lexicon)));
  const named = new Map<string, number[]>();
  for (const [product, { nameWords }] of products.entries()) {
    for (const form of new Set(nameWords.flatMap(toForms))) {
      const known = named.get(form);
      if (known) known.push(product);
      else named.set(form, [product]);
    }
  }
  const vocabulary = new Set(
    catalog.variants.flatMap(({ name, vendor = '', line = '' }) => toWords(normalize(`${name} ${vendor} ${line}`))),
  );
  return { texts, parts: { products, productOf, named, vocabulary } };
}

function toSearchIndex(texts: MiniSearch<Entry>, { products, productOf, named, vocabulary }: IndexParts): SearchIndex {
  const correct = createSpeller(vocabulary);
  return {
    products,
    productOf,
    correctName: createSpeller(products.flatMap(({ nameWords }) => nameWords)),
    listNamed: (forms) => new Set([...forms].flatMap((form) => named.get(form) ?? [])),
    search: (words) => searchWords(texts, words, correct),
    getRarity: (word) => {
      const count = Math.max(0, ...toForms(word).map((form) => named.get(form)?.length ?? 0));
      return 1 / Math.max(1, count);
    },
  };
}

function searchWords(index: MiniSearch<Entry>, words: readonly string[], correct: Speller): Map<number, TextHit> {
  const hits = new Map<number, TextHit>();
  const unique = [...new Set(words)];
  for (const word of unique) {
    const scores = searchWord(index, word);
    const near = scores.size === 0 && !TRANSLATIONS.has(word) ? correct(word) : undefined;
    const found = near ? searchTerms(index, [[near, WEIGHTS.corrected]]) : scores;
    for (const [id, score] of found) {
      const hit = hits.get(id) ?? { score: 0, coverage: 0 };
      hits.set(id, { score: hit.score + score, coverage: hit.coverage + 1 / unique.length });
    }
  }
  return hits;
}

function searchWord(index: MiniSearch<Entry>, word: string): Map<number, number> {
  const [own, german, english] = toForms(word);
  return searchTerms(index, [
    [own, WEIGHTS.word],
    [german, WEIGHTS.stem],
    [english, WEIGHTS.stem],
    ...(TRANSLATIONS.get(word) ?? []).map((translated) => [translated, WEIGHTS.translation] as const),
  ]);
}

function searchTerms(index: MiniSearch<Entry>, terms: readonly (readonly [string, number])[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const [term, weight] of terms) {
    const results = index.search(term, { boost: BOOST, tokenize: (text) => [text], processTerm: (text) => text });
    for (const { id, score } of results) best.set(id, Math.max(best.get(id) ?? 0, score * weight));
  }
  return best;
}

function groupProducts({ variants }: ChatCatalog, { names }: Lexicon): Pick<SearchIndex, 'products' | 'productOf'> {
  const groups = groupBy([...variants.keys()], (number) => variants[number]?.productId ?? '');
  const productOf: number[] = [];
  const products = [...groups.values()].map((members, product) => {
    for (const member of members) productOf[member] = product;
    return { variants: members, nameWords: toWords(normalize(names[members[0] ?? 0]?.product ?? '')) };
  });
  return { products, productOf };
}

function toEntry(id: number, { variants }: ProductGroup, catalog: ChatCatalog, { names }: Lexicon): Entry {
  const members = variants.flatMap((number) => catalog.variants[number] ?? []);
  const [first] = members;
  return {
    id,
    name: names[variants[0] ?? 0]?.product ?? '',
    shades: [...new Set(variants.map((number) => names[number]?.variant ?? ''))].join(' '),
    brand: `${first?.vendor ?? ''} ${first?.line ?? ''}`,
    tags: [...new Set(members.flatMap(({ tags }) => tags))]
      .map((tag) => tag.slice(tag.indexOf(':') + 1).replaceAll('_', ' '))
      .join(' '),
    text: first?.description ?? '',
  };
}
