import type { Db } from '@svc/kit';

/** Lists of other services that are followed. */
export type FollowedList = 'erasures' | 'facts' | 'events';

/** The position in a list; empty: from the beginning. */
export async function readCursor(db: Db, name: FollowedList): Promise<string> {
  const row = await db<{ name: string; cursor: string }>('follower_cursors').where({ name }).first('cursor');
  return row?.cursor ?? '';
}

export async function writeCursor(db: Db, name: FollowedList, cursor: string): Promise<void> {
  await db('follower_cursors').insert({ name, cursor }).onConflict('name').merge();
}
