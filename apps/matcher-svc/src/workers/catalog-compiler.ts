import { randomInt } from 'node:crypto';
import type { FunnelMatching } from '@svc/domain';
import { getThreadFile } from '@svc/kit';
import { DamagedCatalogError, type Pieces, type StoredCatalog } from '../domain/stored-catalog.js';
import type { MatrixFilter } from '../domain/tag-matrix.js';
import type { Assortment } from '../engine/compile/compile-assortment.js';
import type { CatalogJob, PackedMatrix } from './catalog-jobs.js';
import { createJobThread, JobError } from './job-thread.js';

/**
 * Packs and compiles catalogs in other threads. Pieces that own their buffer are transferred: the caller must not use them
 * afterwards.
 */
export interface CatalogCompiler {
  /** Validates a snapshot of catalog-sync and packs it for storing. */
  pack(snapshot: Pieces): Promise<StoredCatalog>;
  /**
   * Compiles a stored catalog with a tagging.
   * @param tagging - `Tagging` of libs/domain: JSON.
   * @param operations - applied to the tagging first; `TaggingOperation[]`: JSON.
   * @throws DamagedCatalogError
   */
  compile(catalog: StoredCatalog, tagging: Pieces, operations?: Uint8Array): Promise<Assortment>;
  /**
   * Creates a tag matrix.
   * @param input.snapshot - `CatalogSnapshot` of libs/domain with names: JSON. @param input.tagging - `Tagging`: JSON.
   */
  createMatrix(input: {
    snapshot: Pieces;
    tagging: Pieces;
    settingsVersion: number;
    filter: MatrixFilter;
  }): Promise<PackedMatrix>;
  /**
   * Lists the tags of a company with their usage.
   * @param input.snapshot - `CatalogSnapshot` of libs/domain: JSON. @param input.tagging - `Tagging`: JSON.
   * @returns `TagUsage[]`: JSON.
   */
  listTagUsage(input: { snapshot: Pieces; tagging: Pieces; funnels: FunnelMatching[] }): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/** Size from which a packed catalog counts as large: about 8,000 variants, 50 ms. */
const LARGE_PACKED_BYTES = 256 * 1024;
/** Size from which a snapshot counts as large. */
const LARGE_SNAPSHOT_BYTES = 2 * 1024 * 1024;
/** 200,000 variants take about a second. */
const MAX_JOB_MS = 60_000;
const MAX_HEAP_MIB = 2_048;

/**
 * Uses two threads, each started with its first job: large catalogs have their own, so that a company of usual size
 * never waits for one that takes a second.
 */
export function createCatalogCompiler({ maxJobMs = MAX_JOB_MS }: { maxJobMs?: number } = {}): CatalogCompiler {
  const thread = () =>
    createJobThread<CatalogJob, unknown>({
      file: getThreadFile('./compile-worker.js', import.meta.url),
      maxJobMs,
      maxHeapMiB: MAX_HEAP_MIB,
    });
  const usual = thread();
  const large = thread();
  const threadFor = (bytes: number, limit: number) => (bytes < limit ? usual : large);

  return {
    async pack(snapshot) {
      const pieces = snapshot.map(movable);
      const { run } = threadFor(totalSize(pieces), LARGE_SNAPSHOT_BYTES);
      return (await run({ kind: 'pack', snapshot: pieces }, listBuffers(pieces))) as StoredCatalog;
    },
    async compile(catalog, tagging, operations) {
      const { version } = catalog;
      const data = catalog.data.map(movable);
      const texts = tagging.map(movable);
      const { run } = threadFor(totalSize(data) + totalSize(texts), LARGE_PACKED_BYTES);
      const job: CatalogJob = {
        kind: 'compile',
        catalog: { version, data, checksum: new Uint8Array(catalog.checksum) },
        tagging: texts,
        operations,
        seed: randomInt(2 ** 32),
      };
      try {
        return (await run(job, listBuffers([...data, ...texts]))) as Assortment;
      } catch (error) {
        if (error instanceof JobError && error.reason === DamagedCatalogError.name) {
          throw new DamagedCatalogError(version, { cause: error });
        }
        throw error;
      }
    },
    async createMatrix(input) {
      const snapshot = input.snapshot.map(movable);
      const tagging = input.tagging.map(movable);
      const { run } = threadFor(totalSize(snapshot) + totalSize(tagging), LARGE_SNAPSHOT_BYTES);
      const job: CatalogJob = { ...input, kind: 'matrix', snapshot, tagging };
      return (await run(job, listBuffers([...snapshot, ...tagging]))) as PackedMatrix;
    },
    async listTagUsage(input) {
      const snapshot = input.snapshot.map(movable);
      const tagging = input.tagging.map(movable);
      const { run } = threadFor(totalSize(snapshot) + totalSize(tagging), LARGE_SNAPSHOT_BYTES);
      const job: CatalogJob = { ...input, kind: 'usage', snapshot, tagging };
      return (await run(job, listBuffers([...snapshot, ...tagging]))) as Uint8Array;
    },
    async stop() {
      await Promise.all([usual.stop(), large.stop()]);
    },
  };
}

const listBuffers = (pieces: readonly Uint8Array<ArrayBuffer>[]): ArrayBuffer[] => pieces.map(({ buffer }) => buffer);

const totalSize = (pieces: Pieces): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** Bytes that own their buffer, so that it can be transferred; a small Buffer shares its buffer with others. */
const movable = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);
