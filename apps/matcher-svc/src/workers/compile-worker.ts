/**
 * The thread that packs and compiles catalogs. Started by `job-thread.ts`; runs one job at a time and transfers the result
 * without a copy.
 */
import { parentPort } from 'node:worker_threads';
import { DamagedCatalogError } from '../domain/stored-catalog.js';
import { ownBuffers } from '../engine/structures/own-buffers.js';
import { type CatalogJob, compileCatalog, packCatalog, packMatrix, packTagUsage } from './catalog-jobs.js';
import type { JobAnswer } from './job-thread.js';

parentPort?.on('message', (job: CatalogJob) => {
  try {
    const result = runJob(job);
    answer({ result }, [...ownBuffers(result)]);
  } catch (error) {
    const name = error instanceof DamagedCatalogError ? error.name : 'Error';
    answer({ failure: { name, message: error instanceof Error ? error.message : String(error) } }, []);
  }
});

function runJob(job: CatalogJob) {
  switch (job.kind) {
    case 'pack':
      return packCatalog(job.snapshot);
    case 'matrix':
      return packMatrix(job);
    case 'usage':
      return packTagUsage(job);
    case 'compile':
      return compileCatalog(job);
  }
}

function answer(message: JobAnswer<unknown>, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}
