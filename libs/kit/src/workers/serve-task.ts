import { parentPort, workerData } from 'node:worker_threads';
import { fromOutcome, type Outcome, toOutcome } from './outcome.js';

/** What the thread of a task sends: calls, and at the end the outcome. */
export type ThreadMessage = { id: number; name: string; request: unknown } | { outcome: Outcome };

/** Bytes stand near the root of a message: in a field of a request, or of a result. */
const MAX_DEPTH = 4;

/** What a call returned. */
export interface ThreadReply {
  id: number;
  outcome: Outcome;
}

/** Asks the thread that started the task. Bytes of the request that are alone in their buffers move there: they must not be used again. */
export type CallThread = <Result>(name: string, request: unknown) => Promise<Result>;

/** Runs the task that the thread was started for; the module of a thread ends with this. */
export async function serveTask<Input>(task: (input: Input, call: CallThread) => Promise<unknown>): Promise<void> {
  const waiting = new Map<number, (outcome: Outcome) => void>();
  let calls = 0;
  parentPort?.on('message', ({ id, outcome }: ThreadReply) => {
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  });
  const call: CallThread = async <Result>(name: string, request: unknown) => {
    const id = calls++;
    const reply = new Promise<Outcome>((resolve) => waiting.set(id, resolve));
    send({ id, name, request });
    return fromOutcome<Result>(await reply);
  };
  const outcome = await toOutcome(() => task(workerData as Input, call));
  send({ outcome });
}

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message, [...new Set(ownBuffers(message))]);
}

/** The buffers of all bytes in a message that fill theirs; a small Buffer shares its own with others. */
function* ownBuffers(value: unknown, depth = 0): Generator<ArrayBuffer> {
  if (value instanceof Uint8Array) {
    if (value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength) yield value.buffer;
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const member of Object.values(value)) yield* ownBuffers(member, depth + 1);
  }
}
