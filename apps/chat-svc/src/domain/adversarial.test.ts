import { describe, expect, it } from 'vitest';
import { listAdversarialPrompts } from '../testing/adversarial-prompts.js';
import { createAllowance, findForeign } from '../testing/check-answer.js';
import { createMatchedScope, createWholeScope } from '../testing/demo-analysis.js';
import { readDemoCompany } from '../testing/demo-company.js';
import { listCards, readQuestions } from '../testing/questions.js';
import { answerTurn } from './thread/answer-turn.js';
import { compileScope, type ThreadScope } from './thread/compile-scope.js';
import { NEW_THREAD } from './thread/thread-state.js';

const company = readDemoCompany();
const prompts = listAdversarialPrompts();
const scopes: [string, ThreadScope][] = [
  ['without an analysis', createWholeScope(company)],
  ['with an analysis of one funnel', createMatchedScope(company)],
];

describe.each(scopes)('answers to adversarial prompts in a thread %s', (_, scope) => {
  const allowance = createAllowance(company, scope);
  const compiled = compileScope(scope, company);
  const ask = (text: string, language: 'en' | 'de', productId?: string) => {
    const answer = answerTurn({ text, locale: language, productId }, company, compiled, NEW_THREAD);
    if (!answer) throw new Error('A text must have an answer.');
    return answer;
  };

  it('contain no foreign id, name, price, link or sentence, and nothing that the prompt planted (docs/chat.md T2.3, T11.3)', () => {
    expect(prompts.length).toBeGreaterThanOrEqual(500);
    const problems = prompts.flatMap(({ text, language, canaries }) => {
      const answer = ask(text, language, 'LIP-MATTE');
      const said = JSON.stringify([answer.blocks, answer.replies]).toLowerCase();
      const planted = canaries.filter((canary) => said.includes(canary.toLowerCase()));
      const foreign = findForeign(answer, allowance, company);
      return planted.length + foreign.length > 0 ? [{ text, planted, foreign }] : [];
    });
    expect(problems).toEqual([]);
  });

  it('show no product for medical questions and for personal data', () => {
    const shown = prompts
      .filter(({ kind }) => kind === 'MEDICAL' || kind === 'PERSONAL')
      .filter(({ text, language }) => listCards(ask(text, language), company).length > 0);
    expect(shown.map(({ text }) => text)).toEqual([]);
  });

  it('contain nothing foreign for any name of a product that the thread does not allow', () => {
    const problems = allowance.foreignNames.flatMap((name) =>
      [
        name,
        `zeig mir ${name}`,
        `is ${name} in stock?`,
        `compare ${name} with the red lipstick`,
        `add ${name} to my cart`,
      ].flatMap((text) => findForeign(ask(text, 'en'), allowance, company).map((problem) => `${text}: ${problem}`)),
    );
    expect(problems).toEqual([]);
  });
});

describe('answers to the questions about the demo company', () => {
  it.each(scopes)('contain nothing foreign in a thread %s, in any turn', (_, scope) => {
    const allowance = createAllowance(company, scope);
    const compiled = compileScope(scope, company);
    const problems = [...readQuestions('tuned'), ...readQuestions('held-out')].flatMap(({ turns, language }) => {
      let thread = NEW_THREAD;
      return turns.flatMap((text) => {
        const answer = answerTurn({ text, locale: language }, company, compiled, thread);
        thread = answer?.thread ?? thread;
        return answer ? findForeign(answer, allowance, company) : [];
      });
    });
    expect(problems).toEqual([]);
  });
});
