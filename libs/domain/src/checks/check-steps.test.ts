import { describe, expect, it } from 'vitest';
import { WEBHOOK_PROPERTY_NAMES } from '../blueprint/webhook-properties.js';
import type { Condition } from '../funnel/conditions.js';
import type { Step } from '../funnel/steps.js';
import { buildSelection, buildStep, multiSelection, singleSelection } from '../funnel/steps.testing.js';
import { MAX_CONDITION_DEPTH, MAX_SELECTIONS, MAX_STEPS } from '../limits.js';
import { checkSteps } from './check-steps.js';

const paths = (steps: Step[]) => checkSteps(steps).map((problem) => problem.path);

describe('checkSteps (docs/management.md "Steps")', () => {
  it('accepts one step of every kind', () => {
    const types = ['HAIR_COLOR', 'EYE_COLOR', 'SKIN_COLOR', 'SKIN_UNDERTONE', 'SELFIE', 'EMAIL', 'AGE'] as const;
    const builtIn = types.map((type, id) => buildStep(id, type));
    expect(
      checkSteps([...builtIn, singleSelection(20, ['a']), multiSelection(21, ['a']), singleSelection(22, ['a'])]),
    ).toEqual([]);
  });

  it.each([
    [
      'a repeated id (docs/contract.md C6.5)',
      [singleSelection(1, ['a']), singleSelection(1, ['a'], { key: 'other' })],
      '/1/id',
    ],
    ['a repeated key', [singleSelection(1, ['a']), singleSelection(2, ['a'], { key: 'step_1' })], '/1/key'],
    ['a second built-in step of one type', [buildStep(1, 'AGE'), buildStep(2, 'AGE')], '/1/type'],
    ['a negative id', [singleSelection(-1, ['a'], { key: 'k' })], '/0/id'],
    ['an id over int4', [singleSelection(2 ** 31, ['a'], { key: 'k', orderNumber: 0 })], '/0/id'],
    ['a key that starts with a digit', [singleSelection(1, ['a'], { key: '1st' })], '/0/key'],
    ['a key of 41 characters', [singleSelection(1, ['a'], { key: 'k'.repeat(41) })], '/0/key'],
    [
      'a title in an unknown language',
      [singleSelection(1, ['a'], { title: { 'not a tag': 'x' } })],
      '/0/title/not a tag',
    ],
    [
      'a title that is too long',
      [singleSelection(1, ['a'], { title: { default: 'x'.repeat(2001) } })],
      '/0/title/default',
    ],
    [
      'a former id that is still there',
      [singleSelection(1, ['a']), singleSelection(2, ['a'], { formerIds: [1] })],
      '/1/formerIds/0',
    ],
    ['its own id as a former one', [singleSelection(1, ['a'], { formerIds: [1] })], '/0/formerIds/0'],
    ['a custom step without options', [singleSelection(1, [])], '/0/selections'],
    ['options on EMAIL', [buildStep(1, 'EMAIL', { selections: [buildSelection('a')] })], '/0/selections'],
    ['options on SELFIE', [buildStep(1, 'SELFIE', { selections: [buildSelection('a')] })], '/0/selections'],
    [
      'a built-in option that is no enum value',
      [buildStep(1, 'AGE', { selections: [buildSelection('OLD')] })],
      '/0/selections/0/key',
    ],
    ['keys that differ only in letter case', [singleSelection(1, ['a', 'b', 'A'])], '/0/selections/2/key'],
    ['an empty option key', [singleSelection(1, [''])], '/0/selections/0/key'],
    ['an option key with spaces around it', [singleSelection(1, [' a'])], '/0/selections/0/key'],
    [
      'a former key of two options',
      [singleSelection(1, [buildSelection('a', ['x']), buildSelection('b', ['X'])])],
      '/0/selections/1/formerKeys/0',
    ],
    [
      'an image that is no http address',
      [singleSelection(1, [buildSelection('a', [], { imageUrl: 'data:image/png,x' })])],
      '/0/selections/0/imageUrl',
    ],
    [
      'a bad tag',
      [singleSelection(1, [buildSelection('a', [], { tags: { require: [], prefer: ['x'], avoid: [] } })])],
      '/0/selections/0/tags/prefer/0',
    ],
    [
      'too many options',
      [
        singleSelection(
          1,
          Array.from({ length: MAX_SELECTIONS + 1 }, (_, index) => `k${index}`),
        ),
      ],
      '/0/selections',
    ],
    ['too many steps', Array.from({ length: MAX_STEPS + 1 }, (_, id) => singleSelection(id, ['a'])), ''],
  ])('finds %s', (_, steps, path) => {
    expect(paths(steps)).toEqual([path]);
  });

  it('refuses every property of the webhook payload as a step key (docs/contract.md C14)', () => {
    for (const key of WEBHOOK_PROPERTY_NAMES) expect(paths([singleSelection(1, ['a'], { key })])).toEqual(['/0/key']);
  });

  it('accepts an enum value as a built-in option in any letter case, and a part of the values', () => {
    expect(
      checkSteps([buildStep(1, 'AGE', { selections: [buildSelection('under_16'), buildSelection('ABOVE_70')] })]),
    ).toEqual([]);
  });

  it('accepts a former key that is a key of the same step again: an answer with it stays where it is', () => {
    expect(checkSteps([singleSelection(1, [buildSelection('a', ['b']), 'b'])])).toEqual([]);
  });
});

describe('showWhen (docs/matching.md M3.1, M3.2, M6.5)', () => {
  const found = (showWhen: Condition) =>
    checkSteps([
      buildStep(1, 'HAIR_COLOR'),
      buildStep(2, 'EMAIL'),
      singleSelection(3, ['a', 'b']),
      singleSelection(4, ['c'], { showWhen }),
      singleSelection(5, ['d']),
      buildStep(6, 'AGE'),
    ]).map((problem) => problem.path);

  it.each<[string, Condition]>([
    ['options of a step before', { step: 3, in: ['A'] }],
    ['values of a built-in step before', { step: 1, in: ['red'] }],
    ['whether a step before is answered, EMAIL too', { step: 2, answered: true }],
    ['a field whose step stands before', { field: 'hairColor', in: ['RED'] }],
    ['all of these together', { all: [{ not: { step: 3, in: ['b'] } }, { any: [] }] }],
  ])('may ask for %s', (_, showWhen) => {
    expect(found(showWhen)).toEqual([]);
  });

  it.each<[string, Condition, string]>([
    ['an unknown step', { step: 99, answered: true }, '/step'],
    ['an unknown key', { step: 3, in: ['a', 'x'] }, '/in/1'],
    ['its own answer', { step: 4, in: ['c'] }, '/step'],
    ['a later step', { step: 5, in: ['d'] }, '/step'],
    ['a field whose step comes later', { field: 'ageRange', in: ['UNDER_16'] }, '/field'],
    ['a field that no step asks for', { field: 'eyeColor', in: ['BLUE'] }, '/field'],
    ['an unknown value', { field: 'hairColor', in: ['PURPLE'] }, '/in/0'],
    ['the color type, which the page does not know', { colorType: ['TRUE_SPRING'] }, '/colorType'],
    ['something wrong deep inside', { all: [{ any: [] }, { not: { step: 99, in: [] } }] }, '/all/1/not/step'],
  ])('may not ask for %s', (_, showWhen, path) => {
    expect(found(showWhen)).toEqual([`/3/showWhen${path}`]);
  });

  it('goes by orderNumber, not by the place in the list', () => {
    const steps = [
      singleSelection(1, ['a'], { orderNumber: 5, showWhen: { step: 2, answered: true } }),
      singleSelection(2, ['b'], { orderNumber: 1 }),
    ];
    expect(checkSteps(steps)).toEqual([]);
  });

  it(`puts at most ${MAX_CONDITION_DEPTH} conditions inside one another`, () => {
    const nested = (depth: number): Condition => (depth === 1 ? { step: 3, in: ['a'] } : { not: nested(depth - 1) });
    expect(found(nested(MAX_CONDITION_DEPTH))).toEqual([]);
    expect(found(nested(MAX_CONDITION_DEPTH + 1))).toEqual([`/3/showWhen${'/not'.repeat(MAX_CONDITION_DEPTH - 1)}`]);
  });

  it('bounds the number of parts', () => {
    expect(found({ any: Array.from({ length: 600 }, () => ({ all: [] })) })).toEqual(['/3/showWhen']);
  });
});
