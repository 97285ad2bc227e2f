import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ArchivedPostgres,
  dumpSchema,
  replaceSchema,
  startArchivedPostgres,
} from '../support/drill/archived-postgres.js';
import { until } from '../support/http.js';
import { PLATFORM_TOKEN } from '../support/platform-token.js';
import { type Launched, launch, root } from '../support/processes.js';
import { buildCatalog, createQuiz, picks, type Quiz, question } from '../support/quiz.js';
import { admin } from '../support/services.js';
import { temporaryDirectory } from '../support/system-directory.js';

/** Commits of this much time must be on either side of the time of the restore. */
const APART_MS = 1_500;

// docs/operations.md "Restore drill"
describe('a backup, restored to a time after the machine was lost', () => {
  let postgres: ArchivedPostgres;
  let system: Launched;
  /** Where the quiz finds the system, before and after. */
  const current = { origin: '', platformToken: PLATFORM_TOKEN };
  let quiz: Quiz;
  let restoredUrl: string;
  let at: Date;
  const startedAt = Date.now();
  const file = join(temporaryDirectory(), 'log');
  const ids: Record<'beforeBackup' | 'erasedLater' | 'afterBackup' | 'lost', string> = {
    beforeBackup: '',
    erasedLater: '',
    afterBackup: '',
    lost: '',
  };
  const svc = (...words: string[]) =>
    spawnSync(process.execPath, ['tools/svc.mjs', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: restoredUrl },
    });
  const start = async (url: string) => {
    system = await launch({ DATABASE_URL: url, DEMO: 'false', DATA_DIR: temporaryDirectory(), LOG_LEVEL: 'info' });
    current.origin = system.origin;
  };
  const create = async () => (await quiz.create(picks({ 1: 'dry' }))).body.id as string;
  const readMatches = async (id: string) => (await quiz.matches(id)).body.matchedVariants as string[];
  let matches: string[];

  beforeAll(async () => {
    postgres = await startArchivedPostgres();
    await start(postgres.url);
    quiz = await createQuiz(current, 'drill', {
      catalog: buildCatalog({ V1: ['skin:dry'], V2: [] }),
      steps: [question(1, { dry: { prefer: ['skin:dry'] }, oily: {} })],
    });
    ids.beforeBackup = await create();
    ids.erasedLater = await create();
    postgres.backUp();
    ids.afterBackup = await create();
    matches = await readMatches(ids.beforeBackup);
    await delay(APART_MS);
    at = new Date();
    await delay(APART_MS);
    ids.lost = await create();
    expect((await quiz.call('DELETE', `/analyses/${ids.erasedLater}`)).status).toBe(204);
    await postgres.archive();
    await system.stop('SIGKILL');
    writeFileSync(file, system.output());
    postgres.kill();
    restoredUrl = await postgres.restore(at);
  });
  afterAll(async () => {
    await system?.stop();
    postgres?.stop();
  });

  it('has the newest analysis before that time, and nothing that svc ops verify finds', () => {
    const { status, stdout, stderr } = svc('ops', 'verify', '--at', at.toISOString());
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('analysis.analyses: 3\n');
  });

  it('does not have what was erased after that time, once the erasures are replayed from the log', async () => {
    const { status, stdout } = svc('ops', 'replay-erasures', file, '--since', at.toISOString());
    expect([status, stdout]).toEqual([0, '1 erasures read; 1 analyses erased again.\n']);
  });

  it('serves the analyses of before with the same matches, takes new ones, and follows new changes', async () => {
    await start(restoredUrl);
    // The first match after a start waits for the company's data, and may be refused on a busy machine.
    await expect.poll(() => readMatches(ids.beforeBackup)).toEqual(matches);
    expect(await readMatches(ids.afterBackup)).toEqual(matches);
    for (const id of [ids.erasedLater, ids.lost]) expect((await quiz.matches(id)).status).toBe(404);
    const id = await create();
    await expect.poll(() => readMatches(id)).toEqual(matches);
    const drilled = svc('ops', 'drill', '--url', current.origin);
    expect([drilled.status, drilled.stderr]).toEqual([0, '']);
    expect(drilled.stdout).toContain('3 stored analyses give the same match twice; one was created and matched.');
    const management = admin(current.origin, PLATFORM_TOKEN);
    const changed = await management.apply('drill', { catalog: buildCatalog({ V1: ['skin:dry'], V2: [], V3: [] }) });
    expect(changed.status, changed.text).toBe(200);
    await until('the match has the new variant', async () => (await readMatches(id)).includes('V3'));
    console.log(`The drill took ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  });

  it('of one service alone: what the merchant changes next is not ignored, once svc ops after-restore has run', async () => {
    const catalogWith = (...names: string[]) => ({
      catalog: buildCatalog({ V1: ['skin:dry'], ...Object.fromEntries(names.map((name) => [name, []])) }),
    });
    const apply = async (blueprint: object) => {
      const { status, text } = await admin(current.origin, PLATFORM_TOKEN).apply('drill', blueprint);
      expect(status, text).toBe(200);
    };
    const id = await create();
    const earlier = dumpSchema(restoredUrl, 'funnel');
    // Others see revisions that the restored service does not know.
    for (const name of ['V4', 'V5', 'V6']) await apply(catalogWith(name));
    await until('the match has the newest variant', async () => (await readMatches(id)).includes('V6'));
    await system.stop();
    replaceSchema(restoredUrl, 'funnel', earlier);
    const found = svc('ops', 'verify');
    expect([found.status, found.stderr]).toEqual([1, expect.stringContaining('svc ops after-restore funnel')]);
    const repaired = svc('ops', 'after-restore', 'funnel');
    expect([repaired.status, repaired.stderr]).toEqual([0, '']);
    expect(svc('ops', 'verify').status).toBe(0);
    await start(restoredUrl);
    await apply(catalogWith('V7'));
    await until('the match has the variant of the next change', async () => (await readMatches(id)).includes('V7'));
  });
});
