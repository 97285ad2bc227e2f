import { ServiceError } from '@svc/kit';
import type { DeliveryCursor } from './db/list-deliveries.js';

/** A cursor of the log as it is answered. */
export const writeCursor = ({ createdAtUs, id }: DeliveryCursor): string =>
  Buffer.from(`${createdAtUs}.${id}`).toString('base64url');

/** Fails with INVALID_QUERY when it is none of ours. */
export function readCursor(text: string): DeliveryCursor {
  const [, createdAtUs, id] = /^(\d{1,16})\.(\w{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (createdAtUs === undefined || id === undefined) {
    throw new ServiceError('INVALID_QUERY', 'cursor is a nextCursor of an earlier page.');
  }
  return { createdAtUs, id };
}
