import { BitSet } from '../search/bit-set.js';
import { createSpeller } from '../text/find-nearest.js';
import type { ColorFamily } from './color-words.js';
import type { Facet } from './compile-facets.js';
import type { Lexicon } from './compile-lexicon.js';

/** A lexicon without functions and classes, so that it can cross to another thread. */
export interface PackedLexicon extends Omit<Lexicon, 'facets' | 'colors' | 'correct'> {
  readonly facets: readonly (Omit<Facet, 'members'> & { readonly members: Uint32Array })[];
  readonly colors: ReadonlyMap<ColorFamily, Uint32Array>;
}

export function packLexicon({ facets, colors, correct: _, ...rest }: Lexicon): PackedLexicon {
  return {
    ...rest,
    facets: facets.map(({ members, ...facet }) => ({ ...facet, members: members.words })),
    colors: new Map([...colors].map(([family, { words }]) => [family, words])),
  };
}

export function unpackLexicon({ facets, colors, ...rest }: PackedLexicon): Lexicon {
  const size = rest.names.length;
  return {
    ...rest,
    facets: facets.map(({ members, ...facet }) => ({ ...facet, members: new BitSet(size, members) })),
    colors: new Map([...colors].map(([family, words]) => [family, new BitSet(size, words)])),
    correct: createSpeller(rest.vocabulary),
  };
}
