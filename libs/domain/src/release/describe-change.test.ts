import { describe, expect, it } from 'vitest';
import { createConditionNames } from '../sentences/names.js';
import { describeChange, describeField, describeValue, findConsequences } from './describe-change.js';

const NAMES = { ...createConditionNames([], 'en'), product: String, variant: String };

describe('a change in words (docs/dashboard.md Y14.1)', () => {
  it('names question, option, field and both values in the language of the reader', () => {
    const change = {
      kind: 'OPTION_FIELD',
      stepId: 12,
      question: 'Skin',
      option: 'Dry',
      optionKey: 'dry',
      field: 'tags.prefer',
      before: [],
      after: ['texture:rich'],
    } as const;
    const wanted = { ...change, before: [], after: ['texture:rich'] };
    expect(describeChange(wanted, 'en', NAMES)).toBe('Option “Dry” of “Skin”: preferred tags: none → texture:rich');
    expect(describeChange(wanted, 'de', NAMES)).toBe('Option „Dry“ von „Skin“: bevorzugte Tags: nichts → texture:rich');
  });

  it('a type of a question is named as the builder names it', () => {
    const change = { kind: 'STEP_FIELD', stepId: 1, question: 'Skin', field: 'type' } as const;
    const types = { before: 'SINGLE_SELECTION', after: 'MULTI_SELECTION' };
    const described = { ...change, ...types } as Parameters<typeof describeChange>[0];
    expect(describeChange(described, 'en', NAMES)).toBe('Question “Skin”: type: one answer → several answers');
    expect(describeChange(described, 'de', NAMES)).toBe('Frage „Skin“: Art: eine Antwort → mehrere Antworten');
  });

  it('a text of a language is named by its language', () => {
    expect(describeField('title.default', 'en')).toBe('title');
    expect(describeField('title.de', 'en')).toBe('title (de)');
    expect(describeField('settings.maxSelections', 'en')).toBe('setting (maxSelections)');
    expect(describeField('somethingNew', 'en')).toBe('somethingNew');
  });

  it('zero and false are values; nothing, an empty text and an empty list are none', () => {
    expect([0, false, null, undefined, '', []].map((value) => describeValue(value, 'en'))).toEqual([
      '0',
      'no',
      'none',
      'none',
      'none',
      'none',
    ]);
    expect(describeValue({ step: 1 }, 'en')).toBe('{"step":1}');
  });

  it('says what happens to stored answers', () => {
    expect(findConsequences([])).toEqual(['KEPT']);
    expect(findConsequences([{ kind: 'OPTION_RENAMED' }])).toEqual(['KEPT', 'RENAMED']);
    expect(findConsequences([{ kind: 'STEP_REMOVED' }])).toEqual(['KEPT', 'LOST']);
  });
});
