import { ServiceError } from '@svc/kit';

/** One page of a list. */
export interface Page {
  limit: number;
  /** As answered before; empty: from the beginning. */
  cursor: string;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const MAX_CURSOR_LENGTH = 512;

/** `limit` (1 to 100) and `cursor` of a list. Fails with INVALID_QUERY. Management, "Authentication". */
export function parsePage(query: URLSearchParams): Page {
  const limit = query.get('limit') ?? String(DEFAULT_LIMIT);
  if (!/^[1-9][0-9]{0,2}$/.test(limit) || Number(limit) > MAX_LIMIT) {
    throw new ServiceError('INVALID_QUERY', `limit is an integer from 1 to ${MAX_LIMIT}.`);
  }
  const cursor = query.get('cursor') ?? '';
  if (cursor.length > MAX_CURSOR_LENGTH || !/^[\x21-\x7e]*$/.test(cursor)) {
    throw new ServiceError('INVALID_QUERY', 'cursor is a nextCursor of an earlier page.');
  }
  return { limit: Number(limit), cursor };
}

/** A switch of a query: `true`, `false` or left out. Fails with INVALID_QUERY. */
export function parseSwitch(query: URLSearchParams, key: string): boolean {
  const value = query.get(key) ?? 'false';
  if (value !== 'true' && value !== 'false') throw new ServiceError('INVALID_QUERY', `${key} is 'true' or 'false'.`);
  return value === 'true';
}
