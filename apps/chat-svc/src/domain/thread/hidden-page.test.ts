import { describe, expect, it } from 'vitest';
import { createAllowance, findForeign } from '../../testing/check-answer.js';
import { createMatchedScope, createWholeScope } from '../../testing/demo-analysis.js';
import { readDemoCompany } from '../../testing/demo-company.js';
import { listCards } from '../../testing/questions.js';
import { answerTurn } from './answer-turn.js';
import { compileScope } from './compile-scope.js';
import { NEW_THREAD, type ThreadState } from './thread-state.js';

const company = readDemoCompany();
const scope = createMatchedScope(company);
const matched = compileScope(scope, company);
const allowance = createAllowance(company, scope);
const ofMatch = new Set(scope.matched);
const find = (tag: string) => company.catalog.variants.find(({ tags }) => tags.includes(tag));
const excluded = find('ingredient:retinol');
const fashion = find('world:fashion');

const ask = (text: string, productId: string | undefined, thread: ThreadState = NEW_THREAD) => {
  const answer = answerTurn({ text, productId, locale: 'en' }, company, matched, thread);
  if (!answer) throw new Error('A text must have an answer.');
  return answer;
};

// docs/chat.md T1.9
describe('whether the product of a page suits, which the thread may not name', () => {
  const cases = [
    [excluded?.id, 'does this suit me', 'This product is not recommended with your answers.'],
    [excluded?.productId, 'passt das zu mir', 'Dieses Produkt wird mit deinen Antworten nicht empfohlen.'],
    [fashion?.id, 'does this suit me', 'This product is not part of your analysis.'],
    ['unknown', 'steht mir das', 'Dieses Produkt gehört nicht zu deiner Analyse.'],
  ] as const;

  it.each(cases)('on the page of %s, “%s” is answered “%s” and with three that suit', (productId, text, sentence) => {
    for (const thread of [NEW_THREAD, ask('lipstick', undefined).thread]) {
      const answer = ask(text, productId, thread);
      expect(answer.plan.intent).toBe('DOES_THIS_SUIT_ME');
      expect(answer.blocks[0]).toEqual({ type: 'text', text: sentence });
      const cards = listCards(answer, company);
      expect(cards).toHaveLength(3);
      expect(cards.filter(({ id }) => !ofMatch.has(id))).toEqual([]);
      expect(findForeign(answer, allowance, company)).toEqual([]);
      expect(JSON.stringify(answer.thread)).not.toContain(productId);
    }
  });

  it('is about another product if the message says which', () => {
    const { thread } = ask('lipstick', undefined);
    expect(ask('does the first one suit me', excluded?.id, thread).blocks[0]).not.toEqual({
      type: 'text',
      text: 'This product is not recommended with your answers.',
    });
  });

  it('needs an analysis', () => {
    const whole = compileScope({ ...createWholeScope(company), eligible: scope.eligible }, company);
    const answer = answerTurn({ text: 'does this suit me', productId: excluded?.id }, company, whole, NEW_THREAD);
    expect(answer?.blocks.map(({ type }) => type)).toEqual(['text', 'actions']);
  });
});
