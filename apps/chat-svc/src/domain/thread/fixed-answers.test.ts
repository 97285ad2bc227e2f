import { ALL_COLOR_TYPES } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { createMatchedScope, createWholeScope } from '../../testing/demo-analysis.js';
import { readDemoCompany } from '../../testing/demo-company.js';
import { listCards } from '../../testing/questions.js';
import { listDefaultStarters } from '../compose/default-starters.js';
import { TEXTS_DE } from '../compose/texts-de.js';
import { TEXTS_EN } from '../compose/texts-en.js';
import { redactPersonalData } from '../plan/personal-data.js';
import { answerTurn } from './answer-turn.js';
import type { ChatCompany } from './chat-company.js';
import { compileScope } from './compile-scope.js';
import { NEW_THREAD, type ThreadState } from './thread-state.js';

const demo = readDemoCompany();
const whole = compileScope(createWholeScope(demo), demo);
const matched = compileScope(createMatchedScope(demo), demo);
const plain: ChatCompany = { ...demo, settings: { ...demo.settings, starters: [], privacyUrl: null } };

function ask(
  text: string,
  {
    company = demo,
    scope = whole,
    thread = NEW_THREAD as ThreadState,
    productId = undefined as string | undefined,
  } = {},
) {
  const answer = answerTurn({ text, productId, locale: 'en' }, company, scope, thread);
  if (!answer) throw new Error('A text must have an answer.');
  return answer;
}

describe('a medical question with personal data', () => {
  it.each(['my rash itches, call me at +49 171 2345678', 'ich habe Ausschlag, schreib an a@example.com'])(
    'is a medical question: %s (docs/chat.md T1.4)',
    (text) => {
      expect(ask(text).plan.intent).toBe('MEDICAL');
      expect(redactPersonalData(text)).toMatch(/\[(?:phone|e-mail)\]/);
    },
  );
});

describe('a message that is not understood', () => {
  it.each([
    ['qwrtz plmk', TEXTS_EN],
    ['bitte qwrtz plmk', TEXTS_DE],
  ])('is answered with what the chat can do, and no product: %s (docs/chat.md T1.3)', (text, { texts }) => {
    const { plan, blocks, isUnanswered } = ask(text, { scope: matched });
    expect([plan.intent, isUnanswered]).toEqual(['UNKNOWN', true]);
    expect(blocks).toEqual([{ type: 'text', text: texts.UNKNOWN[0] }]);
  });
});

describe('starters', () => {
  it.each([
    ['hello', 'en', ['What suits me?', 'What costs the least?', 'Contact']],
    ['hallo', 'de', ['Was passt zu mir?', 'Was kostet am wenigsten?', 'Kontakt']],
    ['qwrtz plmk', 'en', ['What suits me?', 'What costs the least?', 'Contact', 'Start the analysis']],
  ])('of the service are offered where the company has none: %s (docs/chat.md T1.10)', (text, _, labels) => {
    expect(ask(text, { company: plain }).replies.map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ['hello', 'en'],
    ['hallo', 'de'],
  ] as const)('of the service mean the same as a message: %s (docs/chat.md T1.10)', (greeting, language) => {
    const { thread, replies } = ask(greeting, { company: plain });
    const starters = listDefaultStarters().map((starter) => starter[language]);
    expect(starters.map(([first]) => first)).toEqual(replies.map(({ label }) => label));
    for (const [index, { id }] of replies.entries()) {
      const pressed = answerTurn({ quickReply: id, locale: language }, plain, whole, thread);
      for (const text of starters[index] ?? []) {
        const written = answerTurn({ text, locale: language }, plain, whole, thread);
        expect([text, written?.blocks]).toEqual([text, pressed?.blocks]);
      }
    }
  });

  it('are not repeated, and are answered', () => {
    const answer = ask('qwrtz plmk', { company: plain, scope: matched });
    const labels = answer.replies.map(({ label }) => label);
    expect(labels).toHaveLength(new Set(labels).size);
    const cheapest = answer.replies.find(({ label }) => label === 'What costs the least?')?.id ?? '';
    const found = answerTurn({ quickReply: cheapest }, plain, whole, answer.thread);
    const [card] = found ? listCards(found, plain) : [];
    const lowest = Math.min(...plain.catalog.variants.map(({ price }) => price?.amount ?? Number.POSITIVE_INFINITY));
    expect(card?.price?.amount).toBe(lowest);
  });
});

describe('why', () => {
  it.each(['why', 'warum?'])(
    '“%s” is about the product shown last, before that of the page (docs/chat.md T1.12)',
    (text) => {
      const page = createMatchedScope(demo).matched?.at(-1);
      const first = ask('what suits me', { scope: matched });
      const [shown] = listCards(first, demo);
      expect(shown?.id).not.toBe(page);
      expect(listCards(ask(text, { scope: matched, thread: first.thread, productId: page }), demo)[0]?.id).toBe(
        shown?.id,
      );
      expect(listCards(ask(text, { scope: matched, productId: page }), demo)[0]?.id).toBe(page);
    },
  );
});

describe('a comparison', () => {
  it.each([
    ['compare the first two', ['Price', 'Available']],
    ['vergleiche die ersten beiden', ['Preis', 'Verfügbar']],
  ])('has only facts that both have: %s (docs/chat.md T1.12)', (text, labels) => {
    const { thread } = ask('lipstick');
    const [, second] = thread.shown;
    const variants = demo.catalog.variants.map((each) =>
      each.id === second ? { ...each, packageSize: undefined } : each,
    );
    const company = { ...demo, catalog: { ...demo.catalog, variants } };
    const rows = (of: ChatCompany) =>
      ask(text, { company: of, thread }).blocks.flatMap((block) => (block.type === 'comparison' ? block.rows : []));
    expect(rows(company).map(({ label }) => label)).toEqual(labels);
    expect(rows(demo)).toHaveLength(3);
  });
});

describe('deleting a conversation', () => {
  it.each(['delete this chat', 'lösche diese Unterhaltung'])('offers the privacy page if there is one: %s', (text) => {
    const kinds = (company: ChatCompany) =>
      ask(text, { company }).blocks.flatMap((block) =>
        block.type === 'actions' ? block.items.map(({ kind }) => kind) : [],
      );
    expect(kinds(demo)).toEqual(['DELETE_CONVERSATION', 'PRIVACY']);
    expect(kinds(plain)).toEqual(['DELETE_CONVERSATION']);
  });
});

describe('a color type', () => {
  it.each([
    ['what is my color type', 'Its colors are cool, clear and rather dark.'],
    ['was ist mein Farbtyp', 'Seine Farben sind kühl, klar und eher dunkel.'],
  ])('is explained: %s (docs/chat.md T1.11)', (text, sentence) => {
    expect(ask(text, { scope: matched }).blocks[1]).toEqual({ type: 'text', text: sentence });
  });

  it('has a sentence of its own in both languages', () => {
    for (const { colorTypes } of [TEXTS_EN, TEXTS_DE])
      expect(new Set(Object.values(colorTypes)).size).toBe(ALL_COLOR_TYPES.length);
  });
});
