import { ServiceError } from '@svc/kit';
import type { Reply } from './answer.js';
import { sendPage } from './answer.js';
import { optional, paging, type ValuesOf } from './parameter.js';

/** A cursor is the number of elements before the page, so that it needs no key of the elements. */
const CURSOR = /^[1-9][0-9]{0,5}$/;

/**
 * The query of a list that its service returns whole, because it is bounded: at most a few hundred elements. It has the parameters of
 * every other list, except that a page without `limit` has all elements. docs/management.md "Authentication".
 */
export const shortListPaging = {
  limit: optional(
    {
      ...paging.limit,
      description: `${paging.limit.description} Default: all.`,
      schema: omitDefault(paging.limit.schema),
    },
    (value, name) => paging.limit.read([value], name),
  ),
  cursor: optional({ description: paging.cursor.description, example: toCursor(20) }, (value, name) => {
    const position = Buffer.from(value, 'base64url').toString('latin1');
    if (CURSOR.test(position)) return Number(position);
    throw new ServiceError('INVALID_QUERY', `${name} must be the nextCursor of an earlier page.`);
  }),
};

/** A reply with one page of a list that is in memory. A cursor beyond its end is followed by an empty last page. */
export function sendShortList(
  all: readonly unknown[],
  { limit = all.length, cursor = 0 }: ValuesOf<typeof shortListPaging>,
): Reply<200> {
  const end = cursor + limit;
  return sendPage(all.slice(cursor, end), end < all.length ? toCursor(end) : undefined);
}

function toCursor(position: number): string {
  return Buffer.from(String(position), 'latin1').toString('base64url');
}

function omitDefault({ default: _, ...schema }: { readonly default: number }): object {
  return schema;
}
