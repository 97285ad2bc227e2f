import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientDuplexStream, credentials, Metadata, status } from '@grpc/grpc-js';
import {
  CallStreamServiceService,
  CatalogServiceService,
  ExchangeRequest,
  type ExchangeResponse,
  type StartCall,
} from '@svc/proto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { grpcSandbox } from '../../testing/grpc-fixture.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

const { listCatalogChanges } = CatalogServiceService;
const { path, responseDeserialize } = CallStreamServiceService.exchange;

/** A call stream that takes any bytes for messages. */
function openRaw(address: string): ClientDuplexStream<Buffer, ExchangeResponse> {
  const client = new Client(address, credentials.createInsecure());
  sandbox.onStop(() => client.close());
  const same = (bytes: Buffer) => bytes;
  const stream = client.makeBidiStreamRequest(path, same, responseDeserialize, new Metadata(), {});
  stream.on('error', () => {});
  return stream.resume();
}

/** A stream that sends any bytes at all to a server whose `list` answers what it was sent, `slow` after 200 ms. */
async function openStream() {
  const { address, client } = await sandbox.start(
    { list: (cursor) => (cursor === 'slow' ? sleep(200, cursor) : Promise.resolve(cursor)) },
    { transport: 'stream' },
  );
  const stream = openRaw(address);
  const replies = new Map<number, string>();
  let end: number | undefined;
  stream.on('data', (response: ExchangeResponse) => {
    for (const { id, payload, error } of response.replies) {
      replies.set(id, error ? `error ${error.code}` : listCatalogChanges.responseDeserialize(payload).cursor);
    }
  });
  stream.on('status', ({ code }) => {
    end = code;
  });
  const call = (id: number, cursor: string, more: Partial<StartCall> = {}): StartCall => ({
    id,
    method: listCatalogChanges.path,
    payload: listCatalogChanges.requestSerialize({ cursor }),
    timeoutMs: 1_000,
    requestId: '',
    traceparent: '',
    more: false,
    ...more,
  });
  return {
    address,
    call,
    replies,
    write: (bytes: Buffer) => void stream.write(bytes),
    send: (calls: StartCall[], cancelledIds: number[] = []) =>
      void stream.write(Buffer.from(ExchangeRequest.encode({ calls, cancelledIds, ping: false }).finish())),
    get end() {
      return end;
    },
    /** Others are served as before. */
    async othersAreServed() {
      expect((await client.listCatalogChanges({ cursor: 'other' })).cursor).toBe('other');
    },
  };
}

const waitFor = (condition: () => void) => vi.waitFor(condition, { timeout: 10_000, interval: 10 });

describe('a client that does not keep to the protocol', () => {
  it('calls of unknown methods, with unreadable requests or without time fail alone', async () => {
    const { send, call, replies, othersAreServed } = await openStream();
    send([
      call(1, 'x', { method: '/svc.catalog.v1.CatalogService/DropAll' }),
      call(2, 'x', { method: '/svc.catalog.v1.CatalogService/GetSnapshot' }), // Streams responses: not for this carrier.
      call(3, 'x', { method: '__proto__' }),
      call(4, 'x', { payload: Buffer.from([0xff, 0xff, 0xff]) }),
      call(5, 'slow', { timeoutMs: 0 }),
      call(6, 'slow', { timeoutMs: 2 ** 32 - 1 }),
      call(7, 'fine', { requestId: 'two\nlines', traceparent: 'x'.repeat(5_000) }),
    ]);
    await waitFor(() => expect(replies.size).toBe(7));
    expect(Object.fromEntries(replies)).toEqual({
      1: `error ${status.UNIMPLEMENTED}`,
      2: `error ${status.UNIMPLEMENTED}`,
      3: `error ${status.UNIMPLEMENTED}`,
      4: `error ${status.INTERNAL}`,
      5: expect.anything(),
      6: 'slow',
      7: 'fine',
    });
    await othersAreServed();
  });

  it('an id that is in use ends the stream: nobody gets the answer to another call', async () => {
    const stream = await openStream();
    stream.send([stream.call(1, 'slow')]);
    stream.send([stream.call(1, 'fine')]);
    await waitFor(() => expect(stream.end).toBe(status.INVALID_ARGUMENT));
    expect(stream.replies.size).toBe(0);
    await stream.othersAreServed();
  });

  it('an id that is taken again after a cancellation gets the answer to the new call only', async () => {
    const { send, call, replies } = await openStream();
    send([call(1, 'slow')]);
    send([], [1, 1, 999]);
    send([call(1, 'fine')]);
    await waitFor(() => expect(replies.get(1)).toBe('fine'));
    await sleep(400); // Longer than the first call takes.
    expect(replies.get(1)).toBe('fine');
  });

  it('bytes that are no message end the stream, and only this one', async () => {
    for (const bytes of [Buffer.from([0x0a, 0xff]), Buffer.from([0x0a, 0x02, 0x12, 0x7f]), Buffer.alloc(1_000, 0xff)]) {
      const stream = await openStream();
      stream.write(bytes);
      await waitFor(() => expect(stream.end).toBe(status.INTERNAL));
      await stream.othersAreServed();
    }
  });

  it('random bytes, and messages with a few bytes changed, never stop the server', async () => {
    const valid = fc.constantFrom(
      ExchangeRequest.encode({ calls: [], cancelledIds: [1, 2], ping: true }).finish(),
      ExchangeRequest.encode({
        calls: [
          {
            id: 7,
            method: listCatalogChanges.path,
            payload: Buffer.from('\n\x01x'),
            timeoutMs: 50,
            requestId: 'r',
            traceparent: '',
            more: false,
          },
        ],
        cancelledIds: [],
        ping: false,
      }).finish(),
    );
    const changed = fc.tuple(valid, fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 5 }));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((random) => Buffer.from(random)),
      changed.map(([message, changes]) => {
        const copy = Buffer.from(message);
        for (const [at, value] of changes) copy[at % copy.length] = value;
        return copy;
      }),
    );
    const { address, othersAreServed } = await openStream();
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 3 }), async (messages) => {
        const stream = openRaw(address);
        for (const message of messages) stream.write(message);
        stream.end();
        await new Promise((resolve) => stream.on('status', resolve));
      }),
      { numRuns: 300 },
    );
    await othersAreServed();
  });

  it('a client that never reads is not served without end', async () => {
    const stream = await openStream();
    stream.send(Array.from({ length: 5_000 }, (_, index) => stream.call(index, 'slow')));
    await stream.othersAreServed();
    await waitFor(() => expect(stream.replies.size).toBe(5_000));
    const answers = [...stream.replies.values()];
    expect(answers.filter((answer) => answer === 'slow')).toHaveLength(2_000);
    expect(answers.filter((answer) => answer === `error ${status.UNAVAILABLE}`)).toHaveLength(3_000);
  });
});
