import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/service-error.js';
import { createTaskThread } from './task-thread.js';

/** A thread whose tasks do what they are sent. */
const FILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { serveTask } from ${JSON.stringify(new URL('../../dist/workers/serve-task.js', import.meta.url).href)};
    import { ServiceError } from ${JSON.stringify(new URL('../../dist/errors/service-error.js', import.meta.url).href)};
    const tasks = {
      double: ({ number }) => number * 2,
      fillBytes: ({ length }, call) => call('count', { bytes: Buffer.alloc(length, 1) }),
      sendBytes: ({ length }) => ({ bytes: Buffer.alloc(length, 1), list: ['a'] }),
      ask: async ({ names }, call) => Promise.all(names.map((name) => call('greet', { name }))),
      refuse() {
        throw new ServiceError('CONFLICT', 'It must be free.', { details: [{ path: '/a', message: 'b' }], retryAfterS: 7 });
      },
      break() {
        throw Object.assign(new TypeError('broken'), { code: '57P01' });
      },
      hang() {
        for (;;);
      },
      fill() {
        const all = [];
        for (let number = 0; ; number += 1) all.push({ number, text: String(number) });
      },
    };
    await serveTask(async (input, call) => tasks[input.task](input, call));`)}`,
);

const tooCostly = () => new ServiceError('INVALID_REQUEST', 'The task is too large.');
const thread = (maxMs = 30_000) => createTaskThread({ file: FILE, maxMs, maxHeapMiB: 64 });

describe('createTaskThread', () => {
  it('returns the result of a task', async () => {
    expect(await thread().run({ task: 'double', number: 21 }, tooCostly)).toBe(42);
  });

  it('answers the calls of a task, also when they fail', async () => {
    const greet = async ({ name }: { name: string }) => {
      if (name === 'unknown') throw new ServiceError('NOT_FOUND', 'No such name.');
      return `Hello ${name}`;
    };
    const input = { task: 'ask', names: ['a', 'b'] };
    expect(await thread().run(input, tooCostly, { greet })).toEqual(['Hello a', 'Hello b']);
    const failing = thread().run({ task: 'ask', names: ['unknown'] }, tooCostly, { greet });
    await expect(failing).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such name.' });
    await expect(thread().run(input, tooCostly)).rejects.toThrow('No such call: greet.');
  });

  it.each([10, 100_000])('bytes of %i length arrive, in calls and in the result', async (length) => {
    const count = async ({ bytes }: { bytes: Uint8Array }) => bytes.reduce((sum, byte) => sum + byte, 0);
    expect(await thread().run({ task: 'fillBytes', length }, tooCostly, { count })).toBe(length);
    expect(await thread().run({ task: 'sendBytes', length }, tooCostly)).toEqual({
      bytes: new Uint8Array(length).fill(1),
      list: ['a'],
    });
  });

  it('fails as the task fails: a refusal with its details, another error with its code', async () => {
    const refused: unknown = await thread()
      .run({ task: 'refuse' }, tooCostly)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      message: 'It must be free.',
      details: [{ path: '/a', message: 'b' }],
      retryAfterS: 7,
    });
    await expect(thread().run({ task: 'break' }, tooCostly)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'broken',
      code: '57P01',
    });
  });

  it('ends a task that takes too long or needs too much memory; the next one runs', async () => {
    const short = thread(700);
    await expect(short.run({ task: 'hang' }, tooCostly)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const small = thread();
    await expect(small.run({ task: 'fill' }, tooCostly)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await small.run({ task: 'double', number: 1 }, tooCostly)).toBe(2);
  });
});
