import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { spoolFile } from './spool-file.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const CHUNKS = 200;

it('written data are released: memory does not grow with the file (docs/reliability.md R5.3)', async () => {
  const sent: WeakRef<Buffer>[] = [];
  let held = Number.NaN;
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let index = 0; index < CHUNKS; index++) {
      await nextTurn();
      const chunk = Buffer.alloc(64 * 1024, 'x');
      sent.push(new WeakRef(chunk));
      yield chunk;
    }
    await nextTurn();
    collectGarbage();
    held = sent.filter((chunk) => chunk.deref() !== undefined).length;
  }
  const file = await spoolFile(chunks(), { maxBytes: 2 ** 30, signal: new AbortController().signal });
  await file.close();
  expect(held).toBeLessThan(CHUNKS / 10);
});

it('an aborted signal ends the wait for a silent sender immediately, with its reason', async () => {
  const giveUp = new AbortController();
  async function* silent(): AsyncGenerator<Buffer> {
    yield Buffer.from('id;name');
    giveUp.abort(new Error('too late'));
    await new Promise(() => {});
  }
  await expect(spoolFile(silent(), { maxBytes: 1_000, signal: giveUp.signal })).rejects.toThrow('too late');
});

it('a sender that fails after the abort causes no unhandled rejection', async () => {
  const giveUp = new AbortController();
  async function* failing(): AsyncGenerator<Buffer> {
    giveUp.abort(new Error('too late'));
    await nextTurn();
    yield* [];
    throw new Error('broken pipe');
  }
  await expect(spoolFile(failing(), { maxBytes: 1_000, signal: giveUp.signal })).rejects.toThrow('too late');
  await nextTurn();
  await nextTurn();
});
