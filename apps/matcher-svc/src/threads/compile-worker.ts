/**
 * The thread that packs and compiles catalogs. Started by `job-thread.ts`; runs one job at a time and transfers the result
 * without a copy.
 */
import { parentPort } from 'node:worker_threads';
import { DamagedCatalogError } from '../domain/stored-catalog.js';
import { ownBuffers } from '../engine/structures/own-buffers.js';
import { type CatalogJob, compileCatalog, packCatalog } from './catalog-jobs.js';
import type { JobAnswer } from './job-thread.js';

parentPort?.on('message', (job: CatalogJob) => {
  try {
    const result = job.kind === 'pack' ? packCatalog(job.snapshot) : compileCatalog(job.catalog, job.tagging, job.seed);
    answer({ result }, [...ownBuffers(result)]);
  } catch (error) {
    const name = error instanceof DamagedCatalogError ? error.name : 'Error';
    answer({ failure: { name, message: error instanceof Error ? error.message : String(error) } }, []);
  }
});

function answer(message: JobAnswer<unknown>, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}
