import type { Db } from '../db.js';

/**
 * Waits for a lock with this name, which the transaction holds until it ends, on all replicas. The port to the locks of the database:
 * docs/adr/0098-changes-and-locks-behind-a-port.md.
 */
export async function lockName(transaction: Db, name: string): Promise<void> {
  await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
}

/** Waits as `lockName` does, but holds the lock together with others that share it. */
export async function shareName(transaction: Db, name: string): Promise<void> {
  await transaction.raw('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [name]);
}

/**
 * `shareName` as a statement of a function.
 * @param name - an SQL expression.
 */
export const toShareStatement = (name: string): string =>
  `perform pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`;

/** As `toShareStatement`, as a condition: false, without waiting, while another transaction holds the lock alone or waits to. */
export const toTryShareCondition = (name: string): string =>
  `pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0))`;

/**
 * `lockName` as a statement of a function.
 * @param name - an SQL expression.
 */
export const toLockStatement = (name: string): string => `perform pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

/**
 * As `lockName`, without waiting. @returns false when another transaction holds it.
 */
export async function tryToLockName(transaction: Db, name: string): Promise<boolean> {
  // The second lock is that of the release before, which runs at the same time during an upgrade.
  const { rows } = (await transaction.raw(
    'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) and pg_try_advisory_xact_lock(hashtext(?)) as locked',
    [name, name],
  )) as { rows: { locked: boolean }[] };
  return rows[0]?.locked === true;
}
