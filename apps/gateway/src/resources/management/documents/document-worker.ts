/** The thread that reads one document and ends. Started by `run-document-task.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorCode, type ErrorDetail, ServiceError } from '@svc/kit';
import { type DocumentTasks, documentTasks } from './document-tasks.js';

/** What the thread answers: a result, or a failure that the caller of the API caused. */
export type TaskAnswer =
  | { result: unknown }
  | { failure: { code: ErrorCode; message: string; details: readonly ErrorDetail[] } };

async function answer(): Promise<TaskAnswer> {
  const { name, input } = workerData as { name: keyof DocumentTasks; input: never };
  try {
    return { result: await documentTasks[name](input) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, details } = error;
    return { failure: { code, message, details } };
  }
}

parentPort?.postMessage(await answer());
