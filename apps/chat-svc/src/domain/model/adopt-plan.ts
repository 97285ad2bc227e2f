import { groupBy } from '../catalog/group-by.js';
import type { Lexicon } from '../lexicon/compile-lexicon.js';
import { FIXED_INTENTS } from '../plan/intents.js';
import { mergeQueries } from '../plan/merge-queries.js';
import type { Plan, PlanContext } from '../plan/plan.js';
import { EMPTY_QUERY, type FacetGroup, type Query } from '../plan/query.js';
import type { ModelFailure, ModelPlan, ReadModelPlan } from './model-plan.js';
import type { ModelKey } from './model-request.js';

/** The plan of a turn and who made it. */
export interface ChosenPlan {
  readonly plan: Plan;
  readonly by: 'MODEL' | 'LEXICON';
  readonly failure?: ModelFailure | undefined;
}

/** Whether a model is asked at all: what is fixed, or answered by the company itself, is not for it. */
export const isForModel = ({ intent }: Plan): boolean =>
  !FIXED_INTENTS.has(intent) && intent !== 'FAQ' && intent !== 'ADD_TO_CART';

/**
 * The model's plan where it is valid and the lexicon's otherwise, so that a failed model changes no guarantee. The words to
 * search for are always those of the lexicon.
 */
export function adoptPlan(
  own: Plan,
  read: ReadModelPlan,
  key: ModelKey,
  lexicon: Lexicon,
  context: PlanContext,
): ChosenPlan {
  if (!isForModel(own)) return { plan: own, by: 'LEXICON' };
  if ('failure' in read) return { plan: own, by: 'LEXICON', failure: read.failure };
  return { plan: toPlan(read.plan, own, key, lexicon, context), by: 'MODEL' };
}

function toPlan(model: ModelPlan, own: Plan, key: ModelKey, lexicon: Lexicon, context: PlanContext): Plan {
  const subjects = model.pick.flatMap((number) => key.products[number] ?? []);
  const groups: FacetGroup[] = [
    ...groupBy(
      model.tags.flatMap((number) => key.tags[number] ?? []),
      (facet) => lexicon.facets[facet]?.namespace,
    ).values(),
  ].map((facets) => ({
    kind: facets.some((facet) => lexicon.categories.includes(facet)) ? 'category' : 'property',
    facets,
  }));
  const chosen: Query = {
    ...EMPTY_QUERY,
    groups,
    minPrice: model.minPrice,
    maxPrice: model.maxPrice,
    order: model.order,
    availableOnly: model.availableOnly,
    colors: own.query.colors,
    sizes: own.query.sizes,
    excluded: own.query.excluded,
    hints: own.query.hints,
    related: own.query.related,
    terms: own.query.terms,
  };
  const before = context.query ?? (own.intent === 'REFINE' ? own.query : EMPTY_QUERY);
  const query = model.intent === 'REFINE' ? mergeQueries(before, chosen) : chosen;
  const isNamed = subjects.length > 0;
  return {
    intent: model.intent,
    query,
    subjects: isNamed ? subjects : own.subjects,
    isNamed: isNamed || own.isNamed,
    change: model.intent === 'REFINE' ? (own.change ?? 'FILTER') : undefined,
  };
}
