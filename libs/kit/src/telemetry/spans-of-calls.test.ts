import { SpanKind } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forCompany } from '../db/statements/for-company.js';
import { runPrepared } from '../db/statements/run-prepared.js';
import { ServiceError } from '../errors/service-error.js';
import { currentContext, newContext, runInContext } from '../log/context.js';
import { grpcSandbox, TRANSPORTS } from '../testing/grpc-fixture.js';
import { testDatabase } from '../testing/test-database.js';
import { createSdkSpans, type SdkSpans } from './sdk-spans.js';
import { runInSpan, setSpans, startTrace, withSpan, withTrace } from './spans.js';

const sandbox = grpcSandbox();
const exporter = new InMemorySpanExporter();
let spans: SdkSpans;
beforeEach(() => {
  exporter.reset();
  spans = createSdkSpans(new SimpleSpanProcessor({ exporter }), { 'service.name': 'test' });
  setSpans(spans);
});
afterEach(async () => {
  setSpans(undefined);
  await sandbox.stopAll();
});

/** Runs work below the first span of a trace, as the gateway does for a request that it records. */
function inTrace<T>(work: () => Promise<T>): Promise<T> {
  const span = startTrace('request', { kind: 'server' });
  if (!span) throw new Error('Tracing is off.');
  return runInSpan(span, newContext(), work);
}

const ended = (): ReadableSpan[] => exporter.getFinishedSpans();
const find = (name: string, kind: SpanKind) => ended().filter((span) => span.name === name && span.kind === kind);
const LIST = 'svc.catalog.v1.CatalogService/ListCatalogChanges';
const SNAPSHOT = 'svc.catalog.v1.CatalogService/GetSnapshot';

describe.each(TRANSPORTS)('spans of calls, transport %s (docs/operations.md "Traces")', (transport) => {
  it('a call has a client span below its caller and a server span below that, through two services', async () => {
    const inner = await sandbox.start({ list: async () => '' }, transport);
    const outer = await sandbox.start(
      { list: async () => (await inner.client.listCatalogChanges({ cursor: '' })).cursor },
      transport,
    );
    await inTrace(() => outer.client.listCatalogChanges({ cursor: '' }));
    await expect.poll(() => find(LIST, SpanKind.SERVER)).toHaveLength(2);
    const [root] = ended().filter(({ name }) => name === 'request');
    const path = [root as ReadableSpan];
    for (const kind of [SpanKind.CLIENT, SpanKind.SERVER, SpanKind.CLIENT, SpanKind.SERVER]) {
      const parent = path.at(-1) as ReadableSpan;
      const children = find(LIST, kind).filter(
        (span) => span.parentSpanContext?.spanId === parent.spanContext().spanId,
      );
      expect(children).toHaveLength(1);
      path.push(children[0] as ReadableSpan);
    }
    expect(new Set(ended().map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(path.at(-1)?.attributes).toMatchObject({ 'rpc.method': LIST, 'rpc.response.status_code': 'OK' });
  });

  it('a call that is retried has one client span and a server span for each attempt', async () => {
    let attempts = 0;
    const { client } = await sandbox.start(
      {
        list: async () => {
          attempts += 1;
          if (attempts === 1) throw new ServiceError('UNAVAILABLE', 'Retry the request later.');
          return '';
        },
      },
      transport,
    );
    await inTrace(() => client.listCatalogChanges({ cursor: '' }));
    await expect.poll(() => find(LIST, SpanKind.SERVER)).toHaveLength(2);
    const [call, ...others] = find(LIST, SpanKind.CLIENT);
    expect(others).toEqual([]);
    const servers = find(LIST, SpanKind.SERVER);
    expect(servers.map((span) => span.parentSpanContext?.spanId)).toEqual(
      servers.map(() => call?.spanContext().spanId),
    );
    expect(servers.map((span) => span.attributes['rpc.response.status_code'])).toEqual(['UNAVAILABLE', 'OK']);
    expect(servers[0]?.attributes['error.type']).toBe('UNAVAILABLE');
  });

  it('a stream is one call, and names its company by a hash only', async () => {
    const { client } = await sandbox.start(
      {
        async *snapshot() {
          yield { chunk: Buffer.from('x') };
        },
      },
      transport,
    );
    await inTrace(async () => {
      for await (const _ of client.getSnapshot({ companyId: 'secret-company' }));
    });
    await expect.poll(() => find(SNAPSHOT, SpanKind.SERVER)).toHaveLength(1);
    const [call] = find(SNAPSHOT, SpanKind.CLIENT);
    expect(find(SNAPSHOT, SpanKind.SERVER)[0]?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
    expect(call?.attributes['svc.company']).toMatch(/^[0-9a-f]{12}$/);
    expect(JSON.stringify(ended().map(({ attributes }) => attributes))).not.toContain('secret-company');
  });

  it('a trace that is not sampled passes its ids on unchanged and records nothing', async () => {
    let seen: string | undefined;
    const { client } = await sandbox.start(
      {
        list: async () => {
          seen = currentContext()?.traceparent;
          return '';
        },
      },
      transport,
    );
    const context = newContext({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' });
    await runInContext(context, () => client.listCatalogChanges({ cursor: '' }));
    expect(seen).toBe(context.traceparent);
    expect(ended()).toEqual([]);
  });
});

it('statements with a name and transactions of a company have spans without their values', async () => {
  const { database, drop } = await testDatabase({
    schema: 'kit_spans',
    migrationsDirectory: new URL('../testing/fixtures/migrations/', import.meta.url),
  });
  await inTrace(async () => {
    await runPrepared(database.knex, { name: 'select-text', text: 'select $1::text' }, ['secret-value']);
    await forCompany(database.knex, 'secret-company', (trx) => trx.raw('select 1'));
    const failing = runPrepared(database.knex, { name: 'select-nothing', text: 'select 1/$1::int' }, [0]);
    await expect(failing).rejects.toThrow();
  });
  const [root] = ended().filter(({ name }) => name === 'request');
  for (const name of ['select-text', 'transaction', 'select-nothing']) {
    expect(find(name, SpanKind.CLIENT)[0]?.parentSpanContext?.spanId).toBe(root?.spanContext().spanId);
  }
  expect(find('select-nothing', SpanKind.CLIENT)[0]?.attributes['error.type']).toBe('22012');
  expect(JSON.stringify(ended().map(({ attributes }) => attributes))).not.toContain('secret');
  await drop();
});

it('background work is recorded below a recorded request, and otherwise in a trace of its own with a link', async () => {
  const link = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await withTrace('alone', { kind: 'internal', link }, async () => {});
  await inTrace(() => withTrace('below', { kind: 'internal' }, async () => {}));
  await withSpan('without a trace', { kind: 'internal' }, async () => {});
  const [alone] = ended().filter(({ name }) => name === 'alone');
  const [below] = ended().filter(({ name }) => name === 'below');
  expect(alone?.parentSpanContext).toBeUndefined();
  expect(alone?.links[0]?.context).toMatchObject({ traceId: link.slice(3, 35), spanId: link.slice(36, 52) });
  expect(below?.parentSpanContext).toBeDefined();
  expect(ended().map(({ name }) => name)).not.toContain('without a trace');
});
