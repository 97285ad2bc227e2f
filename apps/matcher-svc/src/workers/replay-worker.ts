/** The thread that reads the large draft of one replay, and ends. Started by `replay-document.ts`. */
import { serveTask } from '@svc/kit';
import { readDraft } from '../domain/read-draft.js';

await serveTask<Uint8Array>(async (draftJson) => readDraft(draftJson));
