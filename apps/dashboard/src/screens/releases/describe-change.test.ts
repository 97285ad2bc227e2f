import { describe, expect, it } from 'vitest';
import { texts as de } from '../../i18n/de/releases.js';
import { texts as en } from '../../i18n/en/releases.js';
import { createTranslator, type Texts } from '../../i18n/translator.js';
import { describeChange, describeField, describeValue, findConsequences } from './describe-change.js';

const english = createTranslator('en', en as unknown as Texts);
const german = createTranslator('de', de as unknown as Texts);

describe('a change in words (docs/dashboard.md Y14.1)', () => {
  it('names question, option, field and both values in the user’s language', () => {
    const change = {
      kind: 'OPTION_FIELD',
      stepId: 12,
      question: 'Skin',
      option: 'Dry',
      field: 'tags.prefer',
      before: [],
      after: ['texture:rich'],
    } as const;
    expect(describeChange({ ...change, before: [], after: ['texture:rich'] }, english)).toBe(
      'Option “Dry” of “Skin”: preferred tags: none → texture:rich',
    );
    expect(describeChange({ ...change, before: [], after: ['texture:rich'] }, german)).toBe(
      'Option „Dry“ von „Skin“: bevorzugte Tags: nichts → texture:rich',
    );
  });

  it('a text of a language is named by its language', () => {
    expect(describeField('title.default', english)).toBe('title');
    expect(describeField('title.de', english)).toBe('title (de)');
    expect(describeField('settings.maxSelections', english)).toBe('setting (maxSelections)');
    expect(describeField('somethingNew', english)).toBe('somethingNew');
  });

  it('zero and false are values; nothing, an empty text and an empty list are none', () => {
    expect([0, false, null, undefined, '', []].map((value) => describeValue(value, english))).toEqual([
      '0',
      'no',
      'none',
      'none',
      'none',
      'none',
    ]);
    expect(describeValue({ step: 1 }, english)).toBe('{"step":1}');
  });

  it('says what happens to stored answers', () => {
    const at = { stepId: 1, question: 'Q', option: 'O' };
    expect(findConsequences([])).toEqual(['KEPT']);
    expect(findConsequences([{ kind: 'OPTION_RENAMED', ...at, before: 'a', after: 'b' }])).toEqual(['KEPT', 'RENAMED']);
    expect(findConsequences([{ kind: 'STEP_REMOVED', stepId: 1, question: 'Q' }])).toEqual(['KEPT', 'LOST']);
  });
});
