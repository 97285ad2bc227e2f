import { type Clock, generateSessionToken, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { replaceToken } from '../db/session-renewal.js';
import { addMs, FORMER_TOKEN_MS } from '../domain/lifetimes.js';
import type { StartedSession } from './sessions.js';

/**
 * Gives a session a new token after a change of what its user may do: a token that another person has is worth nothing
 * a minute later. Of simultaneous requests one gets the token. docs/identity.md I4.6.
 * @returns undefined: nothing is to be replaced.
 */
export function renewSession({ db, clock }: { db: Knex; clock: Clock }) {
  return async (tokenHash: Buffer): Promise<StartedSession | undefined> => {
    const token = generateSessionToken();
    const formerUntil = addMs(clock.now(), FORMER_TOKEN_MS);
    const endsAt = await db.transaction((trx) =>
      replaceToken(trx, { former: tokenHash, next: sha256(token), formerUntil }),
    );
    return endsAt && { token, endsAt };
  };
}
