import { deserialize } from 'node:v8';
import { createTaskThread, getThreadFile, ServiceError } from '@svc/kit';
import type { ChatCatalog } from '../domain/catalog/chat-catalog.js';
import { type PackedCatalog, unpackCatalog } from '../domain/thread/chat-company.js';
import type { CompileCatalog } from '../usecases/companies/catalogs.js';

/** 50,000 products take 5 s on an idle machine. */
const MAX_MS = 60_000;
/** Bytes of memory for one byte of a serialized catalog: measured with 145 to 2,900 products. */
const BYTES_PER_BYTE = 3;

/** What the thread returns: `PackedCatalog`, serialized. */
export interface CompiledBytes {
  packed: Uint8Array;
}

/**
 * Compiles catalogs in a thread of their own, one after another, so that no turn waits for the computation. What comes back is
 * read in one piece (a tenth of the time that compiling takes).
 */
export function createCompileCatalog(): CompileCatalog {
  const thread = createTaskThread({ file: getThreadFile('./compile-worker.js', import.meta.url), maxMs: MAX_MS });
  const tooCostly = () => new ServiceError('UNAVAILABLE', 'The catalog is too large to be searched.');
  return async ({ variants, captions, version }) => {
    const catalog: ChatCatalog = { variants, captions };
    const { packed } = await thread.run<CompiledBytes>(catalog, tooCostly);
    return {
      catalog: await unpackCatalog(version, catalog, deserialize(packed) as PackedCatalog),
      bytes: packed.length * BYTES_PER_BYTE,
    };
  };
}
