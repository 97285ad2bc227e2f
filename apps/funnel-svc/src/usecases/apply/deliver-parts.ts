import { type Clock, type Db, forCompany, type Logger, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import {
  type Delivery,
  findNextDelivery,
  listPendingCompanies,
  markDelivered,
  markFailed,
} from '../../db/deliveries.js';
import type { Participant } from '../../db/tables.js';
import type { ApplyParticipants } from './participants.js';

/** The matcher is last, because applying its part it immediately reads the new catalog. */
const PARTICIPANTS: readonly Participant[] = ['catalog', 'matcher'];
/** Deadline of an apply; a large catalog takes long. */
const TIMEOUT_MS = 30_000;
/** Companies per round of the background loop. */
const BATCH = 100;

export interface PartsDelivery {
  /**
   * Hands everything pending of a company to its owners, each in order of revision.
   * @param db - of this company, if the marks belong to one.
   * @throws ServiceError UNAVAILABLE when a part is left.
   */
  deliver(companyId: string, db?: Db): Promise<void>;
  /** The same for all companies; a company that fails does not hold up the others. */
  deliverAll(signal: AbortSignal): Promise<void>;
}

/**
 * Takes the parts of applied blueprints to their owners, at least once. Several deliverers (replicas, the loop, the next
 * apply) need no lock: a part is sent only after the one before it was acknowledged, and its owner ignores a repeated or
 * older revision.
 */
export function createPartsDelivery(deps: {
  db: Knex;
  participants: ApplyParticipants;
  clock: Clock;
  log: Logger;
}): PartsDelivery {
  async function deliverTo(companyId: string, participant: Participant, db?: Db): Promise<void> {
    /** No transaction of its own stays open while a part is sent. */
    const run = <T>(work: (db: Db) => Promise<T>) => (db ? work(db) : forCompany(deps.db, companyId, work));
    for (;;) {
      const delivery = await run((db) => findNextDelivery(db, companyId, participant));
      if (!delivery) return;
      try {
        await send(deps.participants, delivery);
      } catch (error) {
        await run((db) => markFailed(db, delivery, describe(error)));
        throw error;
      }
      await run((db) => markDelivered(db, delivery, deps.clock.now()));
    }
  }

  async function deliver(companyId: string, db?: Db): Promise<void> {
    const left: Participant[] = [];
    // One after the other: a transaction has one connection.
    for (const participant of PARTICIPANTS) {
      try {
        await deliverTo(companyId, participant, db);
      } catch (error) {
        deps.log.warn({ err: error, companyId, participant }, 'a part of a blueprint is not delivered yet');
        left.push(participant);
      }
    }
    if (left.length === 0) return;
    throw new ServiceError(
      'UNAVAILABLE',
      `The blueprint is saved, but its ${left.join(' and ')} part is not in force yet. Applying the same file again finishes it; so does waiting.`,
    );
  }

  return {
    deliver,
    async deliverAll(signal) {
      let failed: unknown;
      for (const companyId of await listPendingCompanies(deps.db, BATCH)) {
        if (signal.aborted) return;
        await deliver(companyId).catch((error: unknown) => {
          failed = error;
        });
      }
      if (failed) throw failed;
    },
  };
}

async function send({ matcher, catalog }: ApplyParticipants, { companyId, participant, revision, payload }: Delivery) {
  const options = { timeoutMs: TIMEOUT_MS };
  const part = Buffer.from(payload, 'utf8');
  if (participant === 'matcher') await matcher.applyConfig({ companyId, revision, patchJson: part }, options);
  else await catalog.applyCatalog({ companyId, revision, sectionJson: part }, options);
}

function describe(error: unknown): string {
  if (error instanceof ServiceError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.name : 'unknown';
}
