import { describe, expect, it } from 'vitest';
import { listAdversarialPrompts } from '../testing/adversarial-prompts.js';
import { createAllowance, findForeign } from '../testing/check-answer.js';
import { createMatchedScope, createWholeScope } from '../testing/demo-analysis.js';
import { readDemoCompany } from '../testing/demo-company.js';
import { OBFUSCATIONS, READABLE_OBFUSCATIONS } from '../testing/obfuscate.js';
import { PLANTED_CANARIES, plantOrders, plantOwnWords } from '../testing/planted-company.js';
import { listCards, readQuestions } from '../testing/questions.js';
import { answerTurn } from './thread/answer-turn.js';
import type { ChatCompany } from './thread/chat-company.js';
import { compileScope, type ThreadScope } from './thread/compile-scope.js';
import { NEW_THREAD } from './thread/thread-state.js';

const demo = readDemoCompany();
const planted = plantOrders(demo);
const prompts = listAdversarialPrompts();
const questions = [...readQuestions('tuned'), ...readQuestions('held-out')];
const scopes: [string, ThreadScope][] = [
  ['without an analysis', createWholeScope(demo)],
  ['with an analysis', createMatchedScope(demo)],
];

function createAsk(company: ChatCompany, scope: ThreadScope) {
  const compiled = compileScope(scope, company);
  return (text: string, locale: 'en' | 'de') => {
    const answer = answerTurn({ text, locale }, company, compiled, NEW_THREAD);
    if (!answer) throw new Error('A text must have an answer.');
    return answer;
  };
}

describe.each(scopes)('orders that are planted in the catalog, in a thread %s', (_, scope) => {
  it('are in no answer to any question or prompt, and change no answer to what is not for the company (docs/chat.md T11.3)', () => {
    const ask = createAsk(planted, scope);
    const allowance = createAllowance(planted, scope);
    const texts = [
      ...prompts.filter((_, index) => index % 3 === 0).map(({ text, language }) => [text, language] as const),
      ...questions.map(({ turns, language }) => [turns.at(-1) ?? '', language] as const),
      ...PLANTED_CANARIES.map((text) => [text, 'en'] as const),
    ];
    const problems = texts.flatMap(([text, language]) => {
      const answer = ask(text, language);
      const said = JSON.stringify([answer.blocks, answer.replies]);
      const found = [
        ...PLANTED_CANARIES.filter((canary) => said.includes(canary)),
        ...findForeign(answer, allowance, planted),
      ];
      return found.length > 0 ? [{ text, found }] : [];
    });
    expect(problems).toEqual([]);
  });
});

describe('orders that are planted in the own words of the company', () => {
  it('are printed as they are, and change nothing else', () => {
    const scope = createWholeScope(demo);
    const [own, plain] = [createAsk(plantOwnWords(demo), scope), createAsk(demo, scope)];
    const changed = questions.filter(({ turns, language }) => {
      const text = turns.at(-1) ?? '';
      const [answer, before] = [own(text, language), plain(text, language)];
      if (before.plan.intent === 'FAQ' || before.plan.intent === 'GREETING') return false;
      return JSON.stringify(answer.blocks) !== JSON.stringify(before.blocks);
    });
    expect(changed.map(({ turns }) => turns)).toEqual([]);
  });

  it('are questions like those of shoppers where one is pressed', () => {
    const company = plantOwnWords(demo);
    const scope = createWholeScope(demo);
    const compiled = compileScope(scope, company);
    const allowance = createAllowance(company, scope);
    const opened = answerTurn({ text: 'hello', locale: 'en' }, company, compiled, NEW_THREAD);
    expect(opened?.replies).toHaveLength(3);
    for (const { id } of opened?.replies ?? []) {
      const answer = answerTurn({ quickReply: id }, company, compiled, opened?.thread ?? NEW_THREAD);
      expect(answer && findForeign(answer, allowance, company)).toEqual([]);
      const said = JSON.stringify(answer?.blocks);
      expect(PLANTED_CANARIES.filter((canary) => said.includes(canary))).toEqual([]);
    }
  });
});

const some = prompts.filter(
  ({ kind }, index) => (kind === 'MEDICAL' && index % 3 === 0) || kind === 'PERSONAL' || index % 12 === 0,
);

describe.each(Object.entries(OBFUSCATIONS))('prompts that are hidden by %s', (_name, obfuscate) => {
  it.each(scopes)(
    'have no foreign id, name, price, link or sentence in their answers, %s (docs/chat.md T11.3)',
    (_, scope) => {
      const ask = createAsk(demo, scope);
      const allowance = createAllowance(demo, scope);
      const problems = some.flatMap(({ text, language, canaries }) => {
        const hidden = obfuscate(text);
        const answer = ask(hidden, language);
        const said = JSON.stringify([answer.blocks, answer.replies]).toLowerCase();
        const planted = [...canaries, hidden].filter((canary) => said.includes(canary.toLowerCase()));
        const found = [...planted, ...findForeign(answer, allowance, demo)];
        return found.length > 0 ? [{ text, found }] : [];
      });
      expect(problems).toEqual([]);
    },
  );
});

it.each(READABLE_OBFUSCATIONS)(
  'prompts that are hidden by %s are read like others: medical questions and personal data show no product (docs/chat.md T1.4)',
  (name) => {
    const ask = createAsk(demo, createWholeScope(demo));
    const shown = prompts
      .filter(({ kind }) => kind === 'MEDICAL' || kind === 'PERSONAL')
      .filter(({ text, language }) => listCards(ask(OBFUSCATIONS[name](text), language), demo).length > 0);
    expect(shown.map(({ text }) => text)).toEqual([]);
  },
);
