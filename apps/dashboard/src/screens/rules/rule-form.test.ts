import { createConditionNames, ENUM_FIELD_NAMES, type Step } from '@svc/domain';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../shared/conditions/condition-scope.js';
import { createOption, createStep } from '../../shared/edit/model/change-steps.js';
import type { Step as EditedStep } from '../../shared/edit/model/steps.js';
import { Catalog, EMPTY_CATALOG } from '../../shared/targets/catalog.js';
import { readText, readTexts, renderPage } from '../../testing/render-page.testing.js';
import { ConditionSection } from '../builder/branching/condition-section.js';
import type { Rule } from './queries.js';
import { RuleForm } from './rule-form.js';

const catalog = new Catalog({ ...EMPTY_CATALOG.matrix, variantTotal: 0 });
const steps = [
  { id: 1, title: { default: 'Your skin?' }, selections: [{ key: 'dry', caption: { default: 'Dry' } }] },
] as unknown as Step[];
const scope: Scope = {
  steps,
  names: createConditionNames(steps, 'en'),
  fields: ENUM_FIELD_NAMES,
  colorTypes: ['SPRING'],
};
const target = { tags: ['skin:dry'], productIds: [], variantIds: [] };
const rule: Rule = {
  key: 'spring',
  when: {
    all: [{ step: 1, in: ['dry'] }, { any: [{ field: 'ageRange', in: ['UNDER_16'] }, { colorType: ['SPRING'] }] }],
  },
  then: { exclude: target, require: target, boost: { ...target, by: -0.3 }, pin: target },
  from: '2026-03-01',
  until: '2026-06-01',
};
const AREAS = ['rules', 'conditions', 'drafts', 'edit', 'targets', 'builder'] as const;
const render = (given: Rule) =>
  renderPage(createElement(RuleForm, { rule: given, scope, catalog, takenKeys: [], onChange: () => {} }), {
    areas: AREAS,
  });
const readLabels = (html: string) => [...html.matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label as string);

describe('the form of a rule (docs/dashboard.md Y23.1)', () => {
  it('has conditions in groups, every kind of action with its strength, both days and the last day with the rule', async () => {
    const html = await render(rule);
    expect(readTexts(html, 'h2')).toEqual(['When', 'Then', 'Days']);
    expect(readLabels(html)).toEqual(
      expect.arrayContaining(['Condition 1', 'Group 2', 'Condition 2.1', 'Condition 2.2']),
    );
    expect(readLabels(html).filter((label) => label.startsWith('Action: '))).toEqual([
      'Action: Hide',
      'Action: Show only',
      'Action: Rank lower',
      'Action: Put first',
    ]);
    const text = readText(html);
    for (const label of ['By how much', 'First day', 'First day without the rule']) expect(text).toContain(label);
    expect(html).toContain('value="0.3"');
    expect(text).toContain('The last day with the rule is May 31, 2026.');
  });

  it('offers questions, what is known of a shopper and color types (Y23.2)', async () => {
    const [first = ''] = (await render(rule)).match(/<select[^>]*What condition 1 is about[\s\S]*?<\/select>/) ?? [];
    expect(readTexts(first, 'option')).toEqual([
      'Your skin?',
      ...['Hair color', 'Eye color', 'Skin color', 'Undertone', 'Age', 'Color type'],
    ]);
  });

  it('says how many variants of the catalog each action means (Y23.2)', async () => {
    expect(readText(await render(rule)).match(/0 variants of the catalog are meant\./g)).toHaveLength(4);
  });
});

it('conditions of questions and of rules have one format and one form (docs/dashboard.md Y23.5)', async () => {
  const when = { all: [{ step: 1, in: ['dry'] }, { any: [{ step: 1, answered: true as const }] }] };
  const question = (id: number, more: Partial<EditedStep> = {}): EditedStep => ({
    ...createStep([], 'SINGLE_SELECTION', 'Your skin?', []),
    ...{ id, selections: [createOption([], 'Dry')] },
    ...more,
  });
  const asked = [question(1), question(2, { showWhen: when })];
  const [, step] = asked as [EditedStep, EditedStep];
  const section = createElement(ConditionSection, {
    step,
    steps: asked,
    problems: [],
    onChange: () => {},
    say: () => {},
  });
  const ofQuestion = await renderPage(section, { areas: AREAS });
  const ofRule = await render({ ...rule, when });
  const readForm = (html: string) => {
    const [form = ''] = html.match(/<fieldset[^>]*aria-label="Group "[\s\S]*<p[^>]*role="alert"/) ?? [];
    return [readLabels(form), readTexts(form, 'button'), readTexts(form, 'label')];
  };
  expect(readForm(ofQuestion)).toEqual(readForm(ofRule));
  expect(readForm(ofRule)[0]).toContain('Condition 2.1');
});
