import {
  createTaskThread,
  type DatabaseOptions,
  forCompany,
  getThreadFile,
  isLargeDocument,
  type Logger,
  ServiceError,
} from '@svc/kit';
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

/** A configuration of this size, as it is stored, compressed, is large too. */
const LARGE_STORED_BYTES = 32 * 1024;

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
  const thread = createTaskThread({ file: getThreadFile('./config-worker.js', import.meta.url) });
  const common = () => ({ database, logLevel: log.level });
  const isLarge = async ({ companyId, patchJson }: PrepareInput | ApplyInput) =>
    isLargeDocument(patchJson) ||
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
