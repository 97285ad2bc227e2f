import { createConditionNames, type Step } from '@svc/domain';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { Catalog, EMPTY_CATALOG } from '../../shared/targets/catalog.js';
import { readText, readTexts, renderPage } from '../../testing/render-page.testing.js';
import type { Rule } from './queries.js';
import type { Trace } from './try-queries.js';
import { Why } from './why.js';

type Test = Trace['tests'][number];
const test = (name: Test['test'], passed: boolean, more: Partial<Test> = {}) => ({
  ...{ test: name, passed, sentence: `Sentence of ${name}.`, stepId: null, answers: [], tags: [], rules: [] },
  ...more,
});
const steps = [{ id: 1, title: { default: 'Your skin?' }, selections: [{ key: 'dry' }] }] as unknown as Step[];
const rules: Rule[] = [{ key: 'hide', then: { exclude: { tags: [], productIds: [], variantIds: ['V1'] } } }];
const trace = {
  variantId: 'V1',
  sentence: 'V1 is not in the list.',
  eligibility: { passed: true, sentence: 'It is offered.' },
  tests: [
    test('AVOID', true),
    test('REQUIRE', false, { stepId: 1, tags: ['skin:dry'] }),
    test('RULE_EXCLUDE', false, { rules: ['hide'] }),
  ],
  sets: [],
  pin: null,
  score: null,
} as unknown as Trace;

const render = (mayChange: boolean) =>
  renderPage(
    createElement(Why, {
      ...{ trace, name: 'Balm', catalog: new Catalog(EMPTY_CATALOG.matrix), subdomain: 'quiz', rules, mayChange },
      names: createConditionNames(steps, 'en'),
      onRemoveAction: () => {},
    }),
    { areas: ['rules', 'targets'] },
  );

describe('why a variant is in the list or not (docs/dashboard.md Y24.2)', () => {
  it('what is not passed comes first, with links to the rules, questions by their titles, and tags that decided', async () => {
    const html = await render(true);
    const items = html.match(/<li[\s\S]*?<\/li>/g) ?? [];
    expect(items.map((item) => readText(item).split(' ').slice(0, 2).join(' '))).toEqual([
      'Not passed:',
      'Not passed:',
      'Passed: Sentence',
    ]);
    const readLinks = (item = '') =>
      [...item.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href, text = '']) => [
        href,
        readText(text),
      ]);
    expect(readLinks(items[0])).toEqual([
      ['/c/glow/funnels/quiz?step=1', 'Question “Your skin?”'],
      ['/c/glow/products?tag=skin%3Adry', 'Products with skin:dry'],
    ]);
    expect(readLinks(items[1])).toEqual([['/c/glow/funnels/quiz/rules?rule=hide', 'Rule hide']]);
    expect(readLinks(items[2])).toEqual([]);
  });

  it('only the action of a rule is removed here; causes in questions and tags are where the links lead (Y24.3)', async () => {
    expect(readTexts(await render(true), 'button')).toEqual(['Remove this cause from hide']);
    expect(readTexts(await render(false), 'button')).toEqual([]);
  });
});
