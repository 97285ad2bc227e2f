import { smallDisk } from '@svc/kit/testing';
import { ImportState } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';

const REASON =
  'The disk of the service or of its database is full; the catalog was not changed. Once there is space: Upload the file again.';

let catalog: TestCatalog | undefined;
afterEach(() => catalog?.stop());

describe('an import that cannot be stored', () => {
  it('ends as FAILED with that reason, and does not change the catalog', async () => {
    catalog = await startCatalog();
    await catalog.importCsv('full', nativeCsv(10));
    const before = await catalog.snapshot('full');
    await catalog.owner.raw(
      `create function refuse() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    );
    await catalog.owner.raw('create trigger refuse before insert on variants execute function refuse()');
    const run = await catalog.importCsv('full', nativeCsv(20));
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED, reason: REASON });
    expect(await catalog.snapshot('full')).toEqual(before);
  });
});

const disk = await smallDisk();

describe.skipIf(!disk)('an import on a disk that is really full', () => {
  afterEach(async () => {
    await disk?.free();
    await disk?.drop();
  });

  it('ends with that reason, and succeeds once there is room', async () => {
    catalog = await startCatalog({ environment: { DATABASE_URL: disk?.url ?? '', MIGRATE: 'true' } });
    await catalog.importCsv('full', nativeCsv(10));
    await disk?.fill();
    const run = await catalog.importCsv('full', nativeCsv(5_000));
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED, reason: REASON });
    await disk?.free();
    expect(await catalog.importCsv('full', nativeCsv(20))).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED });
    await catalog.stop();
    catalog = undefined;
  });
});
