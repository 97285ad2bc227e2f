import type { ProductSet, Rule } from '@svc/domain';
import type { Assortment } from '../compile/compile-assortment.js';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { CompiledRule } from '../compile/compile-rules.js';
import { expandTags } from '../compile/expand-tags.js';
import { type Pins, pinRanks } from '../rank/pins.js';
import { createProfile, type LearnedInput, type Profile } from '../rank/profile.js';
import { rankVariants } from '../rank/rank-variants.js';
import { scoreVariants } from '../rank/score-variants.js';
import { testVariants } from '../rank/test-variants.js';
import { addTo, type BitSet, emptySet, isIn } from '../structures/bit-set.js';
import { findNumber } from '../structures/text-table.js';
import { createSentences, type Sentences } from './explain-sentences.js';

export interface ExplainInput extends LearnedInput {
  /** Exact case. */
  variantIds: readonly string[];
  /** The configured sets of the company. */
  sets: readonly ProductSet[];
  /** BCP 47. */
  companyLanguage: string;
}

/** The ranking of one analysis, which all explanations of its variants use. */
export interface ExplainContext extends ExplainInput, Sentences {
  funnel: CompiledFunnel;
  profile: Profile;
  pins: Pins;
  /** Ordinals of the matched candidates, best first. */
  ranking: Uint32Array;
  /** Position in the ranking by ordinal, from 0. */
  positionByOrdinal: ReadonlyMap<number, number>;
  /** Variants matched by themselves, without the own variants of sets. */
  matched: BitSet;
}

/** @param candidates - variants to rank: available ones of the funnel's assortment; with a set, all of its members. */
export function createExplainContext(
  funnel: CompiledFunnel,
  input: ExplainInput,
  candidates: BitSet = funnel.scope,
): ExplainContext {
  const profile = createProfile(funnel, input);
  const ranking = rankVariants(funnel, profile, candidates);
  const matched = emptySet(funnel.assortment.variantCount);
  const { ordinals } = scoreVariants(funnel, profile, testVariants(funnel, profile, candidates));
  for (const ordinal of ordinals) addTo(matched, ordinal);
  return {
    ...input,
    ...createSentences(funnel, input.companyLanguage),
    funnel,
    profile,
    pins: pinRanks(funnel, profile),
    ranking,
    positionByOrdinal: new Map(Array.from(ranking, (ordinal, place) => [ordinal, place])),
    matched,
  };
}

/** The configuration of a compiled rule. */
export const getRule = ({ funnel }: ExplainContext, rule: CompiledRule): Rule =>
  funnel.settings.rules[funnel.rules.indexOf(rule)]!;

/** The given tags that a variant has, in normalized spelling and in the given order. */
export const carriedTags = (assortment: Assortment, tags: readonly string[], ordinal: number): string[] =>
  expandTags(tags).filter((tag) => carries(assortment, tag, ordinal));

/** Binary search: lists are ascending. */
function carries({ tags, variantsWithTag }: Assortment, tag: string, ordinal: number): boolean {
  const list = findNumber(tags, tag);
  if (list < 0) return false;
  const { offsets, members } = variantsWithTag;
  let low = offsets[list]!;
  let high = offsets[list + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (members[middle]! < ordinal) low = middle + 1;
    else high = middle;
  }
  return low < offsets[list + 1]! && members[low] === ordinal;
}

/** Whether a variant is the own variant of a set that may be lifted; it is then never matched by itself. */
export const isLiftable = ({ funnel }: ExplainContext, ordinal: number): boolean =>
  funnel.sets.own !== null && isIn(funnel.sets.own, ordinal);
