import { STOP_WORDS } from '../lexicon/stop-words.js';
import { toForms } from '../text/stem.js';
import type { SearchIndex } from './search-index.js';

/** A product that a question names. */
export interface NamedProduct {
  readonly product: number;
  /** Share of the name's weight that the question contains, 0 to 1. */
  readonly share: number;
}

/** Share of a name that must be in the question. */
const MIN_SHARE = 0.5;
/** A word with at least this rarity identifies a product. */
const MIN_RARITY = 0.2;
const NO_FORMS: ReadonlySet<string> = new Set();
/** Two names this near are not told from each other by the question. */
const TIE = 0.05;

/**
 * Products that a question names, the best first: rare words of a name weigh more, each word of the question belongs to one
 * product, and a name of which only usual words are present does not count. Products with the same claim to the same words
 * are ambiguous and are left out.
 */
export function findNamedProducts(
  words: readonly string[],
  index: SearchIndex,
  generic: ReadonlySet<string>,
): NamedProduct[] {
  const forms = words.map((word) => new Set(toForms(index.correctName(word) ?? word)));
  const isTelling = (form: string): boolean => !generic.has(form) && !STOP_WORDS.has(form);
  const candidates = index.listNamed(forms.flatMap((own) => ([...own].every(isTelling) ? [...own] : [])));
  const claims = [...candidates]
    .map((product) => ({ product, ...claim(index.products[product]?.nameWords ?? [], forms, index, generic) }))
    .filter(({ share, matched, isRare }) => share >= MIN_SHARE && matched.length >= 2 && isRare);
  claims.sort((a, b) => b.share * b.matched.length - a.share * a.matched.length || a.product - b.product);
  const taken = new Set<number>();
  const named: (NamedProduct & { position: number })[] = [];
  for (const { product, share, matched: first } of claims) {
    const free = forms.map((form, position) => (taken.has(position) ? NO_FORMS : form));
    const { matched } = claim(index.products[product]?.nameWords ?? [], free, index, generic);
    if (matched.length < Math.min(2, first.length)) continue;
    const rivals = claims.filter(
      (other) => Math.abs(other.share - share) < TIE && String(other.matched) === String(first),
    );
    for (const position of matched) taken.add(position);
    if (rivals.length === 1) named.push({ product, share, position: matched[0] ?? 0 });
  }
  return named.sort((a, b) => a.position - b.position).map(({ product, share }) => ({ product, share }));
}

function claim(
  nameWords: readonly string[],
  forms: readonly ReadonlySet<string>[],
  index: SearchIndex,
  generic: ReadonlySet<string>,
): { share: number; matched: number[]; isRare: boolean } {
  let total = 0;
  let present = 0;
  let isRare = false;
  const matched: number[] = [];
  for (const word of nameWords) {
    if (STOP_WORDS.has(word) && word.length < 4) continue;
    const rarity = index.getRarity(word);
    const weight = 0.25 + rarity;
    total += weight;
    const wanted = toForms(word);
    const position = forms.findIndex((given, at) => !matched.includes(at) && wanted.some((form) => given.has(form)));
    if (position < 0) continue;
    matched.push(position);
    present += weight;
    if (rarity >= MIN_RARITY && !generic.has(word) && !STOP_WORDS.has(word)) isRare = true;
  }
  return { share: total === 0 ? 0 : present / total, matched: matched.sort((a, b) => a - b), isRare };
}
