import type { ResourceLimits } from 'node:worker_threads';

/**
 * MiB of a thread's recently made objects. At the limit of its heap Node adds 16 MiB to end the thread; if more than that has to
 * move to the old generation just then, V8 ends the whole process. By default up to 32 MiB may. It also saves about 100 MB of
 * garbage in each thread, for 10 % more work.
 */
const YOUNG_GENERATION_MIB = 16;

/**
 * Memory that a thread may use. A thread that needs more ends alone in nearly every case, but one very large object can still end
 * the process, so what a thread reads is bounded before. docs/adr/0035-bounded-bodies.md.
 */
export function limitThread(maxHeapMiB: number): ResourceLimits {
  return { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB };
}
