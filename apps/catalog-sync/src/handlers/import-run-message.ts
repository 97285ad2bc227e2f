import { type ImportRun as ImportRunMessage, ImportState as StateMessage } from '@svc/proto';
import type { ImportRun, ImportState } from '../domain/import-run.js';

const STATES: Record<ImportState, StateMessage> = {
  RUNNING: StateMessage.IMPORT_STATE_RUNNING,
  SUCCEEDED: StateMessage.IMPORT_STATE_SUCCEEDED,
  FAILED: StateMessage.IMPORT_STATE_FAILED,
  HELD: StateMessage.IMPORT_STATE_HELD,
};

export function toImportRunMessage(run: ImportRun): ImportRunMessage {
  return {
    ...run.report,
    id: run.id,
    state: STATES[run.state],
    dryRun: run.dryRun,
    ...(run.reason === null ? {} : { reason: run.reason }),
    createTime: run.createdAt,
    ...(run.finishedAt === null ? {} : { finishTime: run.finishedAt }),
  };
}
