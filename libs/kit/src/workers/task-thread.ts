import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ServiceError } from '../errors/service-error.js';
import { fromOutcome, toOutcome } from './outcome.js';
import type { ThreadMessage, ThreadReply } from './serve-task.js';
import { limitThread } from './thread-limits.js';

export interface TaskThreadOptions {
  /** The module of the thread, which calls `serveTask`. */
  file: URL;
  maxMs?: number;
  maxHeapMiB?: number;
  /** Environment of the thread; default: a copy of ours. */
  env?: NodeJS.ProcessEnv;
}

/** What the task may ask of this thread while it runs, by name. */
export type ThreadCalls = Record<string, (request: never) => Promise<unknown>>;

export interface TaskThread {
  /**
   * Runs one task in a thread of its own, which ends with it, so that no other request waits for its computations. Input, result
   * and calls are copied between the threads. Fails as the task does.
   * @param tooCostly - the failure of a task that needs more time or memory than the thread may use.
   */
  run<Result>(input: unknown, tooCostly: () => ServiceError, calls?: ThreadCalls): Promise<Result>;
}

/** Tasks run one after another, so that their memory does not add up. docs/adr/0035-bounded-bodies.md. */
export function createTaskThread(options: TaskThreadOptions): TaskThread {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async run<Result>(input: unknown, tooCostly: () => ServiceError, calls: ThreadCalls = {}) {
      // Copying the input takes a while: not in the turn that has put it together.
      await nextTurn();
      const turn = last.then(() => runTask<Result>(options, input, tooCostly, calls));
      last = turn.catch(() => {});
      return turn;
    },
  };
}

async function runTask<Result>(
  { file, maxMs = 60_000, maxHeapMiB = 1_024, env }: TaskThreadOptions,
  input: unknown,
  tooCostly: () => ServiceError,
  calls: ThreadCalls,
): Promise<Result> {
  const worker = new Worker(file, {
    workerData: input,
    ...(env ? { env } : {}),
    execArgv: [],
    resourceLimits: limitThread(maxHeapMiB),
  });
  const timer = setTimeout(() => void worker.terminate(), maxMs);
  const answer = async ({ id, name, request }: Extract<ThreadMessage, { id: number }>) => {
    const call = calls[name] as ((request: unknown) => Promise<unknown>) | undefined;
    const outcome = await toOutcome(async () => {
      if (!call) throw new Error(`No such call: ${name}.`);
      // Receiving the request took a while, and so will sending it on.
      await nextTurn();
      return call(request);
    });
    worker.postMessage({ id, outcome } satisfies ThreadReply);
  };
  try {
    return await new Promise<Result>((resolve, reject) => {
      const receive = (message: ThreadMessage) => {
        if ('id' in message) void answer(message);
        else resolve(Promise.resolve(message.outcome).then(fromOutcome<Result>));
      };
      // Calls belong to the request that waits for the task: its id, its deadline.
      worker.on('message', AsyncResource.bind(receive));
      worker.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly() : error);
      });
      worker.once('exit', () => reject(tooCostly()));
    });
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
