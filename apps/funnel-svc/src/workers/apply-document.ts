import type { Blueprint, TaggingOperation } from '@svc/domain';
import {
  type Bus,
  type BusMessage,
  createTaskThread,
  type DatabaseOptions,
  getThreadFile,
  isLargeDocument,
  json,
  type Logger,
  ServiceError,
} from '@svc/kit';
import type { ApplyOutcome } from '../domain/apply/apply-outcome.js';
import type { applyBlueprint, ExpectedCompany } from '../usecases/apply/apply-blueprint.js';
import type { changeTagging, TaggingOutcome } from '../usecases/apply/change-tagging.js';
import type { ApplyParticipants } from '../usecases/apply/participants.js';
import { participantCalls } from './participant-calls.js';

/** What the thread gets. */
export type ApplyTask = { database: Omit<DatabaseOptions, 'log'>; logLevel: string; handle: string } & (
  | { kind: 'blueprint'; blueprintJson: Uint8Array; expected: ExpectedCompany | undefined }
  | { kind: 'tagging'; operationsJson: Uint8Array }
);

export type ApplyDocument = (
  handle: string,
  blueprintJson: Uint8Array,
  expected?: ExpectedCompany,
) => Promise<ApplyOutcome>;

/** @param operationsJson - `TaggingOperation[]`. */
export type ChangeTaggingDocument = (handle: string, operationsJson: Uint8Array) => Promise<TaggingOutcome>;

/**
 * Applies a company file, or operations on tags; a large one in a thread of its own with connections of its own, since parsing, checking, comparing and
 * writing it take a second. docs/adr/0035-bounded-bodies.md.
 */
export function createApplyDocuments(deps: {
  apply: ReturnType<typeof applyBlueprint>;
  changeTagging: ReturnType<typeof changeTagging>;
  participants: ApplyParticipants;
  database: Omit<DatabaseOptions, 'log'>;
  bus: Bus;
  log: Logger;
}): { apply: ApplyDocument; changeTagging: ChangeTaggingDocument } {
  const { participants, database, bus, log } = deps;
  const thread = createTaskThread({ file: getThreadFile('./apply-worker.js', import.meta.url) });
  const calls = {
    ...participantCalls(participants),
    async publish({ topic, message }: { topic: string; message: BusMessage }) {
      bus.publish(topic, message);
    },
  };
  const common = (handle: string) => ({ database, logLevel: log.level, handle });
  return {
    apply(handle, blueprintJson, expected) {
      if (!isLargeDocument(blueprintJson)) {
        return deps.apply(handle, json.decode<Blueprint>(blueprintJson), expected);
      }
      const task: ApplyTask = { ...common(handle), kind: 'blueprint', blueprintJson, expected };
      return thread.run(task, fileTooCostly, calls);
    },
    changeTagging(handle, operationsJson) {
      if (!isLargeDocument(operationsJson)) {
        return deps.changeTagging(handle, json.decode<TaggingOperation[]>(operationsJson));
      }
      const task: ApplyTask = { ...common(handle), kind: 'tagging', operationsJson };
      return thread.run(task, operationsTooCostly, calls);
    },
  };
}

const fileTooCostly = () =>
  new ServiceError('INVALID_BLUEPRINT', 'The company file needs too much time or memory. It must be split.');
const operationsTooCostly = () =>
  new ServiceError('INVALID_REQUEST', 'The operations need too much time or memory. The request must have fewer.');
