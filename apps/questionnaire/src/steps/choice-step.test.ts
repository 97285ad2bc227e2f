import type { PageSelection, PageStep } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { noAnswers } from '../quiz/quiz-answers.js';
import { choiceStep } from './choice-step.js';

/** The markup that a template would render, without what is bound to properties and events of elements. */
function flatten(value: unknown): string {
  if (Array.isArray(value)) return value.map(flatten).join('');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || !('strings' in value)) return '';
  const { strings, values } = value as unknown as { strings: readonly string[]; values: readonly unknown[] };
  return strings.map((text, at) => text + flatten(values[at])).join('');
}

const settings = { description: null, fields: [], consentText: null, consentVersion: null, maxSelections: null };

/** Each option of a question: its color, if it shows one, and its caption. */
function readOptions(type: PageStep['type'], selections: PageSelection[]): [string | undefined, string | undefined][] {
  const step = { id: 1, type, title: 'Which?', required: true, showWhen: null, selections, settings } as PageStep;
  const view = { step, answers: noAnswers(), translate: () => '', problems: [], isLast: false };
  const handlers = { onChoose: () => {}, onFull: () => {} };
  return flatten(choiceStep(view as never, handlers))
    .split('<label')
    .slice(1)
    .map((option) => [
      option.match(/class=tick swatch[\s\S]*?--swatch: (#[0-9a-f]{6})/)?.[1],
      option.match(/class="caption">([^<]*)</)?.[1],
    ]);
}

describe('colors of options on pages', () => {
  it('one that the merchant has chosen takes the place of the built-in one (docs/dashboard.md Y32.2)', () => {
    const hair = [
      { key: 'BLACK', caption: 'Black' },
      { key: 'RED', caption: 'Red', color: '#c98f5a' },
    ];
    expect(readOptions('HAIR_COLOR', hair)).toEqual([
      ['#1d1918', 'Black'],
      ['#c98f5a', 'Red'],
    ]);
  });

  it('a color is next to its caption (docs/dashboard.md Y32.3)', () => {
    const shades = [
      { key: 'warm', caption: 'Warm', color: '#c98f5a' },
      { key: 'other', caption: 'Other' },
    ];
    expect(readOptions('SINGLE_SELECTION', shades)).toEqual([
      ['#c98f5a', 'Warm'],
      [undefined, 'Other'],
    ]);
  });

  it('there is none where an option of the question has a picture (docs/dashboard.md Y32.3)', () => {
    const pictured = [
      { key: 'warm', caption: 'Warm', color: '#c98f5a' },
      { key: 'cool', caption: 'Cool', color: '#5a8fc9', imageUrl: 'https://cdn.example/cool.webp' },
    ];
    expect(readOptions('SINGLE_SELECTION', pictured)).toEqual([
      [undefined, 'Warm'],
      [undefined, 'Cool'],
    ]);
  });
});
