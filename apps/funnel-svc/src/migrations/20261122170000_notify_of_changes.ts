import { notifyOfChanges, stopNotifyingOfChanges } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['companies'];

/** Wakes the matchers that follow versions of funnels. */
export const up = (knex: Knex): Promise<void> => notifyOfChanges(knex, TABLES);

export const down = (knex: Knex): Promise<void> => stopNotifyingOfChanges(knex, TABLES);
