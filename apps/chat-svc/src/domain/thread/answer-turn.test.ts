import { describe, expect, it } from 'vitest';
import { createMatchedScope, createWholeScope } from '../../testing/demo-analysis.js';
import { readDemoCompany } from '../../testing/demo-company.js';
import { listCards } from '../../testing/questions.js';
import { answerTurn } from './answer-turn.js';
import { compileScope } from './compile-scope.js';
import { NEW_THREAD } from './thread-state.js';

const company = readDemoCompany();
const whole = compileScope(createWholeScope(company), company);
const matched = compileScope(createMatchedScope(company), company);

describe('a turn', () => {
  it('accepts an offered reply, and no other', () => {
    const first = answerTurn({ text: 'lipstick' }, company, whole, NEW_THREAD);
    const cheaper = first?.replies.find(({ label }) => label === 'Lower price');
    const second = answerTurn({ quickReply: cheaper?.id ?? '' }, company, whole, first?.thread ?? NEW_THREAD);
    expect(second?.plan.intent).toBe('REFINE');
    for (const id of ['q99', 'q0', 'a1', '', 'q1; drop'])
      expect(answerTurn({ quickReply: id }, company, whole, first?.thread ?? NEW_THREAD)).toBeUndefined();
    expect(answerTurn({ quickReply: 'q1' }, company, whole, NEW_THREAD)).toBeUndefined();
  });

  it('drops what was shown before and is no longer allowed', () => {
    const first = answerTurn({ text: 'black dress' }, company, whole, NEW_THREAD);
    const second = answerTurn({ text: 'why' }, company, matched, first?.thread ?? NEW_THREAD);
    expect(first && listCards(first, company).length).toBeGreaterThan(0);
    expect(second && listCards(second, company)).toEqual([]);
  });

  it('keeps products and forgets the search when the catalog has a new version', () => {
    const first = answerTurn({ text: 'lipstick' }, company, whole, NEW_THREAD);
    const next = { ...company, catalogVersion: '2' };
    const second = answerTurn({ text: 'how much is the first one' }, next, whole, first?.thread ?? NEW_THREAD);
    expect(second?.plan.intent).toBe('PRICE');
    expect(second?.thread.catalogVersion).toBe('2');
  });

  it('answers in the language of the message, else in that of the page, whatever was said before (docs/chat.md T1.13)', () => {
    const german = answerTurn({ text: 'ich suche eine Wimperntusche', locale: 'en' }, company, whole, NEW_THREAD);
    const thread = german?.thread ?? NEW_THREAD;
    const getLanguage = (text: string, locale?: 'de' | 'en', before = thread) =>
      answerTurn({ text, locale }, company, whole, before)?.language;
    expect(german?.language).toBe('de');
    expect(getLanguage('Concealer', 'en')).toBe('en');
    expect(getLanguage('show me a lipstick', 'de')).toBe('en');
    expect([getLanguage('Concealer'), getLanguage('Concealer', 'de', NEW_THREAD)]).toEqual(['de', 'de']);
    // What is pressed is in the language of the answer that offered it.
    const [reply] = german?.replies ?? [];
    const pressed = answerTurn({ quickReply: reply?.id as string, locale: 'en' }, company, whole, thread);
    expect(pressed?.language).toBe('de');
  });

  it('gives the reasons of the matcher', () => {
    const answer = answerTurn({ text: 'what suits me' }, company, matched, NEW_THREAD);
    const [, block] = answer?.blocks ?? [];
    const reasons = block?.type === 'products' ? block.items.map((item) => item.reasons) : [];
    expect(reasons).toEqual(Array(6).fill(['Matches your answer “Dryness”.']));
  });

  it('to what suits begins with the best of each tab of the result page; the best of the match fill it up to three (docs/chat.md T1.6)', () => {
    const scope = createMatchedScope(company);
    const ask = (firstOfTabs: readonly string[]) => {
      const answer = answerTurn(
        { text: 'what suits me' },
        company,
        compileScope({ ...scope, firstOfTabs }, company),
        NEW_THREAD,
      );
      return answer ? listCards(answer, company).map(({ id }) => id) : [];
    };
    const ofMatch = ask([]);
    expect(ofMatch).toHaveLength(6);
    const getProduct = (id: string) => company.catalog.variants[company.documents.get(id) ?? -1]?.productId;
    const products = new Map((scope.matched ?? []).map((id) => [getProduct(id), id]));
    const last = [...products.values()].slice(-4);
    expect(ask(last)).toEqual(last);
    expect(ask(last.slice(0, 1))).toEqual([...last.slice(0, 1), ...ofMatch.slice(0, 2)]);
    const excluded = company.catalog.variants.find(({ tags }) => tags.includes('ingredient:retinol'))?.id ?? '';
    expect(ask(['unknown', excluded])).toEqual(ofMatch);
  });

  it('has the same answer each time, and a state that survives JSON', () => {
    const ask = () => answerTurn({ text: 'red lipstick under 20' }, company, whole, NEW_THREAD);
    expect(ask()).toEqual(ask());
    const state = ask()?.thread;
    expect(answerTurn({ text: 'more' }, company, whole, JSON.parse(JSON.stringify(state)))).toEqual(
      answerTurn({ text: 'more' }, company, whole, state ?? NEW_THREAD),
    );
  });
});
