import type { AllowedDocuments } from '../grounding/allowed-set.js';
import type { ColorType } from '../grounding/blocks.js';
import { BitSet } from '../search/bit-set.js';
import type { ChatCompany } from './chat-company.js';

/** A set of the company, by positions in what may be named. */
export interface ScopeSet {
  readonly variant: number;
  /** Empty: it is filled by a match, and is not complete. */
  readonly members: readonly number[];
}

/** The same with document numbers. */
export interface SetDocuments {
  readonly own: number;
  readonly members: readonly number[];
}

/** The match of a thread, or only its assortment. Ids that the catalog does not have are dropped. */
export interface ThreadScope {
  /** Variant ids that may be named. */
  readonly eligible: readonly string[];
  /** With an analysis: variant ids of the match, the best first. */
  readonly matched?: readonly string[] | undefined;
  /** With an analysis: variant ids that rules keep out. */
  readonly excluded?: readonly string[] | undefined;
  /** The best of each tab of the result page. */
  readonly firstOfTabs?: readonly string[] | undefined;
  /** Reasons of the matcher by variant id, in the language of the answer. */
  readonly reasons?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly sets?: readonly ScopeSet[] | undefined;
  readonly colorType?: ColorType | undefined;
}

/** A scope with the numbers of one compiled company; kept as long as both are current. */
export interface CompiledScope {
  readonly documents: AllowedDocuments;
  readonly excluded: BitSet;
  readonly firstOfTabs: readonly number[];
  readonly hasAnalysis: boolean;
  readonly reasons: ReadonlyMap<number, readonly string[]>;
  readonly sets: readonly SetDocuments[];
  readonly colorType?: ColorType | undefined;
}

export function compileScope(
  { eligible, matched, excluded = [], firstOfTabs = [], reasons = new Map(), sets = [], colorType }: ThreadScope,
  { documents, catalog }: ChatCompany,
): CompiledScope {
  const toDocuments = (ids: readonly string[]): number[] => ids.flatMap((id) => documents.get(id) ?? []);
  return {
    documents: {
      eligible: BitSet.from(catalog.variants.length, toDocuments(eligible)),
      matched: toDocuments(matched ?? []),
    },
    excluded: BitSet.from(catalog.variants.length, toDocuments(excluded)),
    firstOfTabs: toDocuments(firstOfTabs),
    hasAnalysis: matched !== undefined,
    reasons: new Map(
      [...reasons].flatMap(([id, texts]) => toDocuments([id]).map((document) => [document, texts] as const)),
    ),
    sets: sets.flatMap(({ variant, members }) => {
      const [own] = toDocuments(eligible.slice(variant, variant + 1));
      return own === undefined
        ? []
        : [{ own, members: toDocuments(members.flatMap((member) => eligible[member] ?? [])) }];
    }),
    colorType,
  };
}
