import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { settingsQuery } from '../../../api/settings.js';
import { createOption, createStep } from '../../../shared/edit/model/change-steps.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { readText, readTexts, renderPage } from '../../../testing/render-page.testing.js';
import type { PreviewedAnswers } from '../panes/use-previewed-answers.js';
import { toVariantsLeft } from '../use-variants-left.js';
import { CountedAnswers } from './counted-answers.js';

const ask = (id: number, title: string): Step => ({
  ...createStep([], 'SINGLE_SELECTION', title, []),
  ...{ id, selections: ['Dry', 'Oily'].map((caption) => createOption([], caption)) },
});
const steps = [ask(1, 'Your skin?'), ask(2, 'Your finish?')];
const [first, second] = steps as [Step, Step];

/** What is said about the counters of the second question. @param given - keys of answers to the first one. */
function render(given: readonly string[], color: { type: string; isTested: boolean }) {
  const answers = { selectionValues: given.map((selectedKey) => ({ stepId: first.id, selectedKey })) };
  const preview: PreviewedAnswers = {
    ...{ probed: { answers, hasSelfie: false, hasContact: false, colorType: color.type }, wanted: undefined },
    ...{ isAtEnd: false, shown: new Set([1, 2]), onState: () => {}, onColorType: () => {}, onAny: () => {} },
  };
  const props = { step: second, steps, preview, language: undefined, isColorTested: color.isTested };
  return renderPage(createElement(CountedAnswers, props), {
    ...{ areas: ['builder'], permissions: ['settings.read'] },
    data: [[settingsQuery('glow').queryKey, { value: { settings: { colorTaxonomy: 'SEASONS_4' } }, etag: '' }]],
  });
}

describe('what the counters of a question take as given (docs/dashboard.md Y22.1)', () => {
  it('is listed, each answer with *Any*', async () => {
    const html = await render(['oily'], { type: '', isTested: false });
    expect(readText(html)).toContain('Variants that are left if this answer follows those of the preview:');
    expect(readText(html)).toContain('Your skin? Oily');
    expect(readTexts(html, 'button')).toEqual(['Any']);
    expect(readTexts(await render([], { type: '', isTested: false }), 'button')).toEqual([]);
  });

  it('is no color unless a type is chosen; where it cannot decide about a variant, the screen says so', async () => {
    const idle = 'The color type does not decide about any variant here.';
    const none = await render([], { type: '', isTested: false });
    expect(none).toMatch(/<option[^>]*value=""[^>]*selected=""[^>]*>Color not considered/);
    expect(readText(none)).not.toContain(idle);
    const chosen = { type: 'SPRING', isTested: false };
    expect(readText(await render([], chosen))).toContain(idle);
    expect(readText(await render([], { ...chosen, isTested: true }))).not.toContain(idle);
  });
});

describe('variants that are left (docs/dashboard.md Y22.2)', () => {
  const probed = { eligible: 3, left: 3, colorTypeTested: true, options: [{ key: 'DRY', left: 0 }] };

  it('are there by option, also where it leaves none', () => {
    expect(toVariantsLeft(probed)).toEqual({ byOption: new Map([['dry', 0]]), isColorTested: true });
  });

  it('are not there while the questions are unfinished, or where nothing can be counted', () => {
    expect(toVariantsLeft(undefined)).toBeUndefined();
    expect(toVariantsLeft({ ...probed, eligible: 0 })).toBeUndefined();
  });
});
