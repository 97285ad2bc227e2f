import { describe, expect, it } from 'vitest';
import { buildSelection, buildStep, multiSelection, rows, singleSelection } from '../funnel/steps.testing.js';
import { MAX_KEY_LENGTH, MAX_SELECTION_ROWS } from '../limits.js';
import { readAnswers } from './read-answers.js';

const _read = (body: Record<string, unknown>, steps = [buildStep(1, 'HAIR_COLOR', { required: false })]) =>
  readAnswers(body, steps);

describe('selectionValues (docs/contract.md C8.3)', () => {
  const steps = [
    singleSelection(1, ['Dry', 'oily'], { required: false }),
    multiSelection(2, ['A', 'b'], { required: false }),
  ];
  const readRows = (selectionValues: unknown) => readAnswers({ selectionValues }, steps);

  it('matches keys without regard to case and stores them in lower case (C8.3)', () => {
    const read = readRows(rows([1, 'DRY'], [2, 'a'], [2, 'B']));
    expect(read).toMatchObject({ answers: { selectionValues: rows([1, 'dry'], [2, 'a'], [2, 'b']) }, warnings: [] });
  });

  it.each([['text'], [{}], [7], [true]])(
    'drops selectionValues %j, which is no array, with a warning (C8.12)',
    (given) => {
      const { answers, warnings } = readRows(given);
      expect({ answers, warnings }).toEqual({
        answers: { selectionValues: [] },
        warnings: ['selectionValues is not an array and was dropped.'],
      });
    },
  );

  it.each([
    ['a stepId as a string', { stepId: '1', selectedKey: 'dry' }],
    ['a fractional stepId', { stepId: 1.5, selectedKey: 'dry' }],
    ['a stepId over int4', { stepId: 2 ** 31, selectedKey: 'dry' }],
    ['no stepId', { selectedKey: 'dry' }],
    ['a key that is a number', { stepId: 1, selectedKey: 5 }],
    ['a key over the limit', { stepId: 1, selectedKey: 'x'.repeat(MAX_KEY_LENGTH + 1) }],
    ['a key that cannot be stored', { stepId: 99, selectedKey: 'a\0' }],
    ['a row that is a string', 'dry'],
    ['a row that is an array', [1, 'dry']],
  ])('drops %s with one warning that gives the row (C8.12)', (_, row) => {
    const { answers, warnings } = readRows([{ stepId: 2, selectedKey: 'a' }, row]);
    expect(answers.selectionValues).toEqual(rows([2, 'a']));
    expect(warnings).toEqual([expect.stringMatching(/^selectionValues\[1\] was dropped: /)]);
  });

  it('takes a row without a selectedKey as no answer', () => {
    expect(readRows([{ stepId: 1, selectedKey: null }, { stepId: 2 }, null])).toMatchObject({
      answers: { selectionValues: [] },
      warnings: [],
    });
  });

  it('keeps the first row of a single-selection step that is answered twice, and says so (C8.4)', () => {
    const { answers, warnings } = readRows(rows([1, 'oily'], [1, 'dry']));
    expect(answers.selectionValues).toEqual(rows([1, 'oily']));
    expect(warnings).toEqual([expect.stringContaining('the first was kept')]);
  });

  it('collapses equal rows of a multi-selection step without a word', () => {
    expect(readRows(rows([2, 'a'], [2, 'A']))).toMatchObject({
      answers: { selectionValues: rows([2, 'a']) },
      warnings: [],
    });
  });

  it('renames a key that only formerKeys knows, with a warning that names both (C9.8)', () => {
    const { answers, warnings } = readAnswers({ selectionValues: rows([1, 'Arid']) }, [
      singleSelection(1, [buildSelection('dry', ['arid'])]),
    ]);
    expect(answers.selectionValues).toEqual(rows([1, 'dry']));
    expect(warnings).toEqual([expect.stringMatching(/"arid" is now "dry"/)]);
  });

  it('moves an answer to the step that replaced its own, with a warning', () => {
    const { answers, warnings } = readAnswers({ selectionValues: rows([7, 'dry']) }, [
      singleSelection(1, ['dry'], { formerIds: [7] }),
    ]);
    expect(answers.selectionValues).toEqual(rows([1, 'dry']));
    expect(warnings).toEqual([expect.stringContaining('step 7')]);
  });

  it('drops a wrong option key with a warning that names the step but not the key', () => {
    const { answers, warnings } = readRows(rows([1, 'my secret']));
    expect(answers.selectionValues).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('step 1 "Question 1" (step_1)')]);
    expect(warnings.join()).not.toContain('secret');
  });

  it('stores an answer to a step that the funnel does not have, with a warning (docs/matching.md M6.4)', () => {
    const { answers, warnings } = readRows(rows([99, 'X']));
    expect(answers.selectionValues).toEqual(rows([99, 'x']));
    expect(warnings).toEqual([expect.stringContaining('step 99')]);
  });

  it('drops a row for a built-in step and names the field to use (C6.7)', () => {
    const { answers, warnings } = readAnswers({ selectionValues: rows([1, 'red']) }, [
      buildStep(1, 'HAIR_COLOR', { required: false }),
    ]);
    expect(answers).toEqual({ selectionValues: [] });
    expect(warnings).toEqual([expect.stringContaining('send it as hairColor')]);
  });

  it(`reads at most ${MAX_SELECTION_ROWS} rows and says how many it left out`, () => {
    const { warnings } = readRows(
      Array.from({ length: MAX_SELECTION_ROWS + 1 }, () => ({ stepId: 2, selectedKey: 'a' })),
    );
    expect(warnings).toEqual([expect.stringContaining(`${MAX_SELECTION_ROWS + 1} rows`)]);
  });
});
