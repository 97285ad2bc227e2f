import type { Knex } from 'knex';
import type { ReadPipeline } from './read-pipeline.js';
import { type PreparedResult, type PreparedStatement, runPrepared } from './run-prepared.js';

/** By the pool next to which it was opened; a transaction has another client than its pool, and no pipeline. */
const pipelines = new WeakMap<object, ReadPipeline>();

export function addReadPipeline(knex: Knex, pipeline: ReadPipeline): void {
  pipelines.set(knex.client, pipeline);
}

/**
 * As `runPrepared`, for reads by an index that take no locks and run in almost every request: they share a connection and its
 * writes. A slow statement would delay the reads behind it. Within a transaction it reads what the transaction sees.
 */
export function readPrepared<Row>(
  knex: Knex,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<PreparedResult<Row>> {
  const pipeline = pipelines.get(knex.client);
  return pipeline ? pipeline.read<Row>(statement, values) : runPrepared<Row>(knex, statement, values);
}
