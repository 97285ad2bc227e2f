import { expect, it } from 'vitest';
import { findMissingTexts } from './missing-texts.js';

it('a release names each language in which texts are missing, and how many (docs/dashboard.md Y14.1)', () => {
  const caption = { default: 'Dry', de: 'Trocken', fr: 'Sec' };
  const steps = [
    { id: 1, type: 'SINGLE_SELECTION', title: { default: 'Skin', de: 'Haut' }, selections: [{ key: 'dry', caption }] },
    {
      id: 2,
      type: 'SELFIE',
      title: 'Selfie',
      selections: null,
      settings: { consentText: { default: 'Yes', de: 'Ja' } },
    },
  ];
  expect(findMissingTexts(steps as never)).toEqual([
    { language: 'de', count: 1 },
    { language: 'fr', count: 3 },
  ]);
  expect(findMissingTexts([{ ...steps[0], title: caption }] as never)).toEqual([]);
});
