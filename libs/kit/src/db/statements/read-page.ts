import { ServiceError } from '../../errors/service-error.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** One page of a list: `pageSize` items after a position. */
export interface PageRequest {
  pageSize: number;
  /** Opaque; empty: the first page. */
  pageToken: string;
}

/**
 * Reads one row more than the page holds, so that it returns a token only when there is another page.
 * @param options.position - of an item: what `read` continues from.
 * @param options.isPosition - what a token may contain; another one is INVALID_QUERY.
 */
export async function readPage<T>(
  request: PageRequest,
  options: {
    read(after: string | undefined, limit: number): Promise<T[]>;
    position(item: T): string;
    isPosition: RegExp;
  },
): Promise<{ items: T[]; nextPageToken: string }> {
  const limit = request.pageSize < 1 ? DEFAULT_LIMIT : Math.min(request.pageSize, MAX_LIMIT);
  const after = request.pageToken === '' ? undefined : Buffer.from(request.pageToken, 'base64url').toString('utf8');
  if (after !== undefined && !options.isPosition.test(after)) {
    throw new ServiceError('INVALID_QUERY', 'cursor must be one that this list returned; omit it for the first page.');
  }
  const rows = await options.read(after, limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextPageToken =
    rows.length > limit && last ? Buffer.from(options.position(last), 'utf8').toString('base64url') : '';
  return { items, nextPageToken };
}

/** A position in order of creation. */
export const SEQ_POSITION = /^\d{1,18}$/;
