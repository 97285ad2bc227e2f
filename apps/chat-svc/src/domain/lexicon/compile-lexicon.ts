import type { ChatCatalog } from '../catalog/chat-catalog.js';
import { type SplitName, splitNames } from '../catalog/split-names.js';
import type { BitSet } from '../search/bit-set.js';
import { createSpeller, type Speller } from '../text/find-nearest.js';
import { normalize, toWords } from '../text/normalize.js';
import { toForms, toPhraseForms } from '../text/stem.js';
import { COLOR_FAMILIES, COLOR_WORDS, type ColorFamily } from './color-words.js';
import { compileColors } from './compile-colors.js';
import { compileFacets, type Facet } from './compile-facets.js';
import { CONCEPTS, type Concept, type ConceptKind } from './concepts.js';

/** What a phrase stands for in one company's catalog. */
export interface Meaning {
  readonly kind: ConceptKind | 'color';
  /** A category of categories, such as a part of the body: it yields to a kind of product. */
  readonly isBroad?: boolean | undefined;
  /** Numbers of facets; a variant with any of them is meant. Empty: the company has none of it. */
  readonly facets: readonly number[];
  readonly color?: ColorFamily | undefined;
  /** Words with the same meaning in both languages, to search the catalog's texts. */
  readonly words: readonly string[];
}

/** Everything about a company's catalog that a question is read with. Compiled once per version. */
export interface Lexicon {
  readonly names: readonly SplitName[];
  /** Words of the name of each variant without that of its product. */
  readonly shadeWords: readonly (readonly string[])[];
  readonly facets: readonly Facet[];
  readonly colors: ReadonlyMap<ColorFamily, BitSet>;
  /** Form of a phrase → meaning. */
  readonly phrases: ReadonlyMap<string, Meaning>;
  /** Facets that say what kind of product something is. */
  readonly categories: readonly number[];
  /** Facets for which the company has a caption of one tag, in the order of the captions. */
  readonly captioned: readonly number[];
  /** Facets that mean that something is absent (`free_from:fragrance`), by the normalized value. */
  readonly absences: ReadonlyMap<string, number>;
  /** Facets of sizes by the normalized value. */
  readonly sizes: ReadonlyMap<string, number[]>;
  /** Forms of the words that describe kinds of products: a name is not recognized by them alone. */
  readonly generic: ReadonlySet<string>;
  /** Words of phrases. */
  readonly vocabulary: ReadonlySet<string>;
  /** Corrects words of phrases. */
  readonly correct: Speller;
}

/** Longest phrase, in words. */
export const MAX_PHRASE_WORDS = 4;
/** A caption with more words is a sentence, not a name. */
const MAX_CAPTION_WORDS = 3;

const ABSENCE_NAMESPACE = /^(?:free_?from|frei_?von|without|ohne|no)$/;
const SIZE_NAMESPACE = /(?:^|_)(?:size|grosse|groesse|größe)$/;
/** Values that are no names of products: they say something only together with their namespace. */
const VAGUE = new Set(
  toWords(`light dark medium full high low before after adult all ages regular hair other none new open over under beauty
    women men unisex female male kids bundles flat block red blond`),
);

/** Compiles concepts, captions, tags, vendors, lines and colors of a catalog to what its words mean. */
export function compileLexicon(catalog: ChatCatalog): Lexicon {
  const names = splitNames(catalog.variants);
  const facets = compileFacets(catalog.variants);
  const phrases = new Map<string, Meaning>();
  const vocabulary = new Set<string>();
  const add = (phrase: string, meaning: Meaning): void => {
    const words = toWords(normalize(phrase));
    if (words.length === 0 || words.length > MAX_PHRASE_WORDS) return;
    for (const form of toPhraseForms(words)) if (!phrases.has(form)) phrases.set(form, meaning);
    for (const word of words) vocabulary.add(word);
  };
  const meanings = bindConcepts(facets);
  for (const { concept, meaning } of meanings)
    for (const phrase of [...concept.en, ...concept.de]) add(phrase, meaning);
  for (const family of COLOR_FAMILIES) {
    const words = COLOR_WORDS[family].split(', ');
    for (const word of words) add(word, { kind: 'color', facets: [], color: family, words: words.map(normalize) });
  }
  const generic = new Set([...vocabulary].flatMap(toForms));
  addCaptions(catalog, facets, phrases, add);
  addValues(facets, meanings, add);
  return {
    names,
    shadeWords: names.map(({ variant }) => toWords(normalize(variant))),
    facets,
    colors: compileColors(catalog.variants, names, facets),
    phrases,
    categories: listCategories(facets, meanings),
    captioned: listCaptioned(catalog, facets),
    absences: new Map(
      [...facets.entries()]
        .filter(([, { namespace }]) => ABSENCE_NAMESPACE.test(namespace))
        .flatMap(([number, { value }]) => listSynonyms(value).map((word) => [word, number] as const)),
    ),
    sizes: mapSizes(facets),
    generic,
    vocabulary,
    correct: createSpeller(vocabulary),
  };
}

interface BoundConcept {
  readonly concept: Concept;
  readonly meaning: Meaning;
}

function bindConcepts(facets: readonly Facet[]): BoundConcept[] {
  const own = new Map(CONCEPTS.map((concept) => [concept.id, listOwnFacets(concept, facets)]));
  const categories = findCategoryNamespace(facets, own);
  const select = (concept: Concept): number[] => {
    const bound = own.get(concept.id) ?? [];
    const inCategories = bound.filter((number) => facets[number]?.namespace === categories);
    if (concept.kind === 'category' && inCategories.length > 0) return inCategories;
    const others = bound.filter((number) => facets[number]?.namespace !== categories);
    return others.length > 0 ? others : inCategories;
  };
  const byId = new Map(CONCEPTS.map((concept) => [concept.id, concept]));
  return CONCEPTS.map((concept) => {
    const covered = concept.covers.flatMap((id) => {
      const included = byId.get(id);
      return included ? select(included) : [];
    });
    const words = [...new Set([...concept.en, ...concept.de].flatMap((phrase) => toWords(normalize(phrase))))];
    const bound = [...new Set([...select(concept), ...covered])];
    const isBroad =
      concept.kind === 'category' &&
      bound.length > 0 &&
      bound.every((number) => facets[number]?.namespace !== categories);
    return { concept, meaning: { kind: concept.kind, isBroad, facets: bound, words } };
  });
}

/** Facets whose value is the concept or one of its words, without those that say that it is absent. */
function listOwnFacets({ id, en, de }: Concept, facets: readonly Facet[]): number[] {
  const phrases = new Set([id.replaceAll('_', ' '), ...en, ...de].map(normalize));
  return [...facets.entries()]
    .filter(([, { namespace }]) => !ABSENCE_NAMESPACE.test(namespace) && !/^(?:vendor|line)$/.test(namespace))
    .filter(([, { value }]) => phrases.has(normalize(value.replaceAll('_', ' '))))
    .map(([number]) => number);
}

/** The namespace that names most categories: `category`, `kategorie`, `product_type`. */
function findCategoryNamespace(facets: readonly Facet[], own: ReadonlyMap<string, number[]>): string | undefined {
  const counts = new Map<string, number>();
  for (const { id, kind } of CONCEPTS) {
    if (kind !== 'category') continue;
    for (const number of own.get(id) ?? []) {
      const namespace = facets[number]?.namespace ?? '';
      counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function addCaptions(
  catalog: ChatCatalog,
  facets: readonly Facet[],
  phrases: ReadonlyMap<string, Meaning>,
  add: (phrase: string, meaning: Meaning) => void,
): void {
  const numbers = new Map(
    [...facets.entries()].map(([number, { namespace, value }]) => [`${namespace}:${value}`, number]),
  );
  for (const { text, tags } of catalog.captions) {
    const meant = tags.flatMap((tag) => numbers.get(tag) ?? []);
    if (meant.length === 0) continue;
    const captions = [text.en, text.de].flatMap((caption) => (caption ? [caption.split(':')[0] ?? ''] : []));
    for (const caption of captions) {
      const words = toWords(normalize(caption));
      if (words.length > MAX_CAPTION_WORDS || words.join('').length < 4 || phrases.has(words.join(' '))) continue;
      add(caption, { kind: 'need', facets: meant, words });
    }
  }
}

/** Values of tags, vendors and lines that no concept has. */
function addValues(
  facets: readonly Facet[],
  meanings: readonly BoundConcept[],
  add: (phrase: string, meaning: Meaning) => void,
): void {
  const bound = new Set(meanings.flatMap(({ meaning }) => meaning.facets));
  for (const [number, { namespace, value }] of facets.entries()) {
    const words = toWords(normalize(value.replaceAll('_', ' ')));
    const isVague = words.every((word) => VAGUE.has(word)) || words.join('').length < 4 || /\d/.test(value);
    if (bound.has(number) || isVague || ABSENCE_NAMESPACE.test(namespace) || SIZE_NAMESPACE.test(namespace)) continue;
    add(words.join(' '), { kind: 'property', facets: [number], words });
  }
}

function listCategories(facets: readonly Facet[], meanings: readonly BoundConcept[]): number[] {
  const bound = new Set(
    meanings.filter(({ meaning }) => meaning.kind === 'category').flatMap(({ meaning }) => meaning.facets),
  );
  const own = new Map(CONCEPTS.map((concept) => [concept.id, listOwnFacets(concept, facets)]));
  const namespace = findCategoryNamespace(facets, own);
  return [...bound].filter((number) => facets[number]?.namespace === namespace);
}

function listCaptioned({ captions }: ChatCatalog, facets: readonly Facet[]): number[] {
  const numbers = new Map(
    [...facets.entries()].map(([number, { namespace, value }]) => [`${namespace}:${value}`, number]),
  );
  return [...new Set(captions.flatMap(({ tags }) => (tags.length === 1 ? (numbers.get(tags[0] ?? '') ?? []) : [])))];
}

function listSynonyms(value: string): string[] {
  const wanted = normalize(value.replaceAll('_', ' '));
  const concept = CONCEPTS.find(({ id, en, de }) =>
    [id.replaceAll('_', ' '), ...en, ...de].map(normalize).includes(wanted),
  );
  return [...new Set([wanted, ...[...(concept?.en ?? []), ...(concept?.de ?? [])].map(normalize)])];
}

function mapSizes(facets: readonly Facet[]): Map<string, number[]> {
  const sizes = new Map<string, number[]>();
  for (const [number, { namespace, value }] of facets.entries()) {
    if (!SIZE_NAMESPACE.test(namespace)) continue;
    const size = normalize(value);
    sizes.set(size, [...(sizes.get(size) ?? []), number]);
  }
  return sizes;
}
