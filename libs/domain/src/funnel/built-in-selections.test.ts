import { describe, expect, it } from 'vitest';
import { ENUM_FIELD_NAMES, ENUM_FIELDS } from '../answers/enums.js';
import { builtInSelections } from './built-in-selections.js';
import { getStepType, STEP_TYPES } from './step-types.js';

describe('builtInSelections (docs/management.md "Steps": built-in steps have the enum\'s options when omitted)', () => {
  it("lists every value of the step's enum once, in the specification's order, with captions in English and German", () => {
    for (const field of ENUM_FIELD_NAMES) {
      const { values } = ENUM_FIELDS[field];
      const stepType = getStepType(field);
      const selections = builtInSelections(stepType);
      expect(selections.map((selection) => selection.key)).toEqual(values);
      expect(selections.map((selection) => selection.orderNumber)).toEqual(values.map((_, index) => index));
      for (const { caption, key } of selections) {
        expect(caption).toEqual({ default: caption.en, en: expect.any(String), de: expect.any(String) });
        expect(caption.en).not.toBe(key);
      }
    }
  });

  it('lists none for the other steps', () => {
    const asking: string[] = ENUM_FIELD_NAMES.map((field) => getStepType(field));
    for (const type of STEP_TYPES.filter((name) => !asking.includes(name))) expect(builtInSelections(type)).toEqual([]);
  });

  it('gives fresh objects, so that a caller may change them', () => {
    expect(builtInSelections('AGE')[0]).not.toBe(builtInSelections('AGE')[0]);
  });
});
