import { DEFAULT_ASSORTMENT, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE, type MatchingConfig } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import {
  createPartialBlueprint,
  type FunnelName,
  findParts,
  getPartName,
  isDifferent,
  listParts,
  pointToParts,
} from './settings-parts.js';

const funnel = (id: string, subdomain: string, archived = false): FunnelName => ({ id, subdomain, archived });
const FUNNELS = [funnel('f1', 'beauty'), funnel('f2', 'gone', true), funnel('f3', 'hair')];
const config = (rest: Partial<MatchingConfig> = {}): MatchingConfig => ({
  tagging: { products: {}, variants: {} },
  sets: [],
  funnels: {},
  ...rest,
});

describe('parts of a company’s settings (release safety, "Rollback")', () => {
  it('are tagging, sets and three of each funnel that is not archived', () => {
    expect(listParts(FUNNELS).map(getPartName)).toEqual([
      'tagging',
      'sets',
      'funnels/beauty/assortment',
      'funnels/beauty/matching',
      'funnels/beauty/resultPage',
      'funnels/hair/assortment',
      'funnels/hair/matching',
      'funnels/hair/resultPage',
    ]);
  });

  it('an unknown name is refused with the names to use; a repeated one counts once', () => {
    const names = ['sets', 'sets', 'matching', 'funnels/gone/matching', 'funnels/hair/draft', 'constructor'];
    const { parts, problems } = findParts(names, FUNNELS);
    expect(parts.map(getPartName)).toEqual(['sets']);
    expect(problems.map(({ path }) => path)).toEqual(['/parts/2', '/parts/3', '/parts/4', '/parts/5']);
    expect(problems[1]?.message).toBe('There is no such part; its funnels are beauty, hair.');
    expect(problems[2]?.message).toContain('funnels/beauty/resultPage');
  });

  it('differ by meaning: neither the order of keys nor defaults that are spelled out matter', () => {
    const [tagging, , , matching] = listParts(FUNNELS) as [never, never, never, never];
    const one = config({ tagging: { products: { a: ['x:1'], b: ['x:2'] }, variants: {} } });
    const other = config({ tagging: { variants: {}, products: { b: ['x:2'], a: ['x:1'] } } });
    expect([isDifferent(one, other, tagging), isDifferent(one, config(), tagging)]).toEqual([false, true]);
    const spelled = { assortment: DEFAULT_ASSORTMENT, matching: DEFAULT_MATCHING, resultPage: DEFAULT_RESULT_PAGE };
    expect(isDifferent(config(), config({ funnels: { f1: spelled } }), matching)).toBe(false);
  });

  it('make a blueprint that says nothing else', () => {
    const { parts } = findParts(['sets', 'funnels/hair/matching', 'funnels/hair/assortment'], FUNNELS);
    expect(createPartialBlueprint(config(), parts)).toEqual({
      sets: [],
      funnels: [{ subdomain: 'hair', matching: DEFAULT_MATCHING, assortment: DEFAULT_ASSORTMENT }],
    });
    expect(createPartialBlueprint(config(), [])).toEqual({});
  });

  it('pointers become names of parts', () => {
    const details = ['/funnels/0/matching/rules/2/when', '/sets/1', '', '/funnels/7/matching'].map((path) => ({
      path,
      message: 'x',
    }));
    expect(pointToParts(details, ['hair']).map(({ path }) => path)).toEqual([
      '/funnels/hair/matching/rules/2/when',
      '/sets/1',
      '',
      '/funnels/7/matching',
    ]);
  });
});
