import { describe, expect, it } from 'vitest';
import { addArm, parseNumber, toChange, toFields } from './draft.js';
import type { Experiment } from './queries.js';

const draft: Experiment = {
  ...{ id: 'E1', name: 'Short', kind: 'QUESTIONNAIRE', state: 'DRAFT', revision: 4, funnel: 'beauty' },
  ...{ hypothesis: '', primaryMeasure: 'COMPLETION_RATE', minimumEffect: 0.07, arms: [], plan: null },
  ...{
    revenueCap: null,
    currency: null,
    createdAt: '',
    startedAt: null,
    countsFrom: null,
    endedAt: null,
    endReason: null,
  },
};

describe('the form of a test (docs/dashboard.md Y53.1)', () => {
  it('has two arms, and rates per 100', () => {
    const fields = toFields(draft);
    expect([fields.arms.length, fields.minimumEffect]).toEqual([2, '7']);
    expect(toFields({ ...draft, minimumEffect: 0 }).minimumEffect).toBe('');
    expect(toFields({ ...draft, primaryMeasure: 'REVENUE_PER_UNIT', minimumEffect: 0.5 }).minimumEffect).toBe('0.5');
  });

  it('stores what the user wrote, with the revision that was read', () => {
    const fields = toFields(draft);
    const [first, second] = fields.arms as [(typeof fields.arms)[0], (typeof fields.arms)[0]];
    const change = toChange(
      {
        ...{ ...fields, name: ' Short ', minimumEffect: '2,5' },
        arms: [
          { ...first, versionId: 'V1' },
          { ...second, name: 'New', weight: '3', versionId: 'V2' },
        ],
      },
      'QUESTIONNAIRE',
      4,
    );
    expect(change).toEqual({
      ...{ revision: 4, name: 'Short', hypothesis: '', primaryMeasure: 'COMPLETION_RATE', minimumEffect: 0.025 },
      arms: [
        { name: '', weight: 1, versionId: 'V1' },
        { name: 'New', weight: 3, versionId: 'V2' },
      ],
    });
  });

  it('arms of a holdout have only a name and a weight (docs/dashboard.md Y53.6)', () => {
    const fields = toFields({ ...draft, kind: 'HOLDOUT', funnel: null, primaryMeasure: 'REVENUE_PER_UNIT' });
    const arms = fields.arms.map((arm) => ({ ...arm, versionId: 'V1', withoutLearning: true }));
    expect(toChange({ ...fields, arms }, 'HOLDOUT', 1)).toMatchObject({
      ...{ primaryMeasure: 'REVENUE_PER_UNIT', minimumEffect: 0.07 },
      arms: [
        { name: '', weight: 1 },
        { name: '', weight: 1 },
      ],
    });
    expect(JSON.stringify(toChange({ ...fields, arms }, 'HOLDOUT', 1))).not.toMatch(/version|learning/);
  });

  it('what is not decided stays undecided', () => {
    const { arms, minimumEffect } = toChange(toFields({ ...draft, minimumEffect: 0 }), 'QUESTIONNAIRE', 1);
    expect([minimumEffect, arms]).toEqual([
      0,
      [
        { name: '', weight: 1 },
        { name: '', weight: 1 },
      ],
    ]);
  });

  it('switches Funnel AI off in an arm, and keeps its other settings', () => {
    const settings = { matching: {} } as never;
    const matching: Experiment = {
      ...draft,
      kind: 'MATCHING',
      arms: [
        { key: 'A', name: '', weight: 1, versionId: null, settings: null },
        { key: 'B', name: '', weight: 1, versionId: null, settings },
      ],
    };
    const fields = toFields(matching);
    const arms = fields.arms.map((arm) => ({ ...arm, withoutLearning: true }));
    expect(toChange({ ...fields, arms }, 'MATCHING', 1).arms?.map((arm) => arm.settings)).toEqual([
      { learning: false },
      { matching: {}, learning: false },
    ]);
    expect(toChange(fields, 'MATCHING', 1).arms?.map((arm) => arm.settings)).toEqual([undefined, settings]);
  });

  it('keeps changes of tags of an arm apart from its other settings, and stores them (docs/dashboard.md Y53.7)', () => {
    const tagging = [{ kind: 'product' as const, id: 'P1', add: ['finish:matte'], remove: [] }];
    const settings = { resultPage: {}, tagging: [{ kind: 'product', id: 'P1', add: ['finish:matte'] }] } as never;
    const fields = toFields({
      ...{ ...draft, kind: 'MATCHING' },
      arms: [
        { key: 'A', name: '', weight: 1, versionId: null, settings: null },
        { key: 'B', name: '', weight: 1, versionId: null, settings },
      ],
    });
    expect(fields.arms.map((arm) => arm.tagging)).toEqual([[], tagging]);
    const [first, second] = fields.arms as [(typeof fields.arms)[0], (typeof fields.arms)[0]];
    const toArms = (...arms: (typeof fields.arms)[0][]) =>
      toChange({ ...fields, arms }, 'MATCHING', 1).arms?.map((arm) => arm.settings);
    expect(toArms(first, second)).toEqual([undefined, { resultPage: {}, tagging }]);
    expect(toArms({ ...first, tagging }, { ...second, tagging: [] })).toEqual([{ tagging }, { resultPage: {} }]);
  });

  it('reads numbers with a point or a comma', () => {
    expect(['1.5', '1,5', ' 2 ', '', 'x', '-1'].map(parseNumber)).toEqual([
      1.5,
      1.5,
      2,
      undefined,
      undefined,
      undefined,
    ]);
    expect(addArm(toFields(draft).arms)).toHaveLength(3);
  });
});
