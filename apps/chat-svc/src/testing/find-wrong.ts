import type { ChatVariant } from '../domain/catalog/chat-catalog.js';
import { TEXTS_DE } from '../domain/compose/texts-de.js';
import { TEXTS_EN } from '../domain/compose/texts-en.js';
import { FIXED_INTENTS } from '../domain/plan/intents.js';
import type { TurnAnswer } from '../domain/thread/answer-turn.js';
import type { ChatCompany } from '../domain/thread/chat-company.js';
import type { ThreadScope } from '../domain/thread/compile-scope.js';
import { listCards } from './questions.js';

/** Plans whose filters every product of the answer must have. Named products are what the shopper named. */
const FILTERED = new Set(['FIND', 'REFINE', 'WHAT_SUITS_ME']);
/** Sentences that recommend all products of an answer. */
const RECOMMENDING = new Set([TEXTS_EN, TEXTS_DE].flatMap(({ texts }) => [...texts.SUITS, ...texts.SETS_SUIT]));

/** Products that an answer must not show, and recommendations that it must not make. Empty: it is right in that. */
export function findWrong(answer: TurnAnswer, scope: ThreadScope, company: ChatCompany): string[] {
  const cards = listCards(answer, company);
  const { plan } = answer;
  const eligible = new Set(scope.eligible);
  const [matched, excluded] = [new Set(scope.matched), new Set(scope.excluded)];
  const isRecommending = answer.blocks.some((block) => block.type === 'text' && RECOMMENDING.has(block.text));
  const find = (reason: string, isWrong: (card: ChatVariant) => boolean): string[] =>
    cards.filter(isWrong).map(({ id }) => `${id}: ${reason}`);
  return [
    ...find('is not of this conversation', ({ id }) => !eligible.has(id)),
    ...find('is kept out by a rule', ({ id }) => excluded.has(id)),
    ...(FIXED_INTENTS.has(plan.intent) ? find(`is shown after ${plan.intent}`, () => true) : []),
    ...(isRecommending ? find('is recommended, but is not in the match', ({ id }) => !matched.has(id)) : []),
    ...(isRecommending ? find('is recommended, but is sold out', ({ available }) => !available) : []),
    ...(FILTERED.has(plan.intent) && !plan.isNamed
      ? find('is not what was asked for', (card) => !isAsked(card, answer, company))
      : []),
  ];
}

/** Whether a variant has what a search never drops: kind, size, price, exclusions, availability. */
function isAsked(card: ChatVariant, { plan: { query } }: TurnAnswer, { lexicon, documents }: ChatCompany): boolean {
  const document = documents.get(card.id) ?? -1;
  const has = (facets: readonly number[]): boolean =>
    facets.some((facet) => lexicon.facets[facet]?.members.has(document));
  const price = card.price?.amount;
  return (
    query.groups.every(({ kind, facets }) => kind !== 'category' || has(facets)) &&
    (query.sizes.length === 0 || has(query.sizes)) &&
    !has(query.excluded) &&
    (query.minPrice === undefined || (price !== undefined && price >= query.minPrice)) &&
    (query.maxPrice === undefined || (price !== undefined && price <= query.maxPrice)) &&
    (!query.availableOnly || card.available)
  );
}
