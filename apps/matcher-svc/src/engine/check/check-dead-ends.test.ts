import { DEFAULT_MATCHING, type FunnelMatching, type Step } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { emptySet } from '../structures/bit-set.js';
import { checkIn } from '../testing/check.js';
import { compileCompany, createCompany, createRule, createStep } from '../testing/company.js';
import { findDeadEnds } from './check-dead-ends.js';
import { noProgress } from './check-funnel.js';
import { toSet } from './check-outcomes.js';
import type { CheckProgress, DeadEnd } from './funnel-check.js';

const taste = createStep(1, { sweet: { require: ['taste:sweet'] }, sour: { require: ['taste:sour'] } });
const scent = createStep(2, { strong: {}, none: { avoid: ['scent:strong'] } });
const answer = (step: number, ...chosen: string[]) => ({ step, key: `step_${step}`, chosen });
const color = (type: string) => ({ step: null, key: 'colorType', chosen: [type] });
const short = ({ kind, answers }: DeadEnd) => [kind, ...answers];

/** Sour is always strongly scented, so that sour without scent is a dead end. */
const fruits = { a: ['taste:sweet'], b: ['taste:sour', 'scent:strong'] };

describe('which dead ends keep a draft from being published without force (ADR 21)', () => {
  it('answers that visitors give do', () => {
    const report = checkIn(createCompany(fruits, { steps: [taste, scent] }));
    expect(report.deadEnds.first.map(short)).toEqual([['ANSWERS', answer(1, 'sour'), answer(2, 'none')]]);
    expect(report.blockingDeadEnds).toBe(1);
  });

  it('a dead end of a color type does not: it is not chosen, and may be impossible with these answers', () => {
    const report = checkIn(
      createCompany({ a: ['color_type:TRUE_WINTER'] }, { steps: [createStep(1, { x: {}, y: {} })] }),
    );
    expect(report.deadEnds.total).toBe(11);
    expect(report.deadEnds.first.every(({ kind }) => kind === 'COLOR_TYPE')).toBe(true);
    expect(report.blockingDeadEnds).toBe(0);
  });

  it('answers without a match for any color type do, and are listed before the color types', () => {
    const variants = { a: ['taste:sweet', 'color_type:TRUE_WINTER'], b: ['taste:bitter'] };
    const report = checkIn(createCompany(variants, { steps: [{ ...taste, strict: true }] }));
    expect(report.deadEnds.first.slice(0, 2).map(short)).toEqual([
      ['ANSWERS', answer(1, 'sour')],
      ['COLOR_TYPE', color('LIGHT_SPRING')],
    ]);
    expect(report.blockingDeadEnds).toBe(1);
  });

  it('more color types than the limit do not hide a dead end of answers', () => {
    const options = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`o${at}`, { require: [`taste:${at}`] }]));
    const variants = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [
        `v${at}`,
        [`taste:${at}`, `color_type:${at % 2 ? 'TRUE' : 'DEEP'}_WINTER`],
      ]),
    );
    const report = checkIn(createCompany(variants, { steps: [createStep(1, options, { strict: true })] }));
    expect(report.deadEnds.total).toBeGreaterThan(16);
    expect(report.deadEnds.first[0]).toMatchObject({ kind: 'ANSWERS', answers: [answer(1, 'o7')] });
    expect(report.blockingDeadEnds).toBe(1);
  });

  it('with pairwise paths, a dead path is tried with every color type before it counts as a dead end of answers', () => {
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`o${at}`, {}]));
    const steps = [1, 2, 3, 4].map((id) => createStep(id, many));
    const report = checkIn(createCompany({ a: ['color_type:TRUE_WINTER'] }, { steps }), 3_000);
    expect(report.paths.method).toBe('pairwise');
    expect(new Set(report.deadEnds.first.map(({ kind }) => kind))).toEqual(new Set(['COLOR_TYPE']));
    expect(report.deadEnds.first.map(({ answers }) => answers.length)).toEqual(Array(11).fill(1));
    expect(report.blockingDeadEnds).toBe(0);
  });

  it('none does while no variant of the funnel is eligible, because the catalog may be imported later', () => {
    const company = createCompany(fruits, { steps: [taste] });
    company.funnel.assortment = { tags: ['line:next-year'], productIds: [] };
    const report = checkIn(company);
    expect(report.deadEnds.first.map(short)).toEqual([['ANSWERS']]);
    expect(report.blockingDeadEnds).toBe(0);
    expect(checkIn(createCompany({}, { steps: [taste] })).blockingDeadEnds).toBe(0);
  });

  describe('compared with the published version', () => {
    const against = (draft: Step[], published: Step[], funnel: Partial<FunnelMatching> = {}) => {
      const baseline = compileCompany(createCompany(fruits, { steps: published, funnel }));
      const report = checkIn(createCompany(fruits, { steps: draft, funnel }), undefined, { baseline });
      return { kinds: report.deadEnds.first.map(short), blocking: report.blockingDeadEnds };
    };

    it('answers that have no match there either do not count', () => {
      const title = { title: { default: 'Another title' } };
      expect(against([taste, { ...scent, ...title }], [taste, scent])).toEqual({
        kinds: [['PUBLISHED', answer(1, 'sour'), answer(2, 'none')]],
        blocking: 0,
      });
    });

    it('a further question changes nothing about them', () => {
      const more = createStep(3, { x: {}, y: {} });
      expect(against([taste, scent, more], [taste, scent]).blocking).toBe(0);
    });

    it('a new dead end counts in addition to an old one', () => {
      const never = createStep(3, { x: {}, y: { avoid: ['taste:sweet', 'taste:sour'] } });
      expect(against([taste, scent, never], [taste, scent])).toEqual({
        kinds: [
          ['ANSWERS', answer(3, 'y')],
          ['PUBLISHED', answer(1, 'sour'), answer(2, 'none')],
        ],
        blocking: 1,
      });
    });

    it('a dead end that grows counts: there some of these visitors were shown something', () => {
      const strict = createStep(
        1,
        { sweet: taste.selections[0]!.tags, sour: { require: ['taste:bitter'] } },
        { strict: true },
      );
      expect(against([strict, scent], [taste, scent])).toEqual({
        kinds: [['ANSWERS', answer(1, 'sour')]],
        blocking: 1,
      });
    });

    it('answers to a renamed option count, since the published version does not know them', () => {
      const [sweet, sour] = taste.selections;
      const renamed = { ...taste, selections: [sweet!, { ...sour!, key: 'acid', formerKeys: ['sour'] }] };
      expect(against([renamed, scent], [taste, scent]).blocking).toBe(1);
    });

    it('rules about color types are evaluated there with the same type', () => {
      const sour = { tags: ['taste:sour'], productIds: [], variantIds: [] };
      const rules = [createRule({ exclude: sour }, { when: { colorType: ['TRUE_WINTER'] } })];
      const funnel = { matching: { ...DEFAULT_MATCHING, rules } };
      expect(against([taste], [taste], funnel)).toEqual({
        kinds: [['COLOR_TYPE', answer(1, 'sour'), color('TRUE_WINTER')]],
        blocking: 0,
      });
    });
  });
});

describe('the size of a report', () => {
  it('dead ends are listed up to a million characters of answers, and all are counted', () => {
    const createChoice = (chosen: string) => ({ chosen: [chosen], keys: new Set([chosen]) });
    const dimension = (choices: string[]) => ({ step: null, choices: choices.map(createChoice) });
    const questionnaire = {
      dimensions: [dimension(Array.from({ length: 40 }, (_, at) => `o${at}`)), dimension(['long '.repeat(20_000)])],
      hasColor: false,
      multiSelection: 'combinations' as const,
    };
    const paths = Array.from({ length: 40 }, (_, at) => Int16Array.of(at, 0));
    const dead = toSet([...paths.keys()].slice(1), paths.length);
    const work = findDeadEnds(questionnaire, paths, { dead, known: emptySet(paths.length) }, { limit: 50 });
    let turn = work.next();
    while (!turn.done) turn = work.next();
    expect(turn.value.first).toHaveLength(10);
    expect([turn.value.total, turn.value.blocking]).toEqual([39, 39]);
  });
});

describe('progress', () => {
  it('goes through the phases, each up to its total', () => {
    const progress = noProgress();
    const seen: CheckProgress[] = [];
    const recorder = new Proxy(progress, {
      set(target, key, value) {
        Reflect.set(target, key, value);
        seen.push({ ...target });
        return true;
      },
    });
    checkIn(createCompany(fruits, { steps: [taste, scent] }), undefined, { progress: recorder });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['PATHS', 'WALK', 'DEAD_ENDS']);
    expect(seen.at(-1)).toEqual({ phase: 'DEAD_ENDS', done: 1, total: 1 });
    expect(seen).toContainEqual({ phase: 'WALK', done: 4, total: 4 });
  });
});
