import type { CatalogSection } from '@svc/domain';
import {
  type Bus,
  type BusMessage,
  type Clock,
  createTaskThread,
  type DatabaseOptions,
  getThreadFile,
  isLargeDocument,
  json,
  type Logger,
  ServiceError,
} from '@svc/kit';
import type { Knex } from 'knex';
import { applyCatalog, prepareCatalog } from '../usecases/catalog-section.js';

/** What the thread gets. */
export interface SectionTask {
  database: Omit<DatabaseOptions, 'log'>;
  logLevel: string;
  companyId: string;
  /** Absent: what the section would change is asked for. */
  revision?: number;
  sectionJson: Uint8Array;
}

/** The use cases of `catalog-section.ts`, for a section that is not parsed yet. */
export interface SectionDocuments {
  prepare(companyId: string, sectionJson: Uint8Array): Promise<string[]>;
  apply(companyId: string, revision: number, sectionJson: Uint8Array): Promise<void>;
}

/**
 * Compares and applies sections; a large one in a thread of its own with a connection of its own, since parsing it and hashing it
 * takes half a second. docs/adr/0035-bounded-bodies.md.
 */
export function createSectionDocuments(deps: {
  db: Knex;
  bus: Bus;
  clock: Clock;
  database: Omit<DatabaseOptions, 'log'>;
  log: Logger;
}): SectionDocuments {
  const { db, bus, database, log } = deps;
  const thread = createTaskThread({ file: getThreadFile('./section-worker.js', import.meta.url) });
  const calls = {
    async publish({ topic, message }: { topic: string; message: BusMessage }) {
      bus.publish(topic, message);
    },
  };
  const run = <Result>(task: Pick<SectionTask, 'companyId' | 'revision' | 'sectionJson'>) =>
    thread.run<Result>({ database, logLevel: log.level, ...task } satisfies SectionTask, tooCostly, calls);

  return {
    async prepare(companyId, sectionJson) {
      if (isLargeDocument(sectionJson)) return run<string[]>({ companyId, sectionJson });
      return prepareCatalog(db, companyId, json.decode<CatalogSection>(sectionJson));
    },
    async apply(companyId, revision, sectionJson) {
      if (isLargeDocument(sectionJson)) return run<void>({ companyId, revision, sectionJson });
      await applyCatalog(deps, { companyId, revision, section: json.decode<CatalogSection>(sectionJson) });
    },
  };
}

const tooCostly = () =>
  new ServiceError('INVALID_BLUEPRINT', 'The catalog needs too much time or memory. The company file must be split.');
