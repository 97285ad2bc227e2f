import { notifyOfChanges, stopNotifyingOfChanges } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['erased_analyses'];

/** Wakes the matchers that delete events of erased analyses. */
export const up = (knex: Knex): Promise<void> => notifyOfChanges(knex, TABLES);

export const down = (knex: Knex): Promise<void> => stopNotifyingOfChanges(knex, TABLES);
