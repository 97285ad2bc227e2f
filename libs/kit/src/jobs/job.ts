/** Work that runs later, at least once, in any process of the service. */
export interface NewJob {
  /** Name of the task that runs it. */
  task: string;
  /** Argument of the task; JSON. Must contain no personal data, because an erasure does not delete jobs. */
  payload: Record<string, unknown>;
  /** A waiting job with this key is replaced; a running one continues, and this one follows it. */
  key?: string;
  /** Default: now. */
  runAt?: Date;
  /** Jobs of one lane run in the order in which they were due, at most `width` at a time (default 1), over all processes. All jobs of a lane name the same width. */
  lane?: { name: string; width?: number };
}

/** A job that is running. */
export interface RunningJob {
  id: string;
  task: string;
  payload: Record<string, unknown>;
  /** From 1. */
  attempt: number;
  createdAt: Date;
}

/** How jobs of one kind are run. */
export interface JobTask {
  /**
   * Runs the job. `signal` aborts when the service stops or the lease is lost; another process may then repeat the work.
   * An error that it throws is stored as the job's last error, so its message must contain no personal data.
   */
  run(job: RunningJob, signal: AbortSignal): Promise<void>;
  /** Pause after the given failed attempt, milliseconds; null: the job is dead, and kept for inspection. */
  retryDelayMs(attempt: number): number | null;
  /** A process that does not extend its lease for so long counts as killed, milliseconds. Default 30,000; the lease is extended every third of it. */
  leaseMs?: number;
}
