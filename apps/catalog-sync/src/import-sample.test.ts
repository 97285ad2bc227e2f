import { ChangeConcern, ImportState } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const HEADER = 'id;name;url;parentId;price;coverImage;vendor;tags\n';
const row = (id: number, { price = '19.90', image = 'https://s.example/i.jpg', vendor = 'Glow' } = {}) =>
  `V${id};Foundation Shade ${id};https://s.example/p;P;${price};${image};${vendor};category:foundation\n`;
const loadChanges = async (companyId: string, importId: string) =>
  (await catalog.admin.getImportChanges({ companyId, importId })).changes!;

describe('the sample of what an import changes (docs/catalog.md "What an import changes")', () => {
  it('has each changed field with both values, prices that change by more than half and lost images first', async () => {
    await catalog.importCsv('sample', HEADER + row(0) + row(1) + row(2) + row(3));
    const file = HEADER + row(0, { price: '20.90' }) + row(1, { image: '' }) + row(2, { price: '29.86' });
    const { id } = await catalog.importCsv('sample', file + row(3, { price: '9.95' }), { dryRun: true });
    const { fields, changes, removed } = await loadChanges('sample', id);
    expect(changes.map(({ id, field, before, after, concern }) => [id, field, before, after, concern])).toEqual([
      ['V1', 'imageUrl', 'https://s.example/i.jpg', undefined, ChangeConcern.CHANGE_CONCERN_IMAGE],
      ['V2', 'price', '19.90', '29.86', ChangeConcern.CHANGE_CONCERN_PRICE],
      ['V0', 'price', '19.90', '20.90', ChangeConcern.CHANGE_CONCERN_UNSPECIFIED],
      ['V3', 'price', '19.90', '9.95', ChangeConcern.CHANGE_CONCERN_UNSPECIFIED],
    ]);
    expect(fields).toEqual([
      { product: false, field: 'price', count: 3 },
      { product: false, field: 'imageUrl', count: 1 },
    ]);
    expect(removed).toEqual([]);
  });

  it('lists at most 200 changes, of every field at least one, and counts all (docs/dashboard.md Y12.7)', async () => {
    await catalog.importCsv('many', nativeCsv(600));
    const file = nativeCsv(600).replaceAll(';19.90;', ';18.90;').replace('V599;Foundation 119', 'V599;Make-up 119');
    const { id } = await catalog.importCsv('many', file);
    const { fields, changes } = await loadChanges('many', id);
    expect(changes).toHaveLength(200);
    expect(changes.find(({ field, product }) => field === 'name' && !product)).toMatchObject({ id: 'V599' });
    expect(fields.find(({ field }) => field === 'price')?.count).toBe(600);
  });

  it('names the variants that would go, and their products; a held run lists the ids of all of them', async () => {
    await catalog.importCsv('gone', nativeCsv(300));
    const run = await catalog.importCsv('gone', nativeCsv(10));
    expect(run.state).toBe(ImportState.IMPORT_STATE_HELD);
    const { removed } = await loadChanges('gone', run.id);
    expect(removed).toHaveLength(200);
    expect(removed[0]).toEqual({
      id: 'V10',
      name: 'Foundation 2 Shade 10',
      productId: 'P2',
      productName: 'Foundation 2 Shade',
    });
    const request = { companyId: 'gone', importId: run.id };
    const { variantIds } = await catalog.admin.listRemovedVariants(request);
    expect(variantIds).toEqual(Array.from({ length: 290 }, (_, index) => `V${index + 10}`));
    await catalog.admin.applyImport(request);
    await expect(catalog.admin.listRemovedVariants(request)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await loadChanges('gone', run.id)).removed).toHaveLength(200);
  });

  it('is empty for a first catalog and an unchanged one, and belongs to its company only', async () => {
    const first = await catalog.importCsv('own', nativeCsv(5));
    const again = await catalog.importCsv('own', nativeCsv(5));
    for (const { id } of [first, again])
      expect(await loadChanges('own', id)).toEqual({ fields: [], changes: [], removed: [] });
    for (const importId of [first.id, '\0']) {
      const foreign = { companyId: 'other', importId };
      await expect(catalog.admin.getImportChanges(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(catalog.admin.listRemovedVariants(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});
