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

describe('fillFromSelfie (docs/color-method.md A1.2: an answer always takes precedence over the selfie)', () => {
  it('keeps every answer, fills exactly the missing measured features, and lists the filled ones', () => {
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

  it('returns the same object when there is nothing to fill, so that a create without a selfie costs nothing', () => {
    const given = { hairColor: 'RED' as const, selectionValues: [] };
    expect(fillFromSelfie(given, {}).answers).toBe(given);
  });
});

describe('usedFeatures', () => {
  it('omits only the undertone, unless the company enabled it', () => {
    fc.assert(
      fc.property(features, (measured) => {
        const { skinUndertone, ...others } = measured;
        expect(usedFeatures(measured, { requireConsent: false, undertone: false })).toEqual(others);
        expect(usedFeatures(measured, { requireConsent: false, undertone: true })).toEqual(measured);
      }),
    );
  });
});
