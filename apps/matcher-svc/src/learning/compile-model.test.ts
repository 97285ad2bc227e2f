import { buildSelection, singleSelection } from '@svc/domain/testing';
import { describe, expect, it } from 'vitest';
import { compileCompany, createCompany, createRequest, matchIn } from '../engine/testing/company.js';
import { buildModel } from './build-model.js';
import { compileModel, toAnswers } from './compile-model.js';
import type { DayStats } from './day-stats.js';
import { createDay, requireModel } from './testing/models.js';

const learned = (stats: Partial<DayStats>, steps = [singleSelection(1, ['dry', 'oily'])]) =>
  requireModel(
    buildModel([{ day: '2026-11-21', stats: createDay({ sessions: 500, impressions: 900, ...stats }) }], steps),
  );
const chose = (stepId: number, selectedKey: string) => ({ selectionValues: [{ stepId, selectedKey }] });
/** Equal variants; `b` is chosen more often by those with dry skin only. */
const model = learned({
  options: { 's:1:dry': 200, 's:1:oily': 100 },
  variants: { a: { b: 300, k: 60 }, b: { b: 300, k: 60 }, gone: { b: 300, k: 60 } },
  pairs: {
    's:1:dry': { a: { b: 100, k: 5 }, b: { b: 100, k: 55 } },
    's:1:oily': { a: { b: 100, k: 20 }, b: { b: 100, k: 20 } },
  },
});

describe('a compiled model (docs/matching.md M7)', () => {
  it('moves up what shoppers with these answers choose, and nothing for others (M7.4, M10.1)', () => {
    const funnel = compileCompany(
      createCompany({ a: [], b: [], new: [] }, { steps: [singleSelection(1, ['dry', 'oily'])] }),
    );
    const learning = compileModel(funnel, model);
    const orderFor = (key: string) => matchIn(funnel, createRequest({ answers: chose(1, key), learning })).matched;
    expect(orderFor('dry')).toEqual(['b', 'new', 'a']);
    expect(orderFor('oily')).toEqual(['a', 'b', 'new']);
  });

  it('a variant unknown to the model is unchanged; one outside of the catalog is omitted', () => {
    const funnel = compileCompany(createCompany({ new: [], a: [] }, { steps: [singleSelection(1, ['dry'])] }));
    const { pop, popularity, options } = compileModel(funnel, model).getTerms(chose(1, 'dry'), null);
    expect([pop[0], popularity[0], options[0]!.lambda[0]]).toEqual([1, 0, 0]);
    expect(options[0]!.lambda[1]).toBeLessThan(0);
    expect([pop.length, options[0]!.lambda.length]).toEqual([2, 2]);
  });

  it('keeps the effect of a renamed option and of a replaced step before the next build', () => {
    const steps = [singleSelection(7, [buildSelection('Very_Dry', ['dry'])], { formerIds: [1] })];
    const funnel = compileCompany(createCompany({ a: [], b: [] }, { steps }));
    const learning = compileModel(funnel, model);
    expect(matchIn(funnel, createRequest({ answers: chose(7, 'very_dry'), learning })).matched).toEqual(['b', 'a']);
  });

  it('of merged options, the one with more analyses counts', () => {
    const steps = [singleSelection(1, [buildSelection('any', ['oily', 'dry'])])];
    const funnel = compileCompany(createCompany({ a: [], b: [] }, { steps }));
    const [option, ...rest] = compileModel(funnel, model).getTerms(chose(1, 'any'), null).options;
    expect([option!.lambda[1]! > 0, rest]).toEqual([true, []]);
  });

  it('learning moves a score by 0.35 at most: suitability beyond that decides alone', () => {
    const company = createCompany({ a: ['t:1'], b: ['t:2'] }, { steps: [singleSelection(1, ['dry'])] });
    const [step] = company.steps;
    step!.selections = [
      { ...step!.selections[0]!, tags: { require: [], prefer: ['t:1'], avoid: [] } },
      buildSelection('oily', [], { orderNumber: 1, tags: { require: [], prefer: ['t:2'], avoid: [] } }),
    ];
    const funnel = compileCompany(company);
    const extreme = learned({
      options: { 's:1:dry': 400 },
      variants: { a: { b: 4_000, k: 0 }, b: { b: 4_000, k: 4_000 } },
      pairs: { 's:1:dry': { a: { b: 4_000, k: 0 }, b: { b: 10, k: 4_000 } } },
    });
    const learning = compileModel(funnel, extreme);
    // a has T = 1 and b has T = 0: learning brings them nearer, and no further.
    expect(matchIn(funnel, createRequest({ answers: chose(1, 'dry'), learning })).matched).toEqual(['a', 'b']);
  });

  it('names the answers of every kind of token', () => {
    expect(['s:12:a:b', 'f:hairColor:RED', 'c:LIGHT_SPRING', 'x:DEEP', 'x:DEEP/COOL'].map(toAnswers)).toEqual([
      [{ stepId: 12, key: 'a:b' }],
      [{ field: 'hairColor', value: 'RED' }],
      [{ field: 'colorType', value: 'LIGHT_SPRING' }],
      [{ field: 'skinColor', value: 'DEEP' }],
      [
        { field: 'skinColor', value: 'DEEP' },
        { field: 'skinUndertone', value: 'COOL' },
      ],
    ]);
  });
});
