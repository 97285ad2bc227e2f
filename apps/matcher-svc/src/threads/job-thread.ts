import { Worker } from 'node:worker_threads';

/** What a thread answers to a job. */
export type JobAnswer<Result> = { result: Result } | { failure: JobFailure };

/** An error that was thrown in a thread. */
export interface JobFailure {
  name: string;
  message: string;
}

/** A job that its thread could not do. */
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

/** A worker thread that does one job at a time, in the order asked. */
export interface JobThread<Job, Result> {
  /**
   * @param transfer - buffers that move to the thread: nobody else may use them any more.
   * @throws JobError
   */
  run(job: Job, transfer: readonly ArrayBuffer[]): Promise<Result>;
  /** Jobs that are not done yet. */
  readonly waiting: number;
  /** Ends the thread; what it has not done fails. */
  stop(): Promise<void>;
}

/** Room for new objects. V8's own measure keeps some 100 MB more of garbage in a thread, for 10 % less work. */
const YOUNG_MIB = 16;

/**
 * Starts with the first job and stays; if it dies, its job fails and the next one starts another.
 * @param options.file - module that answers each message with a `JobAnswer`.
 * @param options.maxJobMs - a job that takes longer ends the thread.
 * @param options.maxHeapMiB - JavaScript heap of the thread; above it the thread dies, and not the process.
 */
export function jobThread<Job, Result>(options: {
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
      // Nothing of the service's environment: no address, no password.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMiB, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    // Alive only for work in progress: a service that forgets to stop it can still end.
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
