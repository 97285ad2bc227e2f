import { readFileSync } from 'node:fs';
import { checkSteps, type Step } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { steps as stepsSchema } from '../../blueprint/step.js';
import { TEMPLATE_KEYS, TEMPLATES, type TemplateKey } from './templates.js';
import { toSteps } from './to-steps.js';

interface DemoOption {
  key: string;
  caption: Record<string, string>;
  tags?: object;
}
interface DemoStep {
  key: string;
  type: string;
  title: Record<string, string>;
  required?: boolean;
  showWhen?: object;
  selections?: DemoOption[];
}
const demo = parse(readFileSync(new URL('../../../../../../../demo/company.yaml', import.meta.url), 'utf8')) as {
  funnels: { subdomain: string; published: { steps: DemoStep[] } }[];
};
const NO_TAGS = { require: [], prefer: [], avoid: [] };
const isAlwaysKnown = () => true;

describe('templates of funnels (docs/management.md "Templates")', () => {
  it.each([
    ['find-your-shade', 'linden-beauty'],
    ['style-quiz', 'linden-style'],
  ] as const)('%s has the questions of the demo', (key, subdomain) => {
    const { steps } = toSteps(TEMPLATES[key], 'en', isAlwaysKnown);
    const demonstrated = demo.funnels.find((funnel) => funnel.subdomain === subdomain)?.published.steps ?? [];
    const toQuestion = ({ key: name, type, title, required = true, showWhen = null }: DemoStep | Step) => ({
      ...{ name, type, required, showWhen },
      title: [title.default, title.de],
    });
    expect(steps.map(toQuestion)).toEqual(demonstrated.map(toQuestion));
    const listOptions = (list: readonly (DemoStep | Step)[]) =>
      list
        .filter(({ type }) => type.endsWith('_SELECTION'))
        .flatMap(({ selections = [] }) =>
          selections.map(({ key: name, caption, tags }) => [
            name,
            caption.default,
            caption.de,
            { ...NO_TAGS, ...tags },
          ]),
        );
    expect(listOptions(steps)).toEqual(listOptions(demonstrated));
    expect(listOptions(steps).length).toBeGreaterThan(15);
  });

  it.each(TEMPLATE_KEYS)('%s can be published as it is', (key: TemplateKey) => {
    const { steps } = toSteps(TEMPLATES[key], 'en', isAlwaysKnown);
    expect(stepsSchema.parse(steps)).toEqual(steps);
    expect(checkSteps(steps)).toEqual([]);
  });

  it('the language of the company is the default, and the other one is next to it', () => {
    const toTexts = (language: string) => {
      const [first, , last] = toSteps(TEMPLATES['three-questions'], language, isAlwaysKnown).steps as [
        Step,
        Step,
        Step,
      ];
      return [first.title, last.selections[0]?.caption];
    };
    expect(toTexts('de-AT')).toEqual([
      { default: 'Wonach suchst du?', en: 'What are you looking for?' },
      { default: 'Unter 16', en: 'Under 16' },
    ]);
    for (const language of ['en', 'fr']) {
      expect(toTexts(language)).toEqual([
        { default: 'What are you looking for?', de: 'Wonach suchst du?' },
        { default: 'Under 16', de: 'Unter 16' },
      ]);
    }
  });

  it('options ask only for tags that variants of the company have, and the others are named', () => {
    const { steps, missingTags } = toSteps(TEMPLATES['three-questions'], 'en', (tag) => tag === 'concern:oiliness');
    expect(steps[1]?.selections.map(({ tags }) => tags.prefer)).toEqual([[], ['concern:oiliness'], []]);
    expect(missingTags).toEqual(['concern:dryness', 'concern:sensitivity']);
  });
});
