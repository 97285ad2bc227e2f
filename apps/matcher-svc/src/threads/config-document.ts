import { createTaskThread, type DatabaseOptions, forCompany, type Logger, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { readConfigSize } from '../db/company-configs.js';
import { type ApplyInput, storeConfig } from '../usecases/config/apply-config.js';
import { type PreparedConfig, type PrepareInput, prepareConfig } from '../usecases/config/prepare-config.js';

/** What the thread gets. */
export type ConfigTask = { database: Omit<DatabaseOptions, 'log'>; logLevel: string } & (
  | { kind: 'prepare'; input: PrepareInput }
  | { kind: 'store'; input: ApplyInput }
);

/** `prepareConfig` and `storeConfig`, in this thread or another. */
export interface ConfigDocuments {
  prepare(input: PrepareInput): Promise<PreparedConfig>;
  store(input: ApplyInput): Promise<boolean>;
}

/** A patch of this size is compared in turns of some 10 ms. A thread costs a quarter of a second to start. */
const LARGE_BYTES = 128 * 1024;
/** The same for a configuration as it is stored, compressed. */
const LARGE_STORED_BYTES = 32 * 1024;

/** The module that the thread runs; sources, as in tests, use the built one. */
const FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/threads/config-worker.js' : './config-worker.js',
  import.meta.url,
);

/**
 * Compares and writes patches; where the patch or what it changes is large, in a thread of its own with a connection of its own,
 * since parsing, comparing and writing a tagging of 25 MB takes two seconds. docs/adr/0035-bounded-bodies.md.
 */
export function createConfigDocuments(deps: {
  db: Knex;
  database: Omit<DatabaseOptions, 'log'>;
  log: Logger;
}): ConfigDocuments {
  const { db, database, log } = deps;
  const thread = createTaskThread({ file: FILE, maxMs: 60_000, maxHeapMiB: 1_024 });
  const common = () => ({ database, logLevel: log.level });
  const isLarge = async ({ companyId, patchJson }: PrepareInput | ApplyInput) =>
    patchJson.length > LARGE_BYTES ||
    (await forCompany(db, companyId, (trx) => readConfigSize(trx, companyId))) > LARGE_STORED_BYTES;

  return {
    async prepare(input) {
      if (!(await isLarge(input))) return prepareConfig(db, input);
      return thread.run<PreparedConfig>({ ...common(), kind: 'prepare', input } satisfies ConfigTask, tooCostly);
    },
    async store(input) {
      if (!(await isLarge(input))) return storeConfig(db, input);
      return thread.run<boolean>({ ...common(), kind: 'store', input } satisfies ConfigTask, tooCostly);
    },
  };
}

const tooCostly = () =>
  new ServiceError('INVALID_BLUEPRINT', 'The settings need too much time or memory. The company file must be split.');
