import { describe, expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;

/** An answer that comes line by line. */
const ndjson = (...values: object[]) => ({
  type: 'application/x-ndjson; charset=utf-8',
  body: values.map((value) => `${JSON.stringify(value)}\n`).join(''),
});

describe('check says what it found', () => {
  const none = { total: 0, first: [] };
  const report = {
    version: { id: 'V4', number: 4 },
    paths: { method: 'all', checked: 8, total: 8, undecidedPairs: 0 },
    deadEnds: none,
    blockingDeadEnds: 0,
    deadPaths: 0,
    unreachableVariants: none,
    emptyTabs: none,
    resultPageWithoutTabs: false,
    idleRules: none,
    conflicts: none,
    idleOptions: none,
    eligible: { limit: 2000, assortment: 3, resultPage: null, pathsOverLimit: 0 },
  };

  it('a sound funnel: exit code 0, and the version that the option names', async () => {
    cli.answer(
      ndjson({ report }),
      ndjson({ report: { ...report, paths: { ...report.paths, method: 'pairwise', total: 900 } } }),
    );
    const draft = await svc('check beauty');
    expect(draft).toEqual({
      code: 0,
      out: 'beauty, version 4: all 8 answer paths checked.\nNothing was found.\n',
      err: '',
    });
    const published = await svc('check beauty --published --company other');
    expect(published.out).toContain('8 of up to 900 answer paths checked, every two answers together at least once.');
    expect(lines()).toEqual(['POST /glow/funnels/beauty/check', 'POST /other/funnels/beauty/check']);
    expect(cli.asked.map(({ headers }) => headers.accept)).toEqual(Array(2).fill('application/x-ndjson'));
    expect(cli.asked.map(({ body }) => body)).toEqual(['{}', '{"version":"published"}']);
  });

  it('dead ends: exit code 1; every finding on a line of its own', async () => {
    const taste = { step: 1, key: 'taste', chosen: ['sour', 'salt'] };
    const found = {
      ...report,
      deadEnds: {
        total: 3,
        first: [
          { kind: 'ANSWERS', answers: [taste, { step: 2, key: 'scent', chosen: [] }], paths: 1, example: [taste] },
          { kind: 'PUBLISHED', answers: [taste], paths: 2, example: [taste] },
          { kind: 'COLOR_TYPE', answers: [{ step: null, key: 'colorType', chosen: ['X'] }], paths: 2, example: [] },
        ],
      },
      blockingDeadEnds: 1,
      deadPaths: 5,
      unreachableVariants: { total: 51, first: ['V7'] },
      emptyTabs: { total: 1, first: ['LIPS'] },
      resultPageWithoutTabs: true,
      idleRules: { total: 1, first: [{ rule: 'summer', reason: 'EXPIRED' }] },
      conflicts: {
        total: 2,
        first: [
          { kind: 'EXCLUDES_REQUIRED', rules: ['a', 'b'], paths: 2 },
          { kind: 'REQUIRES_DISJOINT', rules: ['a', 'c'], paths: 2 },
        ],
      },
      idleOptions: { total: 1, first: [{ step: 2, key: 'scent', option: 'light' }] },
    };
    cli.answer(ndjson({ progress: { phase: 'WALK', done: 1, total: 2 } }, { report: found }));
    const { code, out } = await svc('check beauty');
    expect(code).toBe(1);
    expect(out.split('\n').slice(1)).toEqual([
      'Dead ends (answers with which nothing matches): 3',
      '  taste = sour + salt, scent not answered (1 path)',
      '  taste = sour + salt (2 paths; so in the published version)',
      '  colorType = X (2 paths; some color types only)',
      '1 dead end keeps the draft from being published without --force.',
      'Variants that no path reaches: 51',
      '  V7',
      '  … and 50 more',
      'Tabs that are empty on every path: 1',
      '  LIPS',
      'The result page is enabled but has no enabled tab, so it shows no products: enable a tab or disable the page.',
      'Rules that do nothing: 1',
      '  summer: its "until" is over',
      'Conflicts of rules: 2',
      '  b excludes all that a requires (2 paths)',
      '  c and a require nothing in common (2 paths)',
      'Options without effect: 1',
      '  scent = light',
      '',
    ]);
  });

  it('--json prints the whole report, examples included', async () => {
    cli.answer(ndjson({ report }));
    expect(JSON.parse((await svc('check beauty --json')).out)).toEqual(report);
  });

  it('an error instead of a report is a refusal like any other', async () => {
    const error = { error: 'MATCHER_FAILURE', message: 'The catalog cannot be read now.', requestId: 'r' };
    cli.answer(ndjson({ progress: { phase: 'PATHS', done: 0, total: 0 } }, { error }), ndjson());
    const broken = { code: 1, out: '', err: 'MATCHER_FAILURE: The catalog cannot be read now.\n' };
    expect(await svc('check beauty')).toEqual(broken);
    expect(await svc('check beauty')).toMatchObject({ code: 1, err: expect.stringContaining('without a report') });
  });
});
