import { notifyOfChanges, stopNotifyingOfChanges } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['company_configs', 'catalog_snapshots', 'funnel_states', 'funnel_learning'];

/** Wakes the other replicas. */
export const up = (knex: Knex): Promise<void> => notifyOfChanges(knex, TABLES);

export const down = (knex: Knex): Promise<void> => stopNotifyingOfChanges(knex, TABLES);
