import { describe, expect, it } from 'vitest';
import { findInSource } from './find-undistributed-statements.js';

const KEYS = { deliveries: ['id', 'analysis_id'] };
const isFound = (source: string) => findInSource(source, KEYS).length > 0;

describe('findInSource', () => {
  it.each([
    ['a list of a company', "db.raw('select id from deliveries where company_id = ?', [companyId])"],
    ['a view over all companies', '`select count(*) from all_deliveries`'],
    ['an update by another column', "`update deliveries set state = 'DEAD' where created_at < now()`"],
    ['a deletion', "'delete from deliveries'"],
    ['a join', '`select 1 from analyses a join deliveries d on a.company_id = d.company_id`'],
    ['rows that the statement finds itself', '`delete from deliveries using old where deliveries.id = old.id`'],
    ['a selection', "'update deliveries set body = null where id in (select id from deliveries where state = ?)'"],
    ['a query of Knex', "db('deliveries').where({ company_id: companyId }).delete();"],
  ])('finds %s', (_, source) => {
    expect(isFound(source)).toBe(true);
  });

  it.each([
    ['a read by the key', "'select state from deliveries where id = ?'"],
    ['a read of several', '`select state from all_deliveries where analysis_id = any($1)`'],
    ['an insert', "`insert into deliveries (id, state) values ($1, 'PENDING')`"],
    ['a query of Knex by the key', "db('deliveries').where({ id }).delete();"],
    ['a query of Knex by several', "db('deliveries').whereIn('id', ids).delete();"],
    ['an insert of Knex', "db('deliveries').insert({ state });"],
    ['another table', "'select 1 from delivery_attempts'"],
    ['a comment', '// Deletes from deliveries `delete from deliveries`.'],
  ])('passes %s', (_, source) => {
    expect(isFound(source)).toBe(false);
  });
});
