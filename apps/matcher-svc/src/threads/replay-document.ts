import { createTaskThread, ServiceError } from '@svc/kit';
import { type ReadDraft, readDraft } from '../domain/read-draft.js';

/** A draft of this size is read in some 10 ms. A thread costs a quarter of a second to start. */
const LARGE_BYTES = 128 * 1024;

/** The module that the thread runs; sources, as in tests, use the built one. */
const FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/threads/replay-worker.js' : './replay-worker.js',
  import.meta.url,
);

/**
 * Reads drafts of replays; large ones in a thread of their own, since parsing and writing a tagging of 12 MB takes a quarter of a
 * second. docs/adr/0035-bounded-bodies.md.
 */
export function createDraftReader(): (draftJson: Uint8Array) => Promise<ReadDraft> {
  const thread = createTaskThread({ file: FILE, maxMs: 60_000, maxHeapMiB: 1_024, env: {} });
  return async (draftJson) =>
    draftJson.length <= LARGE_BYTES ? readDraft(draftJson) : thread.run<ReadDraft>(draftJson, tooCostly);
}

const tooCostly = () =>
  new ServiceError('INVALID_REQUEST', 'The draft needs too much time or memory. It must be split.');
