import type { Step } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { loadArea, loadTranslator } from '../../i18n/languages.js';
import { listAnswers, toWanted } from './record-facts.js';
import { createRecordNames } from './record-names.js';

await loadArea('conditions');
const { t } = await loadTranslator('en');
const step = (id: number, type: string, title: string, selections: object[]) =>
  ({ id, key: `step-${id}`, type, title: { default: title }, selections }) as unknown as Step;
const option = (key: string, caption: string) => ({ key, caption: { default: caption } });

const record = {
  answers: {
    hairColor: 'RED',
    eyeColor: 'BROWN',
    selectionValues: [
      { stepId: 12, selectedKey: 'dryness' },
      { stepId: 13, selectedKey: 'vegan' },
      { stepId: 12, selectedKey: 'redness' },
    ],
  },
  filledFromSelfie: ['eyeColor' as const],
};

describe('what is shown of an analysis (docs/dashboard.md Y10.4)', () => {
  it('is each answer in the words of the shopper, which of them the selfie filled, and options of one question together', () => {
    const steps = [
      step(1, 'HAIR_COLOR', 'Your hair?', [option('RED', 'Copper')]),
      step(12, 'MULTI_SELECTION', 'Your skin?', [option('dryness', 'Dry'), option('redness', 'Red')]),
    ];
    expect(listAnswers(record, createRecordNames(steps, 'en', t))).toEqual([
      { key: 'hairColor', question: 'Your hair?', value: 'Copper', isFromSelfie: false },
      { key: 'eyeColor', question: 'Eye color', value: 'Brown', isFromSelfie: true },
      { key: '12', question: 'Your skin?', value: 'Dry, Red', isFromSelfie: false },
      { key: '13', question: '13', value: 'vegan', isFromSelfie: false },
    ]);
  });

  it('is in the address, so that it can be linked', () => {
    expect(toWanted({ analysis: ' 5gNp1RtXv6 ' })).toEqual({ analysis: '5gNp1RtXv6' });
    expect(toWanted({ analysis: 5 })).toEqual({});
  });
});
