import {
  type ImportRun as ImportRunMessage,
  ImportSource as SourceMessage,
  ImportState as StateMessage,
} from '@svc/proto';
import type { ImportProgress, ImportRun, ImportSource, ImportState } from '../domain/import-run.js';

const STATES: Record<ImportState, StateMessage> = {
  RUNNING: StateMessage.IMPORT_STATE_RUNNING,
  SUCCEEDED: StateMessage.IMPORT_STATE_SUCCEEDED,
  FAILED: StateMessage.IMPORT_STATE_FAILED,
  HELD: StateMessage.IMPORT_STATE_HELD,
};

const SOURCES: Record<ImportSource, SourceMessage> = {
  UPLOAD: SourceMessage.IMPORT_SOURCE_UPLOAD,
  FEED: SourceMessage.IMPORT_SOURCE_FEED,
  SHOPIFY: SourceMessage.IMPORT_SOURCE_SHOPIFY,
};

const toProgress = ({ bytes, totalBytes, rows, secondsLeft }: ImportProgress) => ({
  bytes,
  rows,
  ...(totalBytes === null ? {} : { totalBytes }),
  // Runs that an earlier release began do not know it.
  ...(secondsLeft === null || secondsLeft === undefined ? {} : { secondsLeft }),
});

export function toImportRunMessage(run: ImportRun): ImportRunMessage {
  return {
    ...run.report,
    id: run.id,
    state: STATES[run.state],
    dryRun: run.dryRun,
    source: SOURCES[run.source],
    ...(run.progress === null ? {} : { progress: toProgress(run.progress) }),
    ...(run.reason === null ? {} : { reason: run.reason }),
    createTime: run.createdAt,
    ...(run.finishedAt === null ? {} : { finishTime: run.finishedAt }),
  };
}
