import { createChangeCursor, dropChangeCursor } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLES = ['companies'];

/** Statements name functions in place of the database's ids of transactions. ADR 98. */
export const up = (knex: Knex): Promise<void> => createChangeCursor(knex, TABLES);

export const down = (knex: Knex): Promise<void> => dropChangeCursor(knex, TABLES);
