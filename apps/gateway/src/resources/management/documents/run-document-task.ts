import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '@svc/kit';
import { type Document, type DocumentTasks, documentTasks, TOO_COSTLY } from './document-tasks.js';
import type { TaskAnswer } from './document-worker.js';

/** Documents up to this size are read immediately: less than 10 ms even as YAML. A thread costs a tenth of a second to start. */
const INLINE_BYTES = 4 * 1024;
const MAX_MS = 60_000;
const MAX_HEAP_MIB = 1_024;

/** The module that the thread runs; sources, as in tests, use the built one. */
const FILE = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../../../dist/resources/management/documents/document-worker.js'
    : './document-worker.js',
  import.meta.url,
);

/** Threads run one after another, so that their memory does not add up. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Parses and checks a document; a large one in a thread of its own, bounded in time and memory, so that no other request waits.
 * Fails as the task does, and likewise when the document needs more than the thread may use. docs/adr/0035-bounded-bodies.md.
 */
export async function runDocumentTask<Name extends keyof DocumentTasks>(
  name: Name,
  input: Parameters<DocumentTasks[Name]>[0],
): Promise<Result<Name>> {
  const task = documentTasks[name] as (given: typeof input) => Promise<Result<Name>>;
  if (input.bytes.length <= INLINE_BYTES) return task(input);
  // The bytes are copied into the thread, which takes a while: not in the turn that has put them together.
  await nextTurn();
  const turn = last.then(() => runInThread(name, input) as Promise<Result<Name>>);
  last = turn.catch(() => {});
  return turn;
}

type Result<Name extends keyof DocumentTasks> = Awaited<ReturnType<DocumentTasks[Name]>>;

async function runInThread(name: keyof DocumentTasks, input: Document): Promise<unknown> {
  const worker = new Worker(FILE, {
    workerData: { name, input },
    // Nothing of the gateway's environment: no address, no token.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  const tooCostly = () =>
    new ServiceError(TOO_COSTLY[name], 'The document needs too much time or memory. Split it, or send YAML as JSON.');
  const timer = setTimeout(() => void worker.terminate(), MAX_MS);
  try {
    const answer = await new Promise<TaskAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly() : error);
      });
      worker.once('exit', () => reject(tooCostly()));
    });
    if ('result' in answer) return answer.result;
    const { code, message, details } = answer.failure;
    throw new ServiceError(code, message, { details });
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
