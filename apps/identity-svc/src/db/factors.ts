import type { Db } from '@svc/kit';

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db('recovery_codes').where({ user_id: userId }).delete();
  if (hashes.length > 0) {
    await db('recovery_codes').insert(hashes.map((code_hash) => ({ user_id: userId, code_hash })));
  }
}

/** Uses a recovery code. False when the user has no such unused code. */
export async function takeRecoveryCode(db: Db, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const count = await db('recovery_codes')
    .where({ user_id: userId, code_hash: hash })
    .whereNull('used_at')
    .update({ used_at: now });
  return count === 1;
}

export async function insertResetToken(
  db: Db,
  row: { token_hash: Buffer; user_id: string; expires_at: Date },
): Promise<void> {
  await db('reset_tokens').insert(row);
}

/** The user of the token of a link, used or not. */
export async function findUserOfResetToken(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db('reset_tokens').where({ token_hash: hash }).first<{ user_id: string }>('user_id');
  return row?.user_id;
}

/** Uses the token of a link. Undefined: it is unknown, used or expired. @returns the user's id. */
export async function takeResetToken(db: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db('reset_tokens')
    .where({ token_hash: hash })
    .whereNull('used_at')
    .where('expires_at', '>', now)
    .update({ used_at: now })
    .returning('user_id');
  return row?.user_id;
}

/** Makes every other link of the user invalid. */
export async function discardResetTokens(db: Db, userId: string, now: Date): Promise<void> {
  await db('reset_tokens').where({ user_id: userId }).whereNull('used_at').update({ used_at: now });
}
