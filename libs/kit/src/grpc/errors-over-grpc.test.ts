import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../errors/error-table.js';
import { ServiceError } from '../errors/service-error.js';
import { type FixtureHandlers, readClient, startFixture, TRANSPORTS, writeClient } from '../testing/grpc-fixture.js';
import { INTERNAL_MESSAGE } from './error-status.js';

const thrown = new Map<string, () => unknown>();
const UNREACHABLE = { grpc: '127.0.0.1:1', 'in-process': 'inproc:unreachable' };

describe.each(TRANSPORTS)('errors, transport %s', (transport) => {
  let fixture: Awaited<ReturnType<typeof startFixture>>;
  let client: ReturnType<typeof readClient>;
  let writes: ReturnType<typeof writeClient>;

  beforeAll(async () => {
    const raise = async (key: string): Promise<never> => {
      throw thrown.get(key)?.();
    };
    const handlers: FixtureHandlers = {
      list: raise,
      apply: raise,
      // biome-ignore lint/correctness/useYield: a stream that fails before its first message.
      snapshot: async function* ({ companyId }) {
        await raise(companyId);
      },
      importCsv: async (requests) => {
        for await (const _ of requests) await raise('import');
        return 0;
      },
    };
    fixture = await startFixture(handlers, { transport });
    // The 2 s of a call are too short on a busy machine.
    client = readClient(fixture.address, { retry: [], timeoutMs: 20_000 });
    writes = writeClient(fixture.address, { timeoutMs: 20_000 });
  });

  afterAll(async () => {
    client.close();
    writes.close();
    await fixture.server.stop();
  });

  async function caught(key: string, error: () => unknown): Promise<ServiceError> {
    thrown.set(key, error);
    const result: unknown = await client.listCatalogChanges({ cursor: key }).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(result).toBeInstanceOf(ServiceError);
    return result as ServiceError;
  }

  it.each(Object.keys(ERRORS) as ErrorCode[])('%s arrives as the same ServiceError', async (code) => {
    const details = [{ path: '/steps/0/name', message: "Größe isn't “ok”\n – 100 %" }];
    const error = await caught(code, () => new ServiceError(code, `Ändern: ${code}`, { details, retryAfterS: 7 }));
    expect(error).toMatchObject({ code, details, retryAfterS: 7 });
    expect(error.message).toBe(code === 'INTERNAL' ? INTERNAL_MESSAGE : `Ändern: ${code}`);
  });

  it('the table’s Retry-After and Allow survive', async () => {
    expect((await caught('a', () => new ServiceError('REQUEST_IN_PROGRESS', 'wait'))).retryAfterS).toBe(2);
    expect((await caught('b', () => new ServiceError('METHOD_NOT_ALLOWED', 'no', { allow: 'GET, HEAD' }))).allow).toBe(
      'GET, HEAD',
    );
  });

  it('a bug is INTERNAL: neither SQL, stack nor message reach the caller, but the log has them (docs/reliability.md R7.9)', async () => {
    const error = await caught('bug', () => new Error('select secret from users'));
    expect(error).toMatchObject({ code: 'INTERNAL', message: INTERNAL_MESSAGE, details: [] });
    expect(JSON.stringify(error.cause ?? {})).not.toContain('secret');
    expect(fixture.lines.join('')).toContain('select secret from users');
  });

  it('a database that restarts is UNAVAILABLE, not a bug, and its message stays here', async () => {
    const restart = () => Object.assign(new Error('terminating connection: admin'), { code: '57P01' });
    const error = await caught('restart', restart);
    expect(error.code).toBe('UNAVAILABLE');
    expect(error.message).not.toContain('terminating');
  });

  it('a thrown value that is no Error is INTERNAL too', async () => {
    expect((await caught('string', () => 'oops')).code).toBe('INTERNAL');
    expect((await caught('undefined', () => undefined)).code).toBe('INTERNAL');
  });

  it('the cause of a ServiceError stays on the server, in its log', async () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.1');
    const error = await caught('cause', () => new ServiceError('UNAVAILABLE', 'Try again.', { cause }));
    expect(error.cause).toBeUndefined();
    expect(fixture.lines.join('')).toContain('ECONNREFUSED 10.0.0.1');
  });

  it('5,000 problems of a document arrive as the first ones and the number of the others, not as a broken stream', async () => {
    const details = Array.from({ length: 5_000 }, (_, index) => ({
      path: `/catalog/products/${index}/name`,
      message: 'name is 1 to 255 characters of text.',
    }));
    const error = await caught(
      'many',
      () => new ServiceError('INVALID_BLUEPRINT', 'Not valid. '.repeat(5_000), { details }),
    );
    expect(error.code).toBe('INVALID_BLUEPRINT');
    expect(error.details[0]).toEqual(details[0]);
    expect(error.details.length).toBeGreaterThan(200);
    expect(error.details.at(-1)?.message).toBe(`${5_001 - error.details.length} more problems are not listed.`);
  });

  it('a large document of problems in another script fits as well', async () => {
    const details = Array.from({ length: 1_000 }, () => ({ path: '/名', message: '漢'.repeat(2_000) }));
    const error = await caught('script', () => new ServiceError('INVALID_BLUEPRINT', '漢'.repeat(9_000), { details }));
    expect(error.code).toBe('INVALID_BLUEPRINT');
  });

  it('streams fail with ServiceError too, in both directions', async () => {
    thrown.set('s', () => new ServiceError('NOT_FOUND', 'No such company.'));
    const read = async () => {
      for await (const _ of client.getSnapshot({ companyId: 's' })) expect.unreachable();
    };
    await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such company.' });
    thrown.set('import', () => new ServiceError('INVALID_REQUEST', 'Not a CSV file.'));
    async function* endless() {
      for (;;) yield { part: { $case: 'chunk' as const, value: Buffer.alloc(65_536) } };
    }
    await expect(writes.importCsv(endless())).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('its stack names the code that made the call, whether the service failed or could not be reached', async () => {
    thrown.set('stack', () => new ServiceError('NOT_FOUND', 'No such company.'));
    const unreachable = readClient(UNREACHABLE[transport], { retry: [] });
    for (const target of [client, unreachable]) {
      const readCatalog = async () => await target.listCatalogChanges({ cursor: 'stack' });
      const error: unknown = await readCatalog().catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(ServiceError);
      expect((error as Error).stack).toContain('readCatalog');
    }
    unreachable.close();
    expect(Error.stackTraceLimit).toBeGreaterThan(0);
  });

  it('a server that cannot be reached is UNAVAILABLE, with the cause for the log', async () => {
    const unreachable = readClient(UNREACHABLE[transport], { retry: [] });
    const error: unknown = await unreachable.listCatalogChanges({ cursor: '' }).catch((failure: unknown) => failure);
    unreachable.close();
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
    expect((error as Error).cause).toBeInstanceOf(Error);
  });
});
