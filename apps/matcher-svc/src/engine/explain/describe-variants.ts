import { localize, normalizeKey, type ProductSet, type ShopperReason, type VariantDescription } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { withSetMembers } from '../rank/match-variants.js';
import { addTo, emptySet, intersect, isIn } from '../structures/bit-set.js';
import type { CitedAnswer } from '../structures/cited-answer.js';
import { findNumber } from '../structures/text-table.js';
import { createExplainContext, type ExplainContext, type ExplainInput, isLiftable } from './explain-context.js';
import { fillSet } from './explain-sets.js';
import { createCauseFinder, type ShopperCause } from './shopper-causes.js';
import { createShopperSentences, type ShopperSentences } from './shopper-sentences.js';

/** Maximum number of reasons per variant. */
export const MAX_REASONS = 3;

export interface DescribeRequest extends ExplainInput {
  /** BCP 47; undefined: company language. */
  locale: string | undefined;
}

/**
 * Explains to the shopper why variants suit, and lists the content of sets. Unknown and unmatched variants are omitted. Ranks only
 * the requested variants and the members of their sets, with the same results as a complete match (`rankVariants`).
 * Cost: one such ranking, and for each variant the steps, rules and looks that its explanation needs.
 */
export function describeVariants(funnel: CompiledFunnel, request: DescribeRequest): Record<string, VariantDescription> {
  const { assortment, scope } = funnel;
  const asked = emptySet(assortment.variantCount);
  const ordinals = new Map<string, number>();
  for (const id of request.variantIds) {
    const ordinal = findNumber(assortment.variants, id);
    if (ordinal < 0) continue;
    ordinals.set(id, ordinal);
    addTo(asked, ordinal);
  }
  intersect(asked, scope);
  const context = createExplainContext(funnel, request, withSetMembers(funnel, asked));
  const setsByVariant = new Map<string, ProductSet[]>();
  for (const set of request.sets) setsByVariant.set(set.variantId, [...(setsByVariant.get(set.variantId) ?? []), set]);
  const causes = createCauseFinder(context);
  const { say } = createShopperSentences(funnel, request);
  const described: [string, VariantDescription][] = [];
  for (const [id, ordinal] of ordinals) {
    if (!isIn(asked, ordinal) || !context.positionByOrdinal.has(ordinal)) continue;
    const found = selectSet(context, setsByVariant.get(id) ?? []);
    const set = found && describeSet(context, found.set, request);
    const reasons = isLiftable(context, ordinal)
      ? found
        ? [{ code: 'SET' as const, text: say(SENTENCE_OF_LIFT[found.lift]) }]
        : []
      : causes
          .of(ordinal)
          .slice(0, MAX_REASONS)
          .map((cause) => toReason(funnel, cause, say));
    described.push([id, { reasons, set: set ?? null }]);
  }
  return Object.fromEntries(described);
}

const SENTENCE_OF_LIFT = { all: 'SET_ALL', any: 'SET_ANY', fill: 'SET_FILL', off: 'SET_ANY' } as const;

/** The set to show for its own variant: the complete set with the first key, otherwise the first that is never lifted. */
function selectSet(context: ExplainContext, own: readonly ProductSet[]) {
  const inOrder = [...own]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map((set) => ({ set, lift: 'lift' in set ? set.lift : ('fill' as const) }));
  const isComplete = ({ set }: { set: ProductSet }) =>
    context.funnel.sets.sets.find(({ key }) => key === set.key)?.isComplete(context.matched) === true;
  return inOrder.find(isComplete) ?? inOrder.find(({ lift }) => lift === 'off');
}

function describeSet(
  context: ExplainContext,
  set: ProductSet,
  { locale, companyLanguage }: DescribeRequest,
): NonNullable<VariantDescription['set']> {
  const members =
    'variants' in set
      ? set.variants.map(({ id, quantity }) => ({ variantId: id, quantity }))
      : fillSet(context, set).map((variantId) => ({ variantId, quantity: 1 }));
  return { key: set.key, name: localize(set.name, locale, companyLanguage) ?? '', members };
}

function toReason(
  funnel: CompiledFunnel,
  { code, answers }: ShopperCause,
  say: ShopperSentences['say'],
): ShopperReason {
  switch (code) {
    case 'ANSWER':
    case 'COMPLEXION':
      return { code, text: say(code, answers), ...toAnswer(funnel, answers[0]!) };
    default:
      return { code, text: say(code, answers) };
  }
}

/** The answer as the page knows it: an option key in the merchant's letter case. */
function toAnswer({ steps }: CompiledFunnel, answer: CitedAnswer): Pick<ShopperReason, 'answer'> {
  if ('stepId' in answer) {
    const selections = steps.byId.get(answer.stepId)?.step.selections ?? [];
    const key = selections.find((given) => normalizeKey(given.key) === answer.key)?.key ?? answer.key;
    return { answer: { stepId: answer.stepId, key } };
  }
  return answer.field === 'colorType' ? {} : { answer: { field: answer.field, value: answer.value } };
}
