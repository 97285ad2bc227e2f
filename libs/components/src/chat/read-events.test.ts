import { expect, it } from 'vitest';
import { readEvents } from './read-events.js';

const TEXT =
  ': hello\n\nevent: block\ndata: {"a":"ä€"}\n\ndata: one\ndata: two\n\nevent: done\ndata:{}\n\nevent: lost\ndata: x\n';
const EVENTS = [
  { event: 'block', data: '{"a":"ä€"}' },
  { event: 'message', data: 'one\ntwo' },
  { event: 'done', data: '{}' },
];

async function read(bytes: Uint8Array, size: number): Promise<unknown[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
  const events: unknown[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

it.each([1, 2, 3, 7, 1_000])(
  'reads events in pieces of %i bytes, without comments and what is cut off',
  async (size) => {
    for (const lineEnd of ['\n', '\r\n', '\r'])
      expect(await read(new TextEncoder().encode(TEXT.replaceAll('\n', lineEnd)), size)).toEqual(EVENTS);
  },
);

it('says that something arrived, also for a comment', async () => {
  let count = 0;
  const { body } = new Response(': still there\n\n');
  for await (const _ of readEvents(body as ReadableStream<Uint8Array>, () => count++)) expect.unreachable();
  expect(count).toBeGreaterThan(0);
});
