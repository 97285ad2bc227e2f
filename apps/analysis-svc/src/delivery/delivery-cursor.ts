import { ServiceError } from '@svc/kit';
import type { DeliveryCursor } from './db/list-deliveries.js';

/** Formats a cursor for the API. */
export const formatCursor = ({ createdAtUs, id }: DeliveryCursor): string =>
  Buffer.from(`${createdAtUs}.${id}`).toString('base64url');

/** Parses a cursor of the API. Throws INVALID_QUERY for any other text. */
export function parseCursor(text: string): DeliveryCursor {
  const [, createdAtUs, id] = /^(\d{1,16})\.(\w{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (createdAtUs === undefined || id === undefined) {
    throw new ServiceError('INVALID_QUERY', 'cursor must be the nextCursor of an earlier page.');
  }
  return { createdAtUs, id };
}
