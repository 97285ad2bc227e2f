import { describe, expect, it } from 'vitest';
import { createMatchedScope, createWholeScope } from '../../testing/demo-analysis.js';
import { readDemoCompany } from '../../testing/demo-company.js';
import { listCards } from '../../testing/questions.js';
import { answerTurn, type TurnAnswer } from './answer-turn.js';
import { compileScope } from './compile-scope.js';
import { NEW_THREAD } from './thread-state.js';

const company = readDemoCompany();
const scope = createMatchedScope(company);
const whole = compileScope(createWholeScope(company), company);
const matched = compileScope(scope, company);
const ofMatch = new Set(scope.matched);
const getVariant = (id: string) => company.catalog.variants[company.documents.get(id) ?? -1];
const getKinds = (tags: readonly string[]): string[] => tags.filter((tag) => tag.startsWith('category:'));

/** A conversation; `=` begins the label of a reply to choose. */
function talk(lines: readonly string[], compiled = matched, productId?: string): TurnAnswer {
  let answer: TurnAnswer | undefined;
  for (const line of lines) {
    const reply = answer?.replies.find(({ label }) => `=${label}` === line);
    if (line.startsWith('=') && !reply) throw new Error(`Not offered: ${line}`);
    const input = reply ? { quickReply: reply.id } : { text: line };
    answer = answerTurn({ ...input, productId, locale: 'en' }, company, compiled, answer?.thread ?? NEW_THREAD);
  }
  if (!answer) throw new Error('A conversation must have an answer.');
  return answer;
}
const cards = (answer: TurnAnswer) => listCards(answer, company);
const unmatched = scope.eligible.find(
  (id) =>
    !company.catalog.variants.some((each) => each.productId === getVariant(id)?.productId && ofMatch.has(each.id)),
);
const soldOut = (ids: readonly string[]) => ids.find((id) => getVariant(id)?.available === false) ?? '';

// docs/chat.md T1.7
describe('alternatives', () => {
  it.each([
    ['en', 'what suits me', '=Show others', '=Lower price'],
    ['de', 'was passt zu mir', '=Andere zeigen', '=Günstiger'],
  ])('to a recommendation (%s) are the next of the match (docs/chat.md T1.7)', (_, ask, others, cheaper) => {
    const first = cards(talk([ask]));
    const more = cards(talk([ask, others]));
    expect(more.length).toBeGreaterThan(0);
    const known = new Set(first.map(({ productId }) => productId));
    expect(more.filter(({ id, productId }) => !ofMatch.has(id) || known.has(productId))).toEqual([]);
    const less = cards(talk([ask, cheaper]));
    const limit = Math.max(...first.map(({ price }) => price?.amount ?? 0));
    expect(less.length).toBeGreaterThan(0);
    expect(less.filter(({ id, price }) => !ofMatch.has(id) || (price?.amount ?? limit) >= limit)).toEqual([]);
  });

  it('stay those of the match when a filter is added', () => {
    const answer = talk(['what suits me', 'only available']);
    expect(cards(answer).length).toBeGreaterThan(0);
    expect(cards(answer).filter(({ id, available }) => !ofMatch.has(id) || !available)).toEqual([]);
    expect(answer.blocks[0]).toEqual({ type: 'text', text: 'These suit you.' });
  });

  it.each(['does this suit me', 'why', 'passt das zu mir', 'warum'])(
    'to a product of the match after “%s” are of its kind, and in the match',
    (ask) => {
      const page = scope.matched?.find((id) => {
        const kinds = new Set(getKinds(getVariant(id)?.tags ?? []));
        const others = [...ofMatch].map(getVariant).filter((each) => each?.productId !== getVariant(id)?.productId);
        return others.some((each) => each?.tags.some((tag) => kinds.has(tag)));
      });
      const more = cards(
        talk([ask, ask.startsWith('pa') || ask === 'warum' ? '=Andere zeigen' : '=Show others'], matched, page),
      );
      expect(more.length).toBeGreaterThan(0);
      const kinds = new Set(getKinds(getVariant(page ?? '')?.tags ?? []));
      expect(more.filter(({ id, tags }) => !ofMatch.has(id) || !tags.some((tag) => kinds.has(tag)))).toEqual([]);
    },
  );

  it('to a product that is sold out are available, and of its kind', () => {
    const page = soldOut(company.catalog.variants.map(({ id }) => id));
    const product = getVariant(page)?.productId;
    const answer = talk(['is this in stock', '=Show others'], whole, page);
    expect(cards(answer).length).toBeGreaterThan(0);
    const kinds = new Set(getKinds(getVariant(page)?.tags ?? []));
    expect(
      cards(answer).filter(
        ({ tags, available, productId }) => !available || productId === product || !tags.some((tag) => kinds.has(tag)),
      ),
    ).toEqual([]);
  });

  it.each([
    ['what sizes does it come in', '=Only available'],
    ['welche Größen gibt es', '=Nur verfügbare'],
  ])('after “%s” are available products of its kind', (ask, reply) => {
    const answer = talk([ask, reply], whole, 'LIP-MATTE');
    expect(cards(answer).length).toBeGreaterThan(0);
    expect(cards(answer).filter(({ available, tags }) => !available || !tags.includes('category:lipstick'))).toEqual(
      [],
    );
  });

  it.each(['something cheaper', 'etwas Günstigeres', 'gibt es was billigeres'])(
    '“%s” on a page without a search before are of the kind of its product',
    (ask) => {
      const page = [...company.catalog.variants]
        .filter(({ tags }) => tags.includes('category:lipstick'))
        .sort((a, b) => (b.price?.amount ?? 0) - (a.price?.amount ?? 0))[0];
      const answer = talk([ask], whole, page?.id);
      expect(answer.plan.intent).toBe('REFINE');
      expect(cards(answer).length).toBeGreaterThan(0);
      expect(
        cards(answer).filter(
          ({ price, tags }) =>
            !tags.includes('category:lipstick') || (price?.amount ?? 0) >= (page?.price?.amount ?? 0),
        ),
      ).toEqual([]);
    },
  );

  it('after a price cost less and are of the same kind', () => {
    const page = [...company.catalog.variants]
      .filter(({ tags }) => tags.includes('category:lipstick'))
      .sort((a, b) => (b.price?.amount ?? 0) - (a.price?.amount ?? 0))[0];
    const answer = talk(['how much is it', '=Lower price'], whole, page?.id);
    expect(cards(answer).length).toBeGreaterThan(0);
    expect(cards(answer).filter(({ tags }) => !tags.includes('category:lipstick'))).toEqual([]);
  });

  it.each([
    ['what suits me', 'another category'],
    ['was passt zu mir', 'eine andere Kategorie'],
  ])('“%s”, “%s”: are of another kind', (ask, other) => {
    const kinds = new Set(cards(talk([ask])).flatMap(({ tags }) => getKinds(tags)));
    const answer = talk([ask, other]);
    expect(cards(answer).length).toBeGreaterThan(0);
    expect(cards(answer).filter(({ id, tags }) => !ofMatch.has(id) || tags.some((tag) => kinds.has(tag)))).toEqual([]);
  });

  it('are not guessed without a product to begin with, or where something unknown is asked for', () => {
    expect(talk(['something cheaper'], whole).plan.intent).toBe('UNKNOWN');
    expect(talk(['another joke please'], whole, 'LIP-MATTE').plan.intent).not.toBe('REFINE');
  });
});

describe('a product that is not in the match', () => {
  it('is answered with three that suit, of its kind first (docs/chat.md T1.8)', () => {
    const [refusal, sentence, products] = talk(['does this suit me'], matched, unmatched).blocks;
    expect(refusal?.type === 'text' && refusal.text).toContain('is not among the recommendations');
    expect(sentence).toEqual({ type: 'text', text: 'These suit you.' });
    const shown = products?.type === 'products' ? products.items.map(({ variantId }) => variantId) : [];
    expect(shown).toHaveLength(3);
    expect(shown.filter((id) => !ofMatch.has(id))).toEqual([]);
  });
});
