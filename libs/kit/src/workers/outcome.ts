import type { ErrorDetail } from '../errors/error-detail.js';
import type { ErrorCode } from '../errors/error-table.js';
import { ServiceError } from '../errors/service-error.js';

/** How a task ended, as it crosses to another thread: errors lose their class and all but their text there. */
export type Outcome =
  | { result: unknown }
  | { failure: { code: ErrorCode; message: string; details: readonly ErrorDetail[]; retryAfterS: number | undefined } }
  | { bug: { name: string; message: string; stack: string | undefined; code: unknown } };

export async function toOutcome(task: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await task() };
  } catch (error) {
    if (error instanceof ServiceError) {
      const { code, message, details, retryAfterS } = error;
      return { failure: { code, message, details, retryAfterS } };
    }
    const { name, message, stack, code } =
      error instanceof Error ? toFields(error) : toFields(new Error(String(error)));
    return { bug: { name, message, stack, code } };
  }
}

/** The result; a failure is thrown as it was, with the code by which problems of a database are known. */
export function fromOutcome<Result>(outcome: Outcome): Result {
  if ('result' in outcome) return outcome.result as Result;
  if ('bug' in outcome) throw Object.assign(new Error(outcome.bug.message), outcome.bug);
  const { code, message, details, retryAfterS } = outcome.failure;
  throw new ServiceError(code, message, { details, ...(retryAfterS === undefined ? {} : { retryAfterS }) });
}

const toFields = (error: Error & { code?: unknown }) => error;
