import { ImportState } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectConsistentCounts } from './testing/expect-consistent-counts.js';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

describe('what an import changes', () => {
  it('importing the same file again changes nothing and does not raise the version', async () => {
    await catalog.importCsv('same', nativeCsv(50));
    const published = catalog.published.length;
    expect(await catalog.importCsv('same', nativeCsv(50))).toMatchObject({ unchanged: 50, created: 0, updated: 0 });
    expect((await catalog.snapshot('same')).version).toBe(1);
    expect(catalog.published).toHaveLength(published);
  });

  it('counts changes; missing variants are kept as unavailable, and become available when a file has them again', async () => {
    await catalog.importCsv('changing', nativeCsv(50));
    const changed = `${nativeCsv(45).replace('V3;Foundation', 'V3;Make-up')}N1;New;https://s.example;;;;\n`;
    const run = await catalog.importCsv('changing', changed);
    expectConsistentCounts(run);
    expect(run).toMatchObject({ created: 1, updated: 1, unchanged: 44, removed: 5 });
    const snapshot = await catalog.snapshot('changing');
    expect(snapshot.version).toBe(2);
    expect(snapshot.variants.map(({ id }) => id)).toEqual([...Array.from({ length: 45 }, (_, i) => `V${i}`), 'N1']);
    const products = await catalog.products('changing');
    expect(products.at(-1)).toMatchObject({ shopSystemId: 'P9' });
    expect(products.at(-1)?.variants.map(({ available }) => available)).toEqual([false, false, false, false, false]);
    expect(await catalog.importCsv('changing', nativeCsv(50))).toMatchObject({ created: 5, updated: 1, removed: 1 });
    expect((await catalog.snapshot('changing')).variants.every(({ available }) => available)).toBe(true);
  });

  it('another order of the rows is another catalog, although no variant was updated', async () => {
    const [header, ...rows] = nativeCsv(20).trimEnd().split('\n');
    await catalog.importCsv('order', nativeCsv(20));
    const run = await catalog.importCsv('order', [header, ...rows.reverse()].join('\n'));
    expect(run).toMatchObject({ updated: 0, unchanged: 20 });
    const { version, variants, products } = await catalog.snapshot('order');
    expect(version).toBe(2);
    expect(variants[0]).toMatchObject({ id: 'V19', product: 0 });
    expect(products.map(({ id }) => id)).toEqual(['P3', 'P2', 'P1', 'P0']);
  });

  it('a dry run gives the same report and changes nothing (docs/catalog.md "What every import does")', async () => {
    const dry = await catalog.importCsv('dry', nativeCsv(30), { dryRun: true, currency: 'EUR' });
    expect(dry).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED, created: 30, dryRun: true });
    expect(await catalog.snapshot('dry')).toEqual({ version: 0, products: [], variants: [] });
    expect(await catalog.exported('dry')).toEqual({ feed: null });
    const { id: _, createTime: __, finishTime: ___, dryRun: ____, ...report } = dry;
    expect(await catalog.importCsv('dry', nativeCsv(30))).toMatchObject(report);
  });

  it("one company's import never touches another company's products of the same ids (docs/reliability.md R9.1)", async () => {
    await catalog.importCsv('tenant-a', nativeCsv(30));
    await catalog.importCsv('tenant-b', nativeCsv(25).replaceAll('19.90', '5'));
    const a = await catalog.products('tenant-a');
    expect(a.flatMap(({ variants }) => variants.map(({ price }) => price))).toEqual(Array(30).fill('19.90'));
    expect((await catalog.snapshot('tenant-b')).variants).toHaveLength(25);
    const { runs } = await catalog.admin.listImports({ companyId: 'tenant-a', pageSize: 0, pageToken: '' });
    expect(runs).toHaveLength(1);
    const foreign = catalog.admin.getImport({ companyId: 'tenant-b', importId: runs[0]!.id });
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the guard (docs/reliability.md R5.2)', () => {
  it('a run that removes 21 of 100 variants is held, one that removes 20 is not; compared is the current catalog', async () => {
    await catalog.importCsv('guard', nativeCsv(100));
    const held = await catalog.importCsv('guard', nativeCsv(79));
    expect(held).toMatchObject({ state: ImportState.IMPORT_STATE_HELD, removed: 21, unchanged: 79 });
    expect(held.reason).toMatch(/21 of the 100 variants/);
    expect((await catalog.snapshot('guard')).variants.filter(({ available }) => available)).toHaveLength(100);
    expect(await catalog.importCsv('guard', nativeCsv(80))).toMatchObject({
      state: ImportState.IMPORT_STATE_SUCCEEDED,
      removed: 20,
    });
    expect(await catalog.importCsv('guard', nativeCsv(59))).toMatchObject({
      state: ImportState.IMPORT_STATE_HELD,
      removed: 21,
    });
  });

  it('a small catalog may lose up to 20 variants, whatever their share', async () => {
    await catalog.importCsv('small', nativeCsv(21));
    expect(await catalog.importCsv('small', nativeCsv(1))).toMatchObject({
      state: ImportState.IMPORT_STATE_SUCCEEDED,
      removed: 20,
    });
  });

  it('a file with a header only is held and the old catalog keeps serving', async () => {
    await catalog.importCsv('bare', nativeCsv(10));
    expect(await catalog.importCsv('bare', 'id;name;url\n')).toMatchObject({
      state: ImportState.IMPORT_STATE_HELD,
      removed: 10,
      read: 0,
    });
    expect((await catalog.snapshot('bare')).variants).toHaveLength(10);
  });
});
