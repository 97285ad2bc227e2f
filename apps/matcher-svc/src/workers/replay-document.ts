import { createTaskThread, getThreadFile, isLargeDocument, ServiceError } from '@svc/kit';
import { type ReadDraft, readDraft } from '../domain/read-draft.js';

/**
 * Reads drafts of replays; large ones in a thread of their own, since parsing and writing a tagging of 12 MB takes a quarter of a
 * second. docs/adr/0035-bounded-bodies.md.
 */
export function createDraftReader(): (draftJson: Uint8Array) => Promise<ReadDraft> {
  const thread = createTaskThread({ file: getThreadFile('./replay-worker.js', import.meta.url), env: {} });
  return async (draftJson) =>
    isLargeDocument(draftJson) ? thread.run<ReadDraft>(draftJson, tooCostly) : readDraft(draftJson);
}

const tooCostly = () =>
  new ServiceError('INVALID_REQUEST', 'The draft needs too much time or memory. It must be split.');
