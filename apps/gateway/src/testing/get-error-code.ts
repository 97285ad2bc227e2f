import { ServiceError } from '@svc/kit';

/** The code of the ServiceError that `work` throws; `ok` when it throws nothing. Any other error is thrown on. */
export function getErrorCode(work: () => unknown): string {
  try {
    work();
    return 'ok';
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}
