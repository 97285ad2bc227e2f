import type { ChatLanguage } from '@svc/domain';
import { withAllowedSet } from '../grounding/allowed-set.js';
import { redactPersonalData } from '../plan/personal-data.js';
import type { Plan } from '../plan/plan.js';
import { EMPTY_QUERY } from '../plan/query.js';
import type { BitSet } from '../search/bit-set.js';
import { findProducts } from '../search/find-products.js';
import type { ChatCompany } from '../thread/chat-company.js';
import { MODEL_LIMITS } from './model-limits.js';
import { MODEL_INTENTS } from './model-plan.js';

/** What a model is asked. It contains no id, no answer of an analysis and no personal data; products are numbers with names. */
export interface ModelRequest {
  readonly language: ChatLanguage;
  /** Of the shopper, the oldest first, personal data removed. */
  readonly messages: readonly string[];
  readonly intents: readonly string[];
  readonly tags: readonly string[];
  readonly products: readonly string[];
}

/** What the numbers of a request stand for. It never leaves the service. */
export interface ModelKey {
  /** Facet numbers. */
  readonly tags: readonly number[];
  /** Document numbers. */
  readonly products: readonly number[];
}

/**
 * The request for a plan, with the candidates that the lexicon's own plan would find among what the thread allows, and the most
 * used tags.
 */
export function createModelRequest(
  plan: Plan,
  messages: readonly string[],
  language: ChatLanguage,
  company: ChatCompany,
  eligible: BitSet,
): { request: ModelRequest; key: ModelKey } {
  const products = withAllowedSet({ eligible, matched: [] }, (allowed) => {
    const { refs } = findProducts(plan.query ?? EMPTY_QUERY, company, {
      allowed,
      limit: MODEL_LIMITS.candidates,
      isAnyText: true,
    });
    const found = refs.map((ref) => allowed.getDocument(ref));
    const named = plan.subjects.filter((document) => allowed.getRef(document));
    return [...new Set([...named, ...found])].slice(0, MODEL_LIMITS.candidates);
  });
  const tags = [...company.lexicon.facets.keys()].slice(0, MODEL_LIMITS.tags);
  const { facets } = company.lexicon;
  return {
    request: {
      language,
      messages: messages.slice(-MODEL_LIMITS.messages).map(redactPersonalData),
      intents: MODEL_INTENTS,
      tags: tags.map((tag) => `${facets[tag]?.namespace}: ${facets[tag]?.value}`),
      products: products.map((document) => company.catalog.variants[document]?.name ?? ''),
    },
    key: { tags, products },
  };
}
