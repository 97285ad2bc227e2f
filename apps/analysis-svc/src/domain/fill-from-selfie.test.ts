import { EYE_COLORS, HAIR_COLORS, SELFIE_FIELDS, type SelectionValue, SKIN_COLORS, SKIN_UNDERTONES } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillFromSelfie, usedFeatures } from './fill-from-selfie.js';

const values = {
  hairColor: fc.constantFrom(...HAIR_COLORS),
  eyeColor: fc.constantFrom(...EYE_COLORS),
  skinColor: fc.constantFrom(...SKIN_COLORS),
  skinUndertone: fc.constantFrom(...SKIN_UNDERTONES),
};
const answers = fc.record(
  { ...values, selectionValues: fc.constant<SelectionValue[]>([]) },
  { requiredKeys: ['selectionValues'] },
);
const feature = (value: fc.Arbitrary<string>) =>
  fc.record({ value, confidence: fc.double({ min: 0.25, max: 1, noNaN: true }) });
const features = fc.record(
  {
    hairColor: feature(values.hairColor),
    eyeColor: feature(values.eyeColor),
    skinColor: feature(values.skinColor),
    skinUndertone: feature(values.skinUndertone),
  },
  { requiredKeys: [] },
);

describe('fillFromSelfie (docs/color-method.md A1.2: an answer always beats the selfie)', () => {
  it('keeps every answer, fills exactly what was missing and measured, and says what it filled', () => {
    fc.assert(
      fc.property(answers, features, (given, measured) => {
        const { answers: filled, confidence } = fillFromSelfie(given, measured);
        expect(filled).toMatchObject(given);
        const expected = SELFIE_FIELDS.filter((field) => !(field in given) && field in measured);
        expect(filled.filledFromSelfie ?? []).toEqual(expected);
        expect(Object.keys(confidence)).toEqual(expected);
        for (const field of expected) {
          expect(filled[field]).toBe(measured[field]?.value);
          expect(confidence[field]).toBe(measured[field]?.confidence);
        }
      }),
    );
  });

  it('without anything to fill the answers are the same object: a create without a selfie pays nothing', () => {
    const given = { hairColor: 'RED' as const, selectionValues: [] };
    expect(fillFromSelfie(given, {}).answers).toBe(given);
  });
});

describe('usedFeatures', () => {
  it('leaves out the undertone, and only that, unless the company switched it on', () => {
    fc.assert(
      fc.property(features, (measured) => {
        const { skinUndertone, ...others } = measured;
        expect(usedFeatures(measured, { requireConsent: false, undertone: false })).toEqual(others);
        expect(usedFeatures(measured, { requireConsent: false, undertone: true })).toEqual(measured);
      }),
    );
  });
});
