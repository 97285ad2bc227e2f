import { ServiceError } from '@svc/kit';

/** Opaque page cursors: JSON as base64url. */
export function encodeCursor(value: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * The members of a cursor; undefined for the first page.
 * @param types - `typeof` of each member. @throws ServiceError INVALID_QUERY when it was not made by `encodeCursor` for the same list.
 */
export function decodeCursor(cursor: string, types: readonly string[]): unknown[] | undefined {
  if (cursor === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    value = undefined;
  }
  const isOurs =
    Array.isArray(value) &&
    value.length === types.length &&
    value.every(
      (member, index) =>
        typeof member === types[index] &&
        (typeof member !== 'number' || (Number.isInteger(member) && Math.abs(member) <= 0x7fffffff)) &&
        (typeof member !== 'string' || !member.includes('\0')),
    );
  if (!isOurs)
    throw new ServiceError(
      'INVALID_QUERY',
      'cursor must be one that this list returned; omit it to start from the beginning.',
    );
  return value as unknown[];
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** The size of a page; an absent one arrives as 0 and means the default. @throws ServiceError INVALID_QUERY */
export function readPageSize(pageSize: number): number {
  if (pageSize === 0) return DEFAULT_LIMIT;
  if (pageSize < 1 || pageSize > MAX_LIMIT) {
    throw new ServiceError('INVALID_QUERY', `limit must be a number from 1 to ${MAX_LIMIT}.`);
  }
  return pageSize;
}
