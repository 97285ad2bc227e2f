import type { Db } from '@svc/kit';

/**
 * Removes the name of a user wherever this schema has it, in every company. Idempotent. Scans keys, edits and releases.
 * @param userName - removed where no id was stored with it; empty: not known.
 */
export async function forgetUser(db: Db, userId: string, userName: string): Promise<void> {
  await db.raw('select forget_user(?, ?)', [userId, userName]);
}
