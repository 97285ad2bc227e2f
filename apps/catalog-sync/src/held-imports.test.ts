import { countWaiting } from '@svc/kit/testing';
import { FeedFormat, ImportState } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const { IMPORT_STATE_FAILED, IMPORT_STATE_HELD, IMPORT_STATE_SUCCEEDED } = ImportState;

/** A company with 100 variants and a held run that would leave 10. */
async function held(companyId: string) {
  await catalog.importCsv(companyId, nativeCsv(100));
  const run = await catalog.importCsv(companyId, nativeCsv(10), { currency: 'CHF' });
  expect(run.state).toBe(IMPORT_STATE_HELD);
  return run;
}
const variantCount = async (companyId: string) =>
  (await catalog.snapshot(companyId)).variants.filter(({ available }) => available).length;
const heldRows = async (importId: string) =>
  Number((await catalog.owner('held_rows').where({ run_id: importId }).count())[0]?.count);

describe('a held import (docs/reliability.md R5.2)', () => {
  it('does not change the catalog until it is applied, and then has the result of a run without the guard', async () => {
    const { id } = await held('applied');
    expect(await variantCount('applied')).toBe(100);
    expect(await heldRows(id)).toBe(12);
    const { run } = await catalog.admin.applyImport({ companyId: 'applied', importId: id });
    expect(run).toMatchObject({ id, state: IMPORT_STATE_SUCCEEDED, read: 10, unchanged: 10, removed: 90 });
    expect(run?.reason).toBeUndefined();
    expect(await variantCount('applied')).toBe(10);
    expect(await heldRows(id)).toBe(0);
    expect(catalog.published).toContain('applied');
  });

  it('applied twice, also simultaneously, changes the catalog once', async () => {
    const { id } = await held('twice');
    const apply = () => catalog.admin.applyImport({ companyId: 'twice', importId: id });
    const runs = await Promise.all([apply(), apply(), apply()]);
    expect(runs.map(({ run }) => run?.state)).toEqual(Array(3).fill(IMPORT_STATE_SUCCEEDED));
    expect((await catalog.snapshot('twice')).version).toBe(2);
  });

  it('is compared with the catalog at the time of the apply, not of the upload', async () => {
    const { id } = await held('later');
    await catalog.apply('later', 1, { feed: { url: 'https://shop.example/feed.csv', format: 'auto', everyHours: 12 } });
    const { run } = await catalog.admin.applyImport({ companyId: 'later', importId: id });
    expect(run?.removed).toBe(90);
  });

  it('a discarded import is FAILED with that reason and keeps no row; discarding it again changes nothing', async () => {
    const { id } = await held('discarded');
    await catalog.admin.discardImport({ companyId: 'discarded', importId: id });
    await catalog.admin.discardImport({ companyId: 'discarded', importId: id });
    const { run } = await catalog.admin.getImport({ companyId: 'discarded', importId: id });
    expect(run).toMatchObject({ state: IMPORT_STATE_FAILED, reason: 'The run was discarded.' });
    expect(await heldRows(id)).toBe(0);
    expect(await variantCount('discarded')).toBe(100);
    await expect(catalog.admin.applyImport({ companyId: 'discarded', importId: id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('is discarded by a later import, so that an older file never replaces a newer one', async () => {
    const { id } = await held('superseded');
    await catalog.importCsv('superseded', nativeCsv(101));
    const { run } = await catalog.admin.getImport({ companyId: 'superseded', importId: id });
    expect(run).toMatchObject({ state: IMPORT_STATE_FAILED, reason: expect.stringContaining('A later import') });
    await expect(catalog.admin.applyImport({ companyId: 'superseded', importId: id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('HELD'),
    });
    expect(await heldRows(id)).toBe(0);
  });

  it('is discarded by a later import of the file in force, as by one with other bytes', async () => {
    const { id } = await held('restored');
    const run = await catalog.importCsv('restored', nativeCsv(100));
    expect(run).toMatchObject({ state: IMPORT_STATE_SUCCEEDED, unchanged: 100 });
    await expect(catalog.admin.applyImport({ companyId: 'restored', importId: id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await variantCount('restored')).toBe(100);
  });

  it('that is discarded while a later import ends stays discarded, and the import succeeds', async () => {
    const { id } = await held('simultaneous');
    const holder = await catalog.owner.transaction();
    // Lets both begin: a discard that has locked the run waits here for its rows.
    await holder('held_rows').where({ run_id: id }).forUpdate();
    const discarded = catalog.admin.discardImport({ companyId: 'simultaneous', importId: id });
    await expect.poll(() => countWaiting(catalog.owner)).toBe(1);
    const later = catalog.importCsv('simultaneous', nativeCsv(101));
    await expect.poll(() => countWaiting(catalog.owner)).toBe(2);
    await holder.commit();
    await discarded;
    expect((await later).state).toBe(IMPORT_STATE_SUCCEEDED);
    const { run } = await catalog.admin.getImport({ companyId: 'simultaneous', importId: id });
    expect(run?.reason).toBe('The run was discarded.');
    await catalog.admin.discardImport({ companyId: 'simultaneous', importId: id });
  });

  it('whose decision has begun does not block a later import in turn', async () => {
    const { id } = await held('in turn');
    const deciding = await catalog.owner.transaction();
    await deciding('import_runs').where({ id }).forUpdate();
    const later = catalog.importCsv('in turn', nativeCsv(101));
    await expect.poll(() => countWaiting(catalog.owner)).toBe(1);
    await deciding('held_rows').where({ run_id: id }).delete();
    await deciding.commit();
    expect((await later).state).toBe(IMPORT_STATE_SUCCEEDED);
  });

  it('is discarded by a blueprint with another catalog', async () => {
    const { id } = await held('blueprint');
    await catalog.apply('blueprint', 1, { catalog: { products: [] } });
    const { run } = await catalog.admin.getImport({ companyId: 'blueprint', importId: id });
    expect(run?.state).toBe(IMPORT_STATE_FAILED);
  });

  it('only the last of several held runs is kept', async () => {
    const first = await held('several');
    const second = await catalog.importCsv('several', nativeCsv(11));
    expect(second.state).toBe(IMPORT_STATE_HELD);
    const { run } = await catalog.admin.getImport({ companyId: 'several', importId: first.id });
    expect(run?.state).toBe(IMPORT_STATE_FAILED);
    await catalog.admin.applyImport({ companyId: 'several', importId: second.id });
    expect(await variantCount('several')).toBe(11);
  });

  it('that is decided while its removed variants are listed is CONFLICT: without its rows all would be listed', async () => {
    const { id } = await held('listed');
    const list = () => catalog.admin.listRemovedVariants({ companyId: 'listed', importId: id });
    expect((await list()).variantIds).toHaveLength(90);
    const deciding = await catalog.owner.transaction();
    await deciding.raw('lock table held_rows in access exclusive mode');
    const refused = expect(list()).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect.poll(() => countWaiting(catalog.owner)).toBe(1);
    await deciding('held_rows').where({ run_id: id }).delete();
    await deciding('import_runs').where({ id }).update({ state: 'FAILED', decision: 'DISCARDED' });
    await deciding.commit();
    await refused;
  });

  it('belongs to its company only; a dry run or a run that ended is not held', async () => {
    const { id } = await held('own');
    const foreign = { companyId: 'other', importId: id };
    await expect(catalog.admin.applyImport(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(catalog.admin.discardImport(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const dry = await catalog.importCsv('own', nativeCsv(10), { dryRun: true });
    expect(dry.state).toBe(IMPORT_STATE_HELD);
    const { runs } = await catalog.admin.listImports({ companyId: 'own', pageSize: 10, pageToken: '' });
    for (const importId of [dry.id, runs.at(-1)!.id, 'none', '\0']) {
      await expect(catalog.admin.applyImport({ companyId: 'own', importId })).rejects.toMatchObject({
        code: /none|\0/.test(importId) ? 'NOT_FOUND' : 'CONFLICT',
      });
    }
  });
});

describe("a company's column mapping", () => {
  it('is used by every file of the company that gives none of its own', async () => {
    const mapping = {
      format: FeedFormat.FEED_FORMAT_AUTO,
      columns: [
        { name: 'url', source: 'https://shop.example/{Artikel}' },
        { name: 'id', source: 'Artikel' },
        { name: 'name', source: 'Titel' },
      ],
    };
    await catalog.admin.setColumnMapping({ companyId: 'mapped', mapping });
    expect(await catalog.admin.getColumnMapping({ companyId: 'mapped' })).toEqual({ mapping });
    const run = await catalog.importCsv('mapped', 'Artikel;Titel\nV1;Lip Oil');
    expect(run.state).toBe(IMPORT_STATE_SUCCEEDED);
    expect(await catalog.products('mapped')).toMatchObject([{ shopSystemId: 'V1', url: 'https://shop.example/V1' }]);
    await catalog.admin.setColumnMapping({ companyId: 'mapped' });
    expect((await catalog.importCsv('mapped', 'Artikel;Titel\nV1;Lip Oil')).state).toBe(IMPORT_STATE_FAILED);
  });

  it('names a column of its format, in words that say what to change', async () => {
    const set = (format: FeedFormat, columns: Record<string, string>) =>
      catalog.admin.setColumnMapping({
        companyId: 'm',
        mapping: { format, columns: Object.entries(columns).map(([name, source]) => ({ name, source })) },
      });
    await expect(set(FeedFormat.FEED_FORMAT_GMC, { titel: 'Titel', title: '' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: [
        { path: '/columns/titel', message: 'The format has no column "titel".' },
        { path: '/columns/title', message: expect.stringContaining('Name a column of the file') },
      ],
    });
    await expect(set(FeedFormat.FEED_FORMAT_AUTO, {})).rejects.toMatchObject({ details: [{ path: '/columns' }] });
  });
});
