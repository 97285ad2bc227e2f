import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayReport } from '@svc/gateway/bodies';
import { describe, expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines, write } = cli;

const report: ReplayReport = {
  date: '2026-11-21',
  versions: {
    funnelId: 'F1',
    funnelVersion: { id: 'V3', number: 3 },
    configVersion: 41,
    catalogVersion: 7,
    model: null,
  },
  draft: { parts: ['matching'], funnelVersion: null },
  analyses: {
    asked: 500,
    replayed: 200,
    changed: 3,
    share: 0.015,
    membershipChanged: 2,
    orderChanged: 1,
    newlyEmpty: 0,
    noLongerEmpty: 1,
  },
  variants: {
    gained: { total: 0, first: [] },
    lost: {
      total: 3,
      first: [
        { variantId: 'V2041', analyses: 2 },
        { variantId: 'V7', analyses: 1 },
      ],
    },
  },
  top: { places: 10, changed: 2, churn: 0.004 },
  tabs: {
    analyses: 200,
    tabs: [
      { key: 'FACE', state: 'kept', changed: 2, newlyEmpty: 0, noLongerEmpty: 1 },
      { key: 'LIPS', state: 'removed', changed: 12, newlyEmpty: 12, noLongerEmpty: 0 },
    ],
  },
  exceeding: { limit: 2000, before: 0, after: 0 },
  examples: [
    {
      analysisId: 'A1',
      before: 36,
      after: 30,
      gained: { total: 1, first: ['V9'] },
      lost: { total: 7, first: ['V2041', 'V7', 'V8', 'V10', 'V11', 'V12', 'V13'] },
    },
    { analysisId: 'A2', before: 4, after: 4, gained: { total: 0, first: [] }, lost: { total: 0, first: [] } },
  ],
};

describe('svc replay', () => {
  it('prints the report as a table', async () => {
    cli.answer({ body: report });
    const { code, out } = await svc(`replay beauty ${write('draft.yaml', 'matching:\n  rules: []\n')} --last 200`);
    expect(code).toBe(0);
    expect(
      out,
    ).toBe(`beauty: the newest 200 analyses with matching in the place of what is in force (version 3, settings 41, catalog 7, 2026-11-21).

Changed                    3   1.5 %
  other variants           2   1.0 %
  only another order       1   0.5 %
Newly empty                0   0.0 %
No longer empty            1   0.5 %
First 10 changed           2   1.0 %; 0.4 % of their places have other variants

Lost: 3 variants
  V2041  in 2 analyses (1.0 %)
  V7     in 1 analysis (0.5 %)
  … and 1 more

Tab             changed  newly empty  no longer empty
FACE                  2            0                1
LIPS (removed)       12           12                0

Examples (analysis, matched variants before → after)
  A1  36 → 30  -V2041 -V7 -V8 -V10 -V11 -… (7) +V9
  A2  4 → 4  another order
`);
    expect(lines()).toEqual(['POST /glow/funnels/beauty/replay']);
    expect(JSON.parse(cli.asked[0]?.body as string)).toEqual({ matching: { rules: [] }, last: 200 });
  });

  it('matches that become empty, or too large, are exit code 1, also with --json', async () => {
    const empty = { ...report, analyses: { ...report.analyses, newlyEmpty: 2 } };
    const large = { ...report, exceeding: { limit: 2000, before: 0, after: 200 } };
    cli.answer({ body: empty }, { body: large });
    const file = write('draft.json', '{"matching":{}}');
    const json = await svc(`replay beauty ${file} --json`);
    expect([json.code, JSON.parse(json.out)]).toEqual([1, empty]);
    const table = await svc(`replay beauty ${file} --company other`);
    expect(table.code).toBe(1);
    expect(table.out).toContain('More than 2000 variants are eligible in 0 analyses before and 200 analyses after.');
    expect(lines()[1]).toBe('POST /other/funnels/beauty/replay');
  });

  it('takes a company file too: tagging, sets and what it says of the funnel', async () => {
    cli.answer({ body: { ...report, analyses: { ...report.analyses, replayed: 0 } } });
    const file = write(
      'company.yaml',
      'name: Glow\ntagging: { products: { P: ["a:b"] } }\nfunnels:\n  - { subdomain: other }\n' +
        '  - { subdomain: beauty, paused: true, resultPage: { tabs: [] }, draft: null }\n',
    );
    const { out, err } = await svc(`replay beauty ${file}`);
    expect(out).toContain('there is nothing to compare');
    expect(err).toBe('Not part of this replay: name, funnels/beauty/paused, funnels/beauty/draft, funnels/other.\n');
    expect(JSON.parse(cli.asked[0]?.body as string)).toEqual({
      tagging: { products: { P: ['a:b'] } },
      resultPage: { tabs: [] },
    });
  });

  it.each<[string, RegExp]>([
    ['replay', /SUBDOMAIN/],
    ['replay beauty', /FILE/],
    ['replay beauty nowhere.yaml', /does not exist/],
    ['replay beauty list.yaml', /has no keys/],
    ['replay missing funnels.yaml', /has no funnel "missing"/],
    ['replay beauty funnels.yaml --last many', /--last is a number/],
    ['replay beauty funnels.yaml more', /2 arguments/],
    ['rollback beauty', /either --number or --id/],
    ['rollback beauty --number 3 --id x', /either --number or --id/],
    ['rollback beauty --number x', /number of a version/],
    ['settings', /Use "svc settings versions", "svc settings show", "svc settings rollback"/],
    ['settings rollback', /VERSION/],
    ['settings rollback latest', /number of a version/],
  ])('svc %s is a wrong call: exit code 2, nothing sent', async (line, expected) => {
    write('list.yaml', '- 1\n');
    write('funnels.yaml', 'funnels:\n  - { subdomain: beauty }\n');
    const { code, err } = await svc(line);
    expect([code, cli.asked]).toEqual([2, []]);
    expect(err).toMatch(expected);
  });
});

describe('svc rollback and svc settings', () => {
  it('rollback names the new version and the one that it brings back', async () => {
    const body = { id: 'V5', number: 5, rolledBackTo: { id: 'V3', number: 3 }, changed: true };
    cli.answer({ body }, { body: { ...body, changed: false } });
    expect((await svc('rollback beauty --number 3')).out).toBe(
      'Version 5 (V5) of beauty is published: it is version 3 again.\n',
    );
    expect((await svc('rollback beauty --id V3')).out).toBe(
      'Nothing changed: version 5 of beauty has the steps of version 3.\n',
    );
    expect(lines()[0]).toBe('POST /glow/funnels/beauty/rollback');
    expect(cli.asked.map(({ body }) => body)).toEqual(['{"number":3}', '{"versionId":"V3"}']);
  });

  it('settings versions lists what each changed and which is in force', async () => {
    const data = [
      { version: 41, createdAt: '2026-11-21T10:00:00.000Z', changed: ['tagging', 'sets'], inForce: true },
      { version: 40, createdAt: '2026-11-20T10:00:00.000Z', changed: [], inForce: false },
    ];
    cli.answer(
      { body: { data: data.slice(0, 1), nextCursor: '41' } },
      { body: { data: data.slice(1), nextCursor: null } },
    );
    expect((await svc('settings versions')).out).toBe(
      '   41  2026-11-21T10:00:00.000Z  in force  tagging, sets\n' +
        '   40  2026-11-20T10:00:00.000Z            (as it was when the history began)\n',
    );
    expect(lines()[1]).toBe('GET /glow/settings/versions?limit=100&cursor=41');
  });

  it('settings show prints what a version held, or writes a file', async () => {
    const answer = { body: 'sets: []\n', type: 'application/yaml' };
    cli.answer(answer, answer);
    expect((await svc('settings show 40')).out).toBe('sets: []\n');
    expect((await svc('settings show 40 --out old.yaml')).out).toBe('');
    expect(readFileSync(join(cli.folder, 'old.yaml'), 'utf8')).toBe('sets: []\n');
    expect(lines()[0]).toBe('GET /glow/settings/versions/40');
    expect(cli.asked[0]?.headers.accept).toBe('application/yaml');
  });

  it('settings rollback sends the parts that are named, and says what changed', async () => {
    const warnings = [{ path: '/funnels/beauty/matching/rules/0', message: 'Nothing carries this tag.' }];
    cli.answer({ body: { changed: ['tagging'], warnings } }, { body: { changed: [] } });
    expect(await svc('settings rollback 40 --part tagging --part=funnels/beauty/matching')).toEqual({
      code: 0,
      out: 'As in version 40 again:\n  tagging\n',
      err: 'Warnings:\n  /funnels/beauty/matching/rules/0: Nothing carries this tag.\n',
    });
    expect((await svc('settings rollback 40')).out).toBe('Nothing changed.\n');
    expect(cli.asked.map(({ body }) => JSON.parse(body))).toEqual([
      { version: 40, parts: ['tagging', 'funnels/beauty/matching'] },
      { version: 40 },
    ]);
  });
});
