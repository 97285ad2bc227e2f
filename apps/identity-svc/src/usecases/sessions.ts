import { type Clock, type Db, generateSessionToken, type Logger, randomId, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { type Actor, findActor } from '../db/find-actor.js';
import { insertSession, recordSessionUse } from '../db/sessions.js';
import { addMs, CHALLENGE_MS, IDLE_MS, SESSION_MS } from '../domain/lifetimes.js';
import { toNetwork } from '../domain/network.js';

/** Where a request came from. */
export interface Device {
  userAgent: string;
  source: string;
}

export interface StartedSession {
  token: string;
  endsAt: Date;
}

const MAX_USER_AGENT = 200;
const USE_INTERVAL_MS = 60_000;

/** Stores a new session under a new token, which is in the answer and nowhere else. docs/identity.md I4. */
export async function startSession(
  db: Db,
  now: Date,
  session: { userId: string; device: Device; factors: string[]; awaitsFactor?: boolean; network?: string },
): Promise<StartedSession> {
  const { awaitsFactor = false } = session;
  const token = generateSessionToken();
  const endsAt = addMs(now, awaitsFactor ? CHALLENGE_MS : SESSION_MS);
  await insertSession(db, {
    token_hash: sha256(token),
    id: randomId(),
    user_id: session.userId,
    created_at: now,
    authenticated_at: now,
    factors: session.factors,
    awaits_factor: awaitsFactor,
    idle_until: awaitsFactor ? endsAt : addMs(now, IDLE_MS),
    ends_at: endsAt,
    user_agent: session.device.userAgent.slice(0, MAX_USER_AGENT),
    network: session.network ?? toNetwork(session.device.source),
  });
  return { token, endsAt };
}

export interface Authenticate {
  (tokenHash: Buffer): Promise<Actor>;
  /** Resolves when all started writes have ended. */
  settled(): Promise<void>;
}

/**
 * Finds the user behind a token, as of now. The time of the last use is written outside of the request path, at most once a minute for a
 * session. Fails with UNAUTHORIZED.
 */
export function authenticate(deps: { db: Knex; clock: Clock; log: Logger }): Authenticate {
  const { db, clock, log } = deps;
  const writes = new Map<string, Promise<void>>();
  const find = async (tokenHash: Buffer): Promise<Actor> => {
    const now = clock.now();
    const actor = await findActor(db, tokenHash, now);
    if (!actor) throw new ServiceError('UNAUTHORIZED', 'The session is unknown or has ended; sign in again.');
    const { sessionId: id, lastSeenAt } = actor;
    if (!actor.awaitsFactor && !writes.has(id) && now.getTime() - lastSeenAt.getTime() >= USE_INTERVAL_MS) {
      const write = recordSessionUse(db, id, now)
        .catch((error: unknown) => log.warn({ err: error, sessionId: id }, 'use of a session was not recorded'))
        .finally(() => writes.delete(id));
      writes.set(id, write);
    }
    return actor;
  };
  return Object.assign(find, { settled: async () => void (await Promise.all(writes.values())) });
}
