import { afterEach, describe, expect, it } from 'vitest';
import { createJobThread, type JobThread } from './job-thread.js';

type Job =
  | { say: string }
  | { fail: string }
  | { die: true }
  | { hang: true }
  | { wait: true }
  | { fill: true }
  | { bytes: Uint8Array };

/** A thread that executes the command in its job and returns its number of jobs. */
const FILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let jobs = 0;
    parentPort.on('message', (job) => {
      jobs += 1;
      if (job.die) process.exit(3);
      if (job.hang) for (;;);
      // Holds up the thread without computing.
      if (job.wait) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      if (job.fill) for (const kept = []; ; ) kept.push(new Array(100_000).fill(jobs + 0.5));
      if (job.fail) parentPort.postMessage({ failure: { name: 'SomeError', message: job.fail } });
      else parentPort.postMessage({ result: { said: job.say ?? job.bytes.length, jobs } });
    });
  `)}`,
);

let thread: JobThread<Job, { said: unknown; jobs: number }>;
const start = (maxJobMs = 20_000) => {
  thread = createJobThread({ file: FILE, maxJobMs, maxHeapMiB: 64 });
  return thread;
};
afterEach(() => thread.stop());

describe('jobThread', () => {
  it('runs the jobs in order, all in one thread', async () => {
    const { run } = start();
    const answers = await Promise.all(['a', 'b', 'c'].map((say) => run({ say }, [])));
    expect(answers).toEqual([
      { said: 'a', jobs: 1 },
      { said: 'b', jobs: 2 },
      { said: 'c', jobs: 3 },
    ]);
    expect(thread.waiting).toBe(0);
  });

  it('a failed job does not fail other jobs', async () => {
    const { run } = start();
    const [first, second] = await Promise.allSettled([run({ fail: 'no' }, []), run({ say: 'b' }, [])]);
    expect(first).toMatchObject({ status: 'rejected', reason: { reason: 'SomeError', message: 'no' } });
    expect(second).toMatchObject({ value: { said: 'b', jobs: 2 } });
  });

  it.each([
    ['ends', { die: true }, 'ThreadDied'],
    ['runs out of memory', { fill: true }, 'ThreadDied'],
    ['never ends', { wait: true }, 'TooSlow'],
  ] as const)(
    'a thread that %s fails its job and nothing else: the next one has another',
    async (_name, job, reason) => {
      const { run } = start('wait' in job ? 3_000 : 20_000);
      await run({ say: 'a' }, []);
      const [lost, next] = await Promise.allSettled([run(job, []), run({ say: 'b' }, [])]);
      expect(lost).toMatchObject({ status: 'rejected', reason: { reason } });
      expect(next).toMatchObject({ value: { said: 'b', jobs: 1 } });
    },
  );

  it('transfers the given buffers, which the caller can then no longer use', async () => {
    const bytes = new Uint8Array(1_000);
    expect(await start().run({ bytes }, [bytes.buffer])).toMatchObject({ said: 1_000 });
    expect(bytes.byteLength).toBe(0);
  });

  it('after stop every job fails', async () => {
    const { run } = start();
    const running = run({ hang: true }, []);
    const failed = expect(running).rejects.toMatchObject({ reason: 'ThreadDied' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await thread.stop();
    await failed;
    await expect(run({ say: 'a' }, [])).rejects.toMatchObject({ reason: 'Stopped' });
  });
});
