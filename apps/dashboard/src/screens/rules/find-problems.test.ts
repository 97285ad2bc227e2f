import type { Step } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { Catalog } from '../../shared/targets/catalog.js';
import { findProblems } from './find-problems.js';
import type { Rule } from './queries.js';
import { warnAboutRule } from './warn-about-rule.js';

const steps = [{ id: 1, selections: [{ key: 'dry' }] }] as unknown as Step[];
const target = (given: object) => ({ tags: [], productIds: [], variantIds: [], ...given });
const toRule = (given: Partial<Rule>): Rule =>
  ({ key: 'r', then: { pin: target({ tags: ['skin:dry'] }) }, ...given }) as Rule;

describe('findProblems (docs/dashboard.md Y23.4)', () => {
  it.each<[string, Partial<Rule>]>([
    ['rules.problem.no-action', { then: {} }],
    ['rules.problem.no-target', { then: { exclude: target({}) } }],
    ['rules.problem.strength', { then: { boost: { ...target({ tags: ['a:b'] }), by: -2 } } }],
    ['rules.problem.dates', { from: '2030-01-02', until: '2030-01-02' }],
    ['rules.problem.no-answer', { when: { step: 1, in: [] } }],
    ['rules.problem.no-answer', { when: { all: [{ any: [] }] } }],
    ['rules.problem.gone', { when: { step: 9, answered: true } }],
    ['rules.problem.gone', { when: { not: { step: 1, in: ['wet'] } } }],
  ])('%s', (problem, given) => {
    expect(findProblems(toRule(given), steps)).toEqual([problem]);
  });

  it('a whole rule has none, and unknown questions are none while they are being loaded', () => {
    expect(
      findProblems(toRule({ when: { step: 1, in: ['DRY'] }, from: '2030-01-01', until: '2030-01-02' }), steps),
    ).toEqual([]);
    expect(findProblems(toRule({ when: { step: 9, answered: true } }), undefined)).toEqual([]);
  });
});

const catalog = new Catalog({
  tags: ['finish:matte', 'skin:dry'],
  tagTotal: 2,
  products: {
    id: ['P1', 'P2'],
    name: ['Velvet', 'Gloss'],
    image: [null, null],
    tags: [[], []],
    catalogTags: [[1], []],
  },
  variants: {
    id: ['V1', 'V2', 'V3'],
    product: [0, 0, 1],
    name: ['Velvet Coral', 'Velvet', 'Gloss'],
    color: [null, null, null],
    available: '111',
    tags: [[], [], [0]],
    catalogTags: [[], [], []],
  },
  variantTotal: 3,
});

describe('warnAboutRule', () => {
  const warn = (given: Partial<Rule>, check?: Parameters<typeof warnAboutRule>[1]['check']) =>
    warnAboutRule(toRule(given), { catalog, check, today: '2026-11-23' }).map(({ text, values }) => [text, values]);

  it('names what the catalog does not have, with a tag that was probably meant', () => {
    expect(
      warn({ then: { pin: target({ tags: ['finish:mate', 'x:y'], productIds: ['P9'], variantIds: ['V1', 'V9'] }) } }),
    ).toEqual([
      ['rules.warning.tag.similar', { name: 'finish:mate', similar: 'finish:matte' }],
      ['rules.warning.tag', { name: 'x:y' }],
      ['rules.warning.product', { name: 'P9' }],
      ['rules.warning.variant', { name: 'V9' }],
    ]);
  });

  it('the last day of a rule is the one before the end', () => {
    expect(warn({ until: '2026-11-23' })).toEqual([['rules.warning.expired', {}]]);
    expect(warn({ until: '2026-11-24' })).toEqual([]);
    expect(warn({ from: '2026-11-24' })).toEqual([['rules.warning.later', {}]]);
  });

  it('repeats what the check found about this rule', () => {
    const check = {
      idleRules: { total: 1, first: [{ rule: 'r', reason: 'CONDITION' as const }] },
      conflicts: {
        total: 1,
        first: [{ kind: 'REQUIRES_DISJOINT' as const, rules: ['s', 'r'] as [string, string], paths: 3 }],
      },
    };
    expect(warn({}, check)).toEqual([
      ['rules.warning.never', {}],
      ['rules.warning.conflict.disjoint', { rule: 's' }],
    ]);
  });
});

describe('what targets are chosen from (docs/dashboard.md Y23.2)', () => {
  it('suggests tags, products and variants of the catalog, with the tags that the merchant added', () => {
    expect(catalog.listTags().map(({ value }) => value)).toEqual(['finish:matte', 'skin:dry']);
    expect(catalog.listProducts()).toEqual([
      { value: 'P1', label: 'Velvet' },
      { value: 'P2', label: 'Gloss' },
    ]);
    expect(catalog.listVariants().map(({ label }) => label)).toEqual(['Velvet, Coral', 'Velvet', 'Gloss']);
  });

  it('names variants with their product, and counts what a target means', () => {
    expect(catalog.getVariantName('V1')).toBe('Velvet, Coral');
    expect(catalog.getVariantName('V2')).toBe('Velvet');
    expect(catalog.getVariantName('gone')).toBe('gone');
    expect(catalog.listTargets({ tags: ['skin:dry'], productIds: [], variantIds: ['V3'] })).toEqual(['V1', 'V2', 'V3']);
    expect(catalog.listTargets({ tags: ['finish:matte'], productIds: [] })).toEqual(['V3']);
    expect(catalog.listTargets({ tags: [], productIds: [] })).toEqual([]);
  });
});
