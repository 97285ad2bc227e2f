import { createTaskThread, getThreadFile, ServiceError } from '@svc/kit';
import { type DocumentTasks, documentTasks, TOO_COSTLY } from './document-tasks.js';
import type { DocumentTask } from './document-worker.js';

/**
 * Documents up to this size are read immediately: less than 10 ms even as YAML. A thread costs a tenth of a second to start. Edits and
 * changes of tags are JSON; edits come every few seconds.
 */
const INLINE_BYTES: Record<keyof DocumentTasks, number> = {
  blueprint: 4 * 1024,
  replay: 4 * 1024,
  edit: 128 * 1024,
  tagging: 32 * 1024,
  render: 128 * 1024,
};

/** Without anything of the gateway's environment: no address, no token. */
const thread = createTaskThread({ file: getThreadFile('./document-worker.js', import.meta.url), env: {} });

/**
 * Parses and checks a document; a large one in a thread of its own, bounded in time and memory, so that no other request waits.
 * Fails as the task does, and likewise when the document needs more than the thread may use. docs/adr/0035-bounded-bodies.md.
 */
export async function runDocumentTask<Name extends keyof DocumentTasks>(
  name: Name,
  input: Parameters<DocumentTasks[Name]>[0],
): Promise<Result<Name>> {
  const task = documentTasks[name] as (given: typeof input) => Promise<Result<Name>>;
  if (input.bytes.length <= INLINE_BYTES[name]) return task(input);
  const tooCostly = () =>
    new ServiceError(TOO_COSTLY[name], 'The document needs too much time or memory. Split it, or send YAML as JSON.');
  return await thread.run<Result<Name>>({ name, input } satisfies DocumentTask<Name>, tooCostly);
}

type Result<Name extends keyof DocumentTasks> = Awaited<ReturnType<DocumentTasks[Name]>>;
