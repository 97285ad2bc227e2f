import { type ErrorCode, ServiceError } from '@svc/kit';
import { refusalKinds } from '@svc/proto';
import type { Clients } from '../../clients.js';

/** What a body may be refused for. */
const OF_BODY = new Set<ErrorCode>(['INVALID_JSON', 'INVALID_REQUEST', 'REQUEST_TOO_LARGE']);

/**
 * Reads the body of an order or a refund. One that is refused is counted for its company, which sees how many there are: the caller is a
 * program whose answers are often read by no one. docs/insight.md N5.11.
 * @param findCompany - fails for a caller who may not report for any company; then that is the answer.
 */
export async function readCounted<T>(
  { orders }: Pick<Clients, 'orders'>,
  kind: 'ORDER' | 'REFUND',
  read: () => Promise<T>,
  findCompany: () => Promise<{ companyId: string }>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ServiceError && OF_BODY.has(error.code))) throw error;
    const { companyId } = await findCompany();
    // The caller is answered as usual, also when it could not be counted.
    await orders.countRefusal({ companyId, kind: refusalKinds.fromName(kind), reason: error.code }).catch(() => {});
    throw error;
  }
}
