import { Worker } from 'node:worker_threads';
import { limitThread } from '@svc/kit';

/** The message with which a thread responds to a job. */
export type JobAnswer<Result> = { result: Result } | { failure: JobFailure };

/** An error thrown in a thread. */
export interface JobFailure {
  name: string;
  message: string;
}

/** A failed job of a thread. */
export class JobError extends Error {
  /** @param reason - name of the error in the thread; `ThreadDied`, `TooSlow` or `Stopped` if there is none. */
  constructor(
    readonly reason: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'JobError';
  }
}

/** A worker thread that runs one job at a time, in order. */
export interface JobThread<Job, Result> {
  /**
   * @param transfer - buffers that are transferred to the thread: the caller must not use them afterwards.
   * @throws JobError
   */
  run(job: Job, transfer: readonly ArrayBuffer[]): Promise<Result>;
  /** Number of unfinished jobs. */
  readonly waiting: number;
  /** Stops the thread; unfinished jobs fail. */
  stop(): Promise<void>;
}

/**
 * The thread starts with the first job. If it crashes, its job fails and the next job starts a new one.
 * @param options.file - module that responds to each message with a `JobAnswer`.
 * @param options.maxJobMs - a job that takes longer ends the thread.
 * @param options.maxHeapMiB - maximum JavaScript heap of the thread; exceeding it ends the thread but not the process.
 */
export function createJobThread<Job, Result>(options: {
  file: URL;
  maxJobMs: number;
  maxHeapMiB: number;
}): JobThread<Job, Result> {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let stopped = false;

  function start(): Worker {
    const started = new Worker(options.file, {
      // Passes no variable of the service's environment, which contains addresses and passwords.
      env: {},
      execArgv: [],
      resourceLimits: limitThread(options.maxHeapMiB),
    });
    // The thread keeps Node alive only while it works, so that a service that does not stop it can exit.
    started.unref();
    const gone = () => {
      if (worker === started) worker = undefined;
    };
    return started.on('error', gone).on('exit', gone);
  }

  async function runAlone(job: Job, transfer: readonly ArrayBuffer[]): Promise<Result> {
    if (stopped) throw new JobError('Stopped', 'The thread was stopped.');
    worker ??= start();
    const current = worker;
    current.ref();
    let timer: NodeJS.Timeout | undefined;
    const listeners: { [event: string]: (value: unknown) => void } = {};
    try {
      return await new Promise<Result>((resolve, reject) => {
        listeners.message = (answer) => {
          const { result, failure } = answer as { result: Result; failure?: JobFailure };
          if (failure) reject(new JobError(failure.name, failure.message));
          else resolve(result);
        };
        listeners.error = (cause) => reject(new JobError('ThreadDied', 'The thread failed.', { cause }));
        listeners.exit = () => reject(new JobError('ThreadDied', 'The thread ended before its job.'));
        for (const [event, listener] of Object.entries(listeners)) current.on(event, listener);
        timer = setTimeout(() => {
          reject(new JobError('TooSlow', `The job took more than ${options.maxJobMs} ms.`));
          void current.terminate();
          worker = undefined;
        }, options.maxJobMs);
        current.postMessage(job, transfer as ArrayBuffer[]);
      });
    } finally {
      clearTimeout(timer);
      for (const [event, listener] of Object.entries(listeners)) current.off(event, listener);
      current.unref();
    }
  }

  return {
    get waiting() {
      return waiting;
    },
    async run(job, transfer) {
      waiting += 1;
      const turn = last.then(() => runAlone(job, transfer));
      last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
    async stop() {
      stopped = true;
      await worker?.terminate();
      await last;
    },
  };
}
