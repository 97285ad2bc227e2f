import { createJobsTable, dropJobsTable } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Deliveries are jobs of libs/kit. ADR 24, ADR 29. */
export const up = (knex: Knex): Promise<void> => createJobsTable(knex);

export const down = (knex: Knex): Promise<void> => dropJobsTable(knex);
