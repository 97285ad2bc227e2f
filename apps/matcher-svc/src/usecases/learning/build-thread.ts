import { Worker } from 'node:worker_threads';
import type { Step } from '@svc/domain';
import { getThreadFile, limitThread } from '@svc/kit';
import type { StoredDay } from '../../db/learning-stats.js';
import type { SessionResult } from '../../learning/build-session.js';

const MODULE = getThreadFile('../../learning/build-session.js', import.meta.url).href;

const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.module).then(({ createBuildSession }) => {
  const session = createBuildSession(workerData.until, workerData.steps);
  parentPort.on('message', async (day) => parentPort.postMessage(day ? session.add(day) : await session.finish()));
});`;

const MAX_HEAP_MIB = 1_024;

/** A build in its own thread, so that no match waits for it. Send one message at a time. */
export interface BuildThread {
  /** @returns false for a damaged day. */
  add(day: StoredDay): Promise<boolean>;
  finish(): Promise<SessionResult>;
  stop(): Promise<void>;
}

/** @param maxMs - time after which the thread is stopped and the current call fails. */
export function startBuildThread(until: string, steps: readonly Step[], maxMs: number): BuildThread {
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { module: MODULE, until, steps },
    resourceLimits: limitThread(MAX_HEAP_MIB),
  });
  // A failure before a call is reported to the next call.
  let ended: Error | undefined;
  const end = (cause: Error) => {
    ended ??= cause;
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`The thread that builds the model ended with ${code}.`)));
  const timer = setTimeout(() => {
    end(new Error(`The model was not built within ${maxMs} ms.`));
    void worker.terminate();
  }, maxMs);
  timer.unref();

  function call<T>(message: StoredDay | null): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (ended) return reject(ended);
      const settle = () => {
        worker.off('message', answer);
        worker.off('exit', exit);
      };
      const answer = (reply: T) => {
        settle();
        resolve(reply);
      };
      const exit = () => {
        settle();
        reject(ended);
      };
      worker.once('message', answer);
      worker.once('exit', exit);
      worker.postMessage(message);
    });
  }

  return {
    add: (day) => call<boolean>(day),
    finish: () => call<SessionResult>(null).then(toBuffers),
    async stop() {
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}

/** Converts byte arrays that were received from a thread back to buffers. */
function toBuffers(result: SessionResult): SessionResult {
  if (!result.model) return result;
  const { data, checksum } = result.model;
  return { ...result, model: { data: Buffer.from(data), checksum: Buffer.from(checksum) } };
}
