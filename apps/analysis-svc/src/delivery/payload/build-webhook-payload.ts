import {
  type CatalogCard,
  type ContactAnswers,
  effectiveAnswers,
  inOrder,
  isCustomStep,
  isWebhookProperty,
  type MatchingAnswers,
  normalizeKey,
  type PresentedMatch,
  type Step,
  stepKind,
  type WebhookPropertyName,
} from '@svc/domain';
import type { FunnelFacts } from '../../db/insert-deliveries.js';

/** The facts about an analysis that the payload contains. */
export interface AnalysisFacts {
  id: string;
  createdAt: Date;
  /** As stored. */
  answers: MatchingAnswers;
  colorType: string | null;
  contact: ContactAnswers;
  source: string | null;
  queryString: string | null;
  selfieSent: boolean;
}

/** A product in a webhook payload: one variant. */
export interface WebhookProduct {
  variant_id: string;
  product_id: string;
  title: string;
  variant_title: string;
  image: string | null;
  short_description: string | null;
  /** `#rrggbb`. */
  color: string | null;
  link: string | null;
}

/** `webhook_payload`. In addition, it has a property for each answered question, and `<sub-domain>_all`. */
export interface WebhookPayload {
  action: 'Analysis Completed';
  products_all: WebhookProduct[];
  tabs: { key: string; name: string; products: WebhookProduct[] }[];
  [property: string]: unknown;
}

/** Properties that come before those of the steps. */
type NamedProperties = Record<Exclude<WebhookPropertyName, 'products_all' | 'tabs'>, string | null> &
  Pick<WebhookPayload, 'action'>;

/**
 * Builds every `webhook_payload`, both for the response of a submission and for its delivery.
 * docs/contract.md C14; ADR 28. Pure: equal facts give equal bytes. The payload contains neither the selfie nor anything
 * measured from it except the color type. It contains the visitor's answers to visible steps only. Missing values are `null`; an
 * unanswered question has no property.
 * @param facts.steps - steps of the version that the analysis is stored against.
 * @param facts.match - null: the assortment is too large to be matched as a whole.
 * @param facts.cards - cards of the matched variants, in any order. Variants without a card are omitted: they were removed
 *   from the catalog since.
 */
export function buildWebhookPayload(facts: {
  analysis: AnalysisFacts;
  steps: readonly Step[];
  funnel: FunnelFacts;
  match: PresentedMatch | null;
  cards: readonly CatalogCard[];
}): WebhookPayload {
  const { analysis, funnel, match } = facts;
  const { contact } = analysis;
  const products = new Map(facts.cards.map((card) => [card.variantId, toProduct(card)]));
  const known = (variantIds: readonly string[] = []) => variantIds.flatMap((id) => products.get(id) ?? []);
  const all = known(match?.variants);
  const steps = inOrder(facts.steps);
  const answers = selectVisibleAnswers(analysis, steps);
  const named: NamedProperties = {
    action: 'Analysis Completed',
    funnel_name: funnel.subdomain,
    funnel_value: funnel.value,
    analysis_id: analysis.id,
    analysis_url: `${funnel.pageOrigin}/r/${analysis.id}`,
    analysis_result: analysis.colorType,
    created_at: analysis.createdAt.toISOString(),
    first_name: contact.firstName ?? null,
    last_name: contact.lastName ?? null,
    email: contact.email ?? null,
    hair_color: answers.hairColor ?? null,
    eye_color: answers.eyeColor ?? null,
    skin_color: answers.skinColor ?? null,
    skin_undertone: answers.skinUndertone ?? null,
    age_range: answers.ageRange ?? null,
    source: analysis.source,
    query_string: analysis.queryString,
  };
  return {
    ...named,
    ...chosenOptions(answers, steps, funnel.subdomain),
    products_all: all,
    [`${funnel.subdomain}_all`]: all.map((product) => product.variant_id),
    tabs: match?.resultPage
      ? match.tabs.map(({ key, name, variants }) => ({ key, name, products: known(variants) }))
      : [],
  };
}

/** The visitor's answers to visible steps, without what a selfie filled. */
function selectVisibleAnswers(
  { answers, selfieSent, contact }: AnalysisFacts,
  steps: readonly Step[],
): MatchingAnswers {
  const others = { hasSelfie: selfieSent, hasContact: Object.keys(contact).length > 0 };
  const { filledFromSelfie = [], ...counted } = effectiveAnswers(answers, steps, others);
  for (const field of filledFromSelfie) delete counted[field];
  return counted;
}

/**
 * Options by step key, in step order, spelled as in the blueprint: a string for a single selection, an array for a
 * multi-selection. If a step key equals a property name of the payload, the payload's own property wins; the blueprint check rejects
 * such keys.
 */
function chosenOptions(
  { selectionValues }: MatchingAnswers,
  steps: readonly Step[],
  subdomain: string,
): Record<string, string | string[]> {
  const entries = steps.flatMap((step): [string, string | string[]][] => {
    if (!isCustomStep(step) || isWebhookProperty(step.key, subdomain)) return [];
    const spelling = new Map(step.selections.map(({ key }) => [normalizeKey(key), key]));
    const chosen = selectionValues
      .filter((value) => value.stepId === step.id)
      .map(({ selectedKey }) => spelling.get(selectedKey) ?? selectedKey);
    const [first] = chosen;
    if (first === undefined) return [];
    return [[step.key, stepKind(step.type) === 'multi' ? chosen : first]];
  });
  return Object.fromEntries(entries);
}

const toProduct = (card: CatalogCard): WebhookProduct => ({
  variant_id: card.variantId,
  product_id: card.productId,
  title: card.productName,
  variant_title: card.variantName,
  image: card.imageUrl ?? null,
  short_description: card.shortDescription ?? null,
  color: card.color ?? null,
  link: card.link ?? null,
});
