import { dropJobLanesIndex, indexJobLanes } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** A backlog of one endpoint or shop slows no other one down. ADR 24. */
export const up = (knex: Knex): Promise<void> => indexJobLanes(knex);

export const down = (knex: Knex): Promise<void> => dropJobLanesIndex(knex);
