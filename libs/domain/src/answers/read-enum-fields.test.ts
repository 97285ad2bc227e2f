import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getStepType } from '../funnel/step-types.js';
import { buildStep } from '../funnel/steps.testing.js';
import { ENUM_FIELD_NAMES, ENUM_FIELDS, SKIN_COLORS } from './enums.js';
import { readAnswers } from './read-answers.js';

const read = (body: Record<string, unknown>, steps = [buildStep(1, 'HAIR_COLOR', { required: false })]) =>
  readAnswers(body, steps);

describe('scalar answers (docs/contract.md C8.2)', () => {
  it('has the values of the contract, and no other (C8.2)', () => {
    const values = Object.fromEntries(ENUM_FIELD_NAMES.map((field) => [field, [...ENUM_FIELDS[field].values].sort()]));
    expect(values).toEqual({
      hairColor: ['BLACK', 'BROWN', 'LIGHT', 'MEDIUM_BLONDE', 'MID_BROWN', 'RED', 'RED_BLONDE', 'VERY_LIGHT'],
      eyeColor: ['AMBER', 'BLUE', 'BROWN', 'DARK_BROWN', 'GREEN', 'GREEN_BROWN', 'GREY'],
      skinColor: ['DEEP', 'FAIR', 'LIGHT', 'MEDIUM', 'MEDIUM_DEEP'],
      skinUndertone: ['COOL', 'NEUTRAL', 'WARM'],
      ageRange: [
        ...['ABOVE_70', 'BETWEEN_16_AND_24', 'BETWEEN_25_AND_34', 'BETWEEN_35_AND_39'],
        ...['BETWEEN_40_AND_49', 'BETWEEN_50_AND_59', 'BETWEEN_60_AND_69', 'UNDER_16'],
      ],
    });
    expect(SKIN_COLORS).toEqual(['FAIR', 'LIGHT', 'MEDIUM', 'MEDIUM_DEEP', 'DEEP']);
  });

  it('accepts every value of every enum in any letter case and stores it in upper case', () => {
    for (const field of ENUM_FIELD_NAMES) {
      const steps = [buildStep(1, getStepType(field))];
      for (const value of ENUM_FIELDS[field].values) {
        for (const sent of [value, value.toLowerCase(), value[0] + value.slice(1).toLowerCase()]) {
          const { answers, warnings } = readAnswers({ [field]: sent }, steps);
          expect({ answers, warnings }).toEqual({ answers: { [field]: value, selectionValues: [] }, warnings: [] });
        }
      }
    }
  });

  it('accepts skinColor as an integer 1 to 5, FAIR to DEEP', () => {
    const steps = [buildStep(1, 'SKIN_COLOR')];
    expect([1, 2, 3, 4, 5].map((skinColor) => readAnswers({ skinColor }, steps).answers.skinColor)).toEqual(
      SKIN_COLORS,
    );
  });

  it.each([0, 6, -1, 2.5, Number.MAX_SAFE_INTEGER])('drops skinColor %d with a warning', (skinColor) => {
    const { answers, warnings } = readAnswers({ skinColor }, [buildStep(1, 'SKIN_COLOR')]);
    expect(answers.skinColor).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('skinColor was dropped')]);
  });

  it.each([['PURPLE'], [''], ['RED '], ['ſEX'], [5], [true], [[]], [{}]])(
    'drops hairColor %j with one warning',
    (hairColor) => {
      const { answers, warnings } = readAnswers({ hairColor }, [buildStep(1, 'HAIR_COLOR')]);
      expect(answers).toEqual({ selectionValues: [] });
      expect(warnings).toEqual([expect.stringMatching(/^hairColor .* dropped/)]);
    },
  );

  it('does not take a letter for another one that only upper-cases to it', () => {
    expect(readAnswers({ skinColor: 'faır' }, [buildStep(1, 'SKIN_COLOR')]).answers.skinColor).toBeUndefined();
  });

  it('takes null as missing in every field (C8.1, C8.12)', () => {
    const fields = [
      'firstName',
      'lastName',
      'email',
      'selfie',
      'selfieSource',
      'selectionValues',
      'startedAt',
      'source',
    ];
    const body = Object.fromEntries([...ENUM_FIELD_NAMES, ...fields, 'queryString'].map((field) => [field, null]));
    expect(read(body)).toEqual({
      answers: { selectionValues: [] },
      contact: {},
      tracking: {},
      selfieRefusal: null,
      warnings: [],
    });
  });

  it('agrees with a slow and obvious twin on random bodies', () => {
    const value = fc.oneof(
      fc.constantFrom('red', 'LIGHT', 'Cool', 'under_16', 'BLUE', null),
      fc.integer({ min: -1, max: 7 }),
      fc.anything(),
    );
    const body = fc.dictionary(fc.constantFrom(...ENUM_FIELD_NAMES), value);
    fc.assert(
      fc.property(body, (given) => {
        const { selectionValues: _, ...scalars } = readAnswers(given, []).answers;
        const expected = ENUM_FIELD_NAMES.flatMap((field) => {
          const sent = given[field];
          const fromNumber =
            field === 'skinColor' && Number.isInteger(sent) ? SKIN_COLORS[(sent as number) - 1] : undefined;
          const fromText = ENUM_FIELDS[field].values.find(
            (known) => typeof sent === 'string' && sent.toUpperCase() === known,
          );
          const found = fromNumber ?? fromText;
          return found ? [[field, found]] : [];
        });
        expect(scalars).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 2000 },
    );
  });
});
