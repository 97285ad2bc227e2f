import type { Clock } from '@svc/kit';
import type { Knex } from 'knex';
import { deleteErasures } from '../db/erasures.js';

const KEEP_DAYS = 60;

/** Forgets erasures that no running turn can have missed. */
export const expireErasures = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> =>
  deleteErasures(db, new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000));
