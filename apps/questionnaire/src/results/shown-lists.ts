import type { ResultCard, ResultView } from '@svc/domain';
import { MAX_RESULT_CARDS, RESULT_CARDS_PER_TAB } from '@svc/domain';

/** A list of the result page: a tab, or all there is. */
export interface ShownList {
  /** Key of the tab; null: there are no tabs. */
  key: string | null;
  name: string | null;
  description: string | null;
  /** Ids, best first. */
  variants: readonly string[];
  /** How many are shown at first. */
  first: number;
}

/** Cards by id; `null`: asked for, and there is none. */
export type KnownCards = ReadonlyMap<string, ResultCard | null>;

/** Tabs with something in them; without tabs the one list. Empty: nothing suits. */
export function toShownLists({ resultPage, tabs, variants }: ResultView): ShownList[] {
  if (!resultPage) {
    if (variants.length === 0) return [];
    return [{ key: null, name: null, description: null, variants, first: RESULT_CARDS_PER_TAB }];
  }
  return tabs
    .filter((tab) => tab.variants.length > 0)
    .map(({ key, name, description, maxItemsToShow, variants: own }) => ({
      key,
      name,
      description: description ?? null,
      variants: own,
      first: Math.max(1, Math.min(maxItemsToShow ?? RESULT_CARDS_PER_TAB, RESULT_CARDS_PER_TAB)),
    }));
}

/** What is shown of a list: without variants that have left the catalog. */
export interface Slice {
  /** With their places in the whole list, from 0. */
  items: { id: string; position: number; card: ResultCard | undefined }[];
  /** Further ones can be shown. */
  hasMore: boolean;
  /** How many the list has, those lost not counted. */
  count: number;
}

/** @param limit - how many the visitor wants to see. */
export function toSlice({ variants }: ShownList, limit: number, cards: KnownCards): Slice {
  const known = variants
    .map((id, position) => ({ id, position, card: cards.get(id) }))
    .filter((item): item is Slice['items'][number] => item.card !== null);
  return { items: known.slice(0, limit), hasMore: known.length > limit, count: known.length };
}

/** Ids of a slice whose cards were never requested, as many as one request may name. */
export const missingIn = ({ items }: Slice): string[] =>
  items.flatMap(({ id, card }) => (card === undefined ? [id] : [])).slice(0, MAX_RESULT_CARDS);

/** The known cards and those of an answer; what was asked for and is not in it is lost. */
export function withCards(
  known: KnownCards,
  answered: Readonly<Record<string, ResultCard>>,
  asked: readonly string[] = [],
): Map<string, ResultCard | null> {
  const all = new Map(known);
  for (const id of asked) if (!all.has(id)) all.set(id, null);
  for (const [id, card] of Object.entries(answered)) all.set(id, card);
  return all;
}
