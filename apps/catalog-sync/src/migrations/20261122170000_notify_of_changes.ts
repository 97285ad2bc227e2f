import { notifyOfChanges, stopNotifyingOfChanges } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['catalogs'];

/** Wakes the matchers that follow catalogs. */
export const up = (knex: Knex): Promise<void> => notifyOfChanges(knex, TABLES);

export const down = (knex: Knex): Promise<void> => stopNotifyingOfChanges(knex, TABLES);
