import {
  type ImportChanges as ChangesMessage,
  changeConcerns,
  importSources,
  importStates,
  type ImportProgress as ProgressMessage,
  type ImportRun as RunMessage,
  toDuration,
} from '@svc/proto';
import { HELD_DAYS } from '../db/held-imports.js';
import type { ImportChanges } from '../domain/import-changes.js';
import type { ImportProgress, ImportRun } from '../domain/import-run.js';
import { toStatementFailure } from '../domain/interrupted-reasons.js';

const toProgress = ({ bytes, totalBytes, rows, secondsLeft }: ImportProgress): ProgressMessage => ({
  bytes,
  rows,
  ...(totalBytes === null ? {} : { totalBytes }),
  // Runs that an earlier release started do not store it.
  ...(secondsLeft === null || secondsLeft === undefined ? {} : { estimatedTimeLeft: toDuration(secondsLeft * 1000) }),
});

/** Statements that end runs of several companies write a reason only. */
const findStatementFailure = ({ state, source, reason }: ImportRun) =>
  state === 'FAILED' && reason !== null ? toStatementFailure(source, reason, HELD_DAYS) : undefined;

export function toImportRunMessage(run: ImportRun): RunMessage {
  const { failure = findStatementFailure(run), ...report } = run.report;
  return {
    ...report,
    ...(failure ? { failure: { code: failure.code, values: { ...failure.values } } } : {}),
    id: run.id,
    state: importStates.fromName(run.state),
    dryRun: run.dryRun,
    source: importSources.fromName(run.source),
    ...(run.progress === null ? {} : { progress: toProgress(run.progress) }),
    ...(run.reason === null ? {} : { reason: run.reason }),
    createTime: run.createdAt,
    ...(run.finishedAt === null ? {} : { finishTime: run.finishedAt }),
  };
}

export const toImportChangesMessage = ({ changes, ...rest }: ImportChanges): ChangesMessage => ({
  ...rest,
  changes: changes.map(({ before, after, concern, ...change }) => ({
    ...change,
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
    concern: changeConcerns.fromNullable(concern),
  })),
});
