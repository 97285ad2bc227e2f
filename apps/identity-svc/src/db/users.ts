import type { Db } from '@svc/kit';
import type { UserRow } from './tables.js';

/** A user without credentials. */
export interface User {
  id: string;
  email: string;
  name: string;
  locale: string;
  hasSecondFactor: boolean;
  isPlatformAdmin: boolean;
  isDisabled: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
}

export const toUser = (row: Omit<UserRow, 'password_hash' | 'totp_secret'>): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  locale: row.locale,
  hasSecondFactor: row.totp_confirmed_at !== null,
  isPlatformAdmin: row.is_platform_admin,
  isDisabled: row.state === 'DISABLED',
  createdAt: row.created_at,
  lastSignInAt: row.last_sign_in_at,
});

/** With credentials, for use cases that verify or change them. */
export const findUserByEmail = (db: Db, emailKey: string): Promise<UserRow | undefined> =>
  db<UserRow>('users').where({ email_key: emailKey }).first();

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db<UserRow>('users').where({ id }).first();

/** The same, locked until the transaction ends. */
export const lockUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db<UserRow>('users').where({ id }).forUpdate().first();

export async function updateUser(db: Db, id: string, changes: Partial<UserRow>): Promise<UserRow | undefined> {
  const [row] = await db<UserRow>('users').where({ id }).update(changes).returning('*');
  return row as UserRow | undefined;
}

/** Ids of the administrators of the platform who may sign in, locked in one order until the transaction ends. */
export async function lockPlatformAdmins(db: Db): Promise<string[]> {
  const rows = await db<UserRow>('users')
    .where({ is_platform_admin: true, state: 'ACTIVE' })
    .orderBy('id')
    .forUpdate()
    .select('id');
  return rows.map(({ id }) => id);
}

/** With memberships, sessions, credentials, tokens and invitations, in every company. */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.raw('select erase_user(?)', [id]);
}

/** False when the address has an account already. */
export async function insertUser(
  db: Db,
  user: Pick<UserRow, 'id' | 'email' | 'email_key' | 'name' | 'locale' | 'password_hash' | 'created_at'>,
): Promise<boolean> {
  const { rowCount } = (await db.raw(
    `insert into users (id, email, email_key, name, locale, password_hash, password_changed_at, created_at)
     values (:id, :email, :email_key, :name, :locale, :password_hash, :created_at, :created_at) on conflict (email_key) do nothing`,
    { ...user },
  )) as { rowCount: number };
  return rowCount === 1;
}

/** Users whose address or name begins with the query, in the order of addresses, after an address. */
export async function listUsers(db: Db, query: string, after: string, limit: number): Promise<UserRow[]> {
  const pattern = `${query
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  return db<UserRow>('users')
    .where('email_key', '>', after)
    .where((either) => either.whereLike('email_key', pattern).orWhereRaw('lower(name) like ?', [pattern]))
    .orderBy('email_key')
    .limit(limit);
}
