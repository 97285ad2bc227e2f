import type { Db } from '@svc/kit';
import type { InvitationRow } from './tables.js';

/** An invitation as it is found by its link, before its company is known. */
export type FoundInvitation = Omit<InvitationRow, 'seq' | 'locale' | 'accepted_at' | 'accepted_by' | 'last_sent_at'>;

export async function findInvitationByToken(db: Db, tokenHash: Buffer): Promise<FoundInvitation | undefined> {
  return db<FoundInvitation>('all_invitations').where({ token_hash: tokenHash }).first();
}

/** False when an invitation of the address is pending already. */
export async function insertInvitation(
  db: Db,
  row: Omit<InvitationRow, 'seq' | 'accepted_at' | 'accepted_by'>,
): Promise<boolean> {
  const inserted = await db('invitations').insert(row).onConflict().ignore().returning('id');
  return inserted.length === 1;
}

export const findPending = (db: Db, emailKey: string): Promise<InvitationRow | undefined> =>
  db<InvitationRow>('invitations').where({ email_key: emailKey, state: 'PENDING' }).first();

/** An invitation of the company of the transaction, locked. */
export const lockInvitation = (db: Db, id: string): Promise<InvitationRow | undefined> =>
  db<InvitationRow>('invitations').where({ id }).forUpdate().first();

/** Invitations of the company of the transaction, newest first. */
export const listInvitations = (db: Db): Promise<InvitationRow[]> =>
  db<InvitationRow>('invitations').orderBy('seq', 'desc').limit(200);

export async function updateInvitation(db: Db, id: string, changes: Partial<InvitationRow>): Promise<void> {
  await db('invitations').where({ id }).update(changes);
}

/** Names of the companies of a user, as their invitations have them: identity-svc stores no others. */
export const listCompanyNames = (db: Db, userId: string): Promise<string[]> =>
  db('all_memberships as m')
    .join('all_invitations as i', 'i.company_id', 'm.company_id')
    .where('m.user_id', userId)
    .distinct()
    .pluck('i.company_name');

/** Takes an invitation, if it can still be accepted. Of simultaneous attempts one succeeds. docs/identity.md I5.5. */
export async function takeInvitation(
  db: Db,
  invitation: { id: string; tokenHash: Buffer; emailKey: string; userId: string },
  now: Date,
): Promise<boolean> {
  const count = await db('invitations')
    .where({
      id: invitation.id,
      token_hash: invitation.tokenHash,
      email_key: invitation.emailKey,
      state: 'PENDING',
    })
    .where('expires_at', '>', now)
    .update({ state: 'ACCEPTED', accepted_at: now, accepted_by: invitation.userId });
  return count === 1;
}
