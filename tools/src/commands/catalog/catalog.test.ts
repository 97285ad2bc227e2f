import { describe, expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines, answer, write } = cli;

const run = (changes: object = {}) => ({
  id: 'r1',
  state: 'SUCCEEDED',
  read: 3,
  created: 3,
  updated: 0,
  unchanged: 0,
  removed: 0,
  rejected: [],
  rejectedCount: 0,
  notes: [],
  dryRun: false,
  source: 'UPLOAD',
  createdAt: '2026-11-21T10:00:00.000Z',
  ...changes,
});
const REPORT = '3 rows read: 3 created, 0 updated, 0 unchanged, 0 rejected; 0 removed\n';

describe('svc catalog', () => {
  it('import sends the file with its format and its mapping', async () => {
    write('export.csv', 'Artikel;Titel\nV1;Lip Oil\n');
    write('mapping.yaml', 'format: native\ncolumns: { id: Artikel, name: Titel }\n');
    answer({ body: run({ dryRun: true }) });
    const imported = await svc('catalog import export.csv --dry-run --format native --mapping mapping.yaml');
    expect([imported.code, imported.out]).toEqual([0, `SUCCEEDED\n${REPORT}`]);
    expect(imported.err).toContain('Dry run: nothing was changed.');
    const [method, path] = cli.asked[0]!.line.split(' ') as [string, string];
    const query = new URL(path, 'http://x').searchParams;
    expect([method, query.get('dryRun'), query.get('format')]).toEqual(['POST', 'true', 'native']);
    expect(JSON.parse(query.get('mapping')!)).toEqual({ format: 'native', columns: { id: 'Artikel', name: 'Titel' } });
    expect(cli.asked[0]!.body).toBe('Artikel;Titel\nV1;Lip Oil\n');
  });

  it('import says how to decide about a run that is held; apply and discard do', async () => {
    write('feed.csv', 'id;name;url\n');
    answer(
      { body: run({ state: 'HELD', reason: 'Too many would vanish.' }) },
      { body: run() },
      { status: 204, body: '' },
    );
    const held = await svc('catalog import feed.csv');
    expect(held.code).toBe(1);
    expect(held.out).toContain('HELD: Too many would vanish.');
    expect(held.out).toContain('svc catalog apply r1 or svc catalog discard r1');
    expect((await svc('catalog apply r1')).out).toBe(`SUCCEEDED\n${REPORT}`);
    expect((await svc('catalog discard r1')).code).toBe(0);
    expect(lines().slice(1)).toEqual(['POST /glow/catalog/imports/r1/apply', 'DELETE /glow/catalog/imports/r1']);
  });

  it('sync waits for the end of the run, and a failure is exit code 1', async () => {
    const progress = { bytes: 2_000_000, totalBytes: 4_000_000, rows: 0, estimatedSecondsLeft: 1 };
    answer(
      { status: 202, body: { id: 'r1' } },
      { body: run({ state: 'RUNNING', progress }) },
      { body: run({ state: 'FAILED', reason: 'The feed could not be fetched.' }) },
    );
    const { code, out } = await svc('catalog sync');
    expect([code, out.split('\n')[0]]).toEqual([1, 'FAILED: The feed could not be fetched.']);
    expect(lines()).toEqual([
      'POST /glow/catalog/sync',
      'GET /glow/catalog/imports/r1',
      'GET /glow/catalog/imports/r1',
    ]);
  });

  it('runs lists when each began, how it ended or how far it is, and why', async () => {
    const going = { bytes: 25, totalBytes: null, rows: 1_200 };
    const data = [
      run({ id: 'r3', state: 'RUNNING', source: 'SHOPIFY', read: 0, progress: going }),
      run({ id: 'r2', dryRun: true }),
      run(),
      run({ id: 'r0', state: 'FAILED', source: 'FEED', reason: 'No.' }),
    ];
    answer({ body: { data, nextCursor: null } });
    expect((await svc('catalog runs')).out.split('\n')).toEqual([
      'r3  2026-11-21T10:00:00.000Z  RUNNING    SHOPIFY  1200 rows so far',
      'r2  2026-11-21T10:00:00.000Z  SUCCEEDED  UPLOAD   3 rows read  dry run',
      'r1  2026-11-21T10:00:00.000Z  SUCCEEDED  UPLOAD   3 rows read',
      'r0  2026-11-21T10:00:00.000Z  FAILED     FEED     3 rows read  No.',
      '',
    ]);
  });

  it('an invalid mapping file is named before anything is sent', async () => {
    write('feed.csv', 'id;name;url\n');
    write('mapping.yaml', 'columns: {');
    const { code, err } = await svc('catalog import feed.csv --mapping mapping.yaml');
    expect([code, err]).toEqual([2, expect.stringContaining('mapping.yaml must be valid YAML: ')]);
    expect(lines()).toEqual([]);
  });

  it('mapping shows, sets and clears what the files call the columns', async () => {
    write('mapping.yaml', 'format: native\ncolumns: { id: Artikel }\n');
    const stored = { format: 'native', columns: { id: 'Artikel' } };
    answer({ body: stored }, { body: stored }, { status: 204, body: '' });
    expect((await svc('catalog mapping mapping.yaml')).out).toBe('format: native\ncolumns:\n  id: Artikel\n');
    expect((await svc('catalog mapping')).out).toContain('id: Artikel');
    expect((await svc('catalog mapping --clear')).code).toBe(0);
    expect(lines()).toEqual(['PUT /glow/catalog/mapping', 'GET /glow/catalog/mapping', 'DELETE /glow/catalog/mapping']);
    expect(JSON.parse(cli.asked[0]!.body)).toEqual(stored);
  });
});
