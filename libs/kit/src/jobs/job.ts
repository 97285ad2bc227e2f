/** Work that is done later, at least once, by whichever process of the service takes it. */
export interface NewJob {
  /** Names the function that does it. */
  task: string;
  /** What the function gets; JSON, no personal data that would have to be erased by somebody else. */
  payload: Record<string, unknown>;
  /** A job with this key that still waits is replaced; one that runs goes on, and this one follows it. */
  key?: string;
  /** Default: now. */
  runAt?: Date;
  /** Jobs of one lane run in the order in which they were due, at most `width` at a time (default 1), over all processes. All jobs of a lane name the same width. */
  lane?: { name: string; width?: number };
}

/** A job that is being done. */
export interface RunningJob {
  id: string;
  task: string;
  payload: Record<string, unknown>;
  /** From 1. */
  attempt: number;
  createdAt: Date;
}

/** How a kind of job is done. */
export interface JobTask {
  /**
   * Does it. Aborted when the service stops or the lease was lost; what was done by then may be done again by another process.
   * What it throws is kept as the job's last error: messages are free of personal data.
   */
  run(job: RunningJob, signal: AbortSignal): Promise<void>;
  /** Pause after the given failed attempt, milliseconds; null: the job is dead, and kept for whoever looks. */
  retryDelayMs(attempt: number): number | null;
  /** A process that gives no sign for so long counts as killed. Default 30,000; a sign is given every third of it. */
  leaseMs?: number;
}
