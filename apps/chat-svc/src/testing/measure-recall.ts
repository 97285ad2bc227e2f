import { withAllowedSet } from '../domain/grounding/allowed-set.js';
import { findProducts } from '../domain/search/find-products.js';
import type { ChatCompany } from '../domain/thread/chat-company.js';
import { compileScope } from '../domain/thread/compile-scope.js';
import { askQuestion, createScope, holds, type Question } from './questions.js';

/** Places of a search that count. */
const PLACES = 10;
/** Conditions that say which products are right. */
const NAMES_PRODUCTS = /^(?:first:|has:|tags:|name~|price[<>]=)/;

/**
 * The share of the right products that the first ten places of a search have; undefined where the question names none, or is about sets. All products that
 * are listed by `has:` are right, one of those by `first:` is enough, and of more than ten only ten count.
 */
export function measureRecall(company: ChatCompany, question: Question): number | undefined {
  const { plan } = askQuestion(company, question);
  const conditions = question.conditions.filter((condition) => NAMES_PRODUCTS.test(condition));
  if (conditions.length === 0 || !question.intents.includes('FIND') || plan.intent === 'SET') return undefined;
  const { variants } = company.catalog;
  const scope = compileScope(createScope(company, question.context), company);
  const found = withAllowedSet(scope.documents, (allowed) =>
    findProducts(plan.query, company, { allowed, limit: PLACES }).refs.map((ref) => variants[allowed.getDocument(ref)]),
  ).flatMap((variant) => variant ?? []);
  const listed = conditions.find((condition) => /^(?:first|has):/.test(condition));
  if (listed) {
    const [kind, ids = ''] = listed.split(':');
    const hits = ids.split(',').filter((id) => found.some(({ productId }) => productId === id)).length;
    return kind === 'first' ? Math.min(1, hits) : hits / ids.split(',').length;
  }
  const isRight = (variant: (typeof variants)[number]): boolean =>
    conditions.every((condition) => holds(condition, [variant], new Set()));
  const right = new Set(variants.filter(isRight).map(({ productId }) => productId));
  return found.filter(isRight).length / Math.min(PLACES, right.size);
}
