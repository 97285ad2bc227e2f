import type { ServiceError } from '@svc/kit';
import { ImportState } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCsv, startCatalog, type TestCatalog, upload } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

describe('runs', () => {
  it('without `wait` the response is sent when the file is staged, and the run ends in the background', async () => {
    const { run } = await catalog.admin.importCsv(upload('background', nativeCsv(500), { wait: false }));
    await expect
      .poll(async () => (await catalog.admin.getImport({ companyId: 'background', importId: run!.id })).run?.state)
      .toBe(ImportState.IMPORT_STATE_SUCCEEDED);
    await expect.poll(() => catalog.published).toContain('background');
  });

  it('a second import of the company is refused with CONFLICT while the first is running', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* slow() {
      const parts = upload('busy', nativeCsv(10));
      yield (await parts.next()).value!;
      await gate;
      yield* parts;
    }
    const first = catalog.admin.importCsv(slow());
    await expect
      .poll(
        async () => (await catalog.admin.listImports({ companyId: 'busy', pageSize: 1, pageToken: '' })).runs.length,
      )
      .toBe(1);
    await expect(catalog.importCsv('busy', nativeCsv(10))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^An import of this company is already running/),
    });
    await expect(catalog.importCsv('not-busy', nativeCsv(10))).resolves.toMatchObject({ created: 10 });
    release();
    expect((await first).run).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED, created: 10 });
  });

  it.each([1, 2, 3, 4, 5])(
    'an interrupted upload fails its run and never imports half a file (round %d)',
    async (round) => {
      const company = `broken ${round}`;
      const controller = new AbortController();
      async function* broken() {
        const parts = upload(company, nativeCsv(5_000));
        yield (await parts.next()).value!;
        yield (await parts.next()).value!;
        await new Promise((resolve) => setTimeout(resolve, 50));
        controller.abort();
        await new Promise(() => {});
      }
      await expect(catalog.admin.importCsv(broken(), { signal: controller.signal })).rejects.toThrow();
      await expect
        .poll(
          async () =>
            (await catalog.admin.listImports({ companyId: company, pageSize: 1, pageToken: '' })).runs[0]?.state,
        )
        .toBe(ImportState.IMPORT_STATE_FAILED);
      expect((await catalog.snapshot(company)).version).toBe(0);
      await expect(catalog.importCsv(company, nativeCsv(10))).resolves.toMatchObject({ created: 10 });
    },
  );

  it.each([
    ['UPLOAD', /Upload the file again/],
    ['FEED', /The feed will be fetched again automatically/],
    ['SHOPIFY', /The shop will be read again automatically/],
  ])(
    'a run (%s) whose process was killed is FAILED once its lease has ended, says what follows, and the next import may begin',
    async (source, reason) => {
      const companyId = `killed ${source}`;
      await catalog.owner.raw(
        `insert into import_runs (id, company_id, state, dry_run, source, lease_until, created_at)
         values (?, ?, 'RUNNING', false, ?, now() - interval '1 second', now() - interval '1 minute')`,
        [`killed${source}`, companyId, source],
      );
      const { run } = await catalog.admin.getImport({ companyId, importId: `killed${source}` });
      expect(run).toMatchObject({
        state: ImportState.IMPORT_STATE_FAILED,
        reason: expect.stringMatching(reason),
      });
      expect(await catalog.importCsv(companyId, nativeCsv(10))).toMatchObject({ created: 10 });
    },
  );

  it('a refused import says when the lease of the running one ends, and may be repeated then', async () => {
    const { rows } = await catalog.owner.raw(
      `insert into import_runs (id, company_id, state, dry_run, source, lease_until, created_at)
       values ('leased', 'leased', 'RUNNING', false, 'UPLOAD', now() + interval '30 seconds', now())
       returning lease_until`,
    );
    const refused: ServiceError = await catalog.importCsv('leased', nativeCsv(10)).then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(rows[0].lease_until.toISOString()),
    });
    expect(refused.retryAfterS).toBeGreaterThan(0);
    expect(refused.retryAfterS).toBeLessThanOrEqual(30);
    // As if that time had passed.
    await catalog.owner.raw(
      `update import_runs set lease_until = lease_until - make_interval(secs => ?) where id = 'leased'`,
      [refused.retryAfterS ?? 0],
    );
    expect(await catalog.importCsv('leased', nativeCsv(10))).toMatchObject({ created: 10 });
  });

  it('an unknown id is NOT_FOUND, whatever characters it has', async () => {
    for (const importId of ['', 'unknown', 'a\0b', '../x']) {
      const unknown = catalog.admin.getImport({ companyId: 'listed', importId });
      await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('runs are listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift((await catalog.importCsv('listed', nativeCsv(index + 1))).id);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await catalog.admin.listImports({ companyId: 'listed', pageSize: 2, pageToken: cursor });
      seen.push(...page.runs.map(({ id }) => id));
      cursor = page.nextPageToken || undefined;
    }
    expect(seen).toEqual(ids);
  });

  it('a message other than start at the beginning is INVALID_REQUEST', async () => {
    async function* wrong() {
      yield { part: { $case: 'chunk' as const, value: Buffer.from('id') } };
    }
    await expect(catalog.admin.importCsv(wrong())).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
