import { expect, it } from 'vitest';
import { findLockingStatements } from './find-locking-statements.js';

// docs/operations.md "Rules for migrations", rules 1 and 2.
it.each([
  ['create index things_name_idx on things (name)', 'use createIndex'],
  ['create unique index if not exists x on "things" (name)', 'use createIndex'],
  ['create index concurrently if not exists things_name_idx on things (name)', 'use createIndex'],
  ['alter table things add constraint c check (size > 0)', 'not valid'],
  ['alter table things add foreign key (other) references others (id)', 'not valid'],
  ['alter table things add unique (name)', 'unique index with createIndex'],
  ['alter table things add column other text references others (id)', 'add the column first'],
  ['alter table things add column h bigint generated always as (hash(url)) stored', 'rewrites the table'],
  ['alter table things add column id uuid not null default gen_random_uuid()', 'rewrites the table'],
  ['alter table things alter column size type bigint', 'rewrites the table'],
  ['ALTER TABLE things\n  alter size SET DATA TYPE bigint', 'rewrites the table'],
  ['alter table things alter column size set not null', 'check constraint not valid'],
  ['alter table things drop column size', 'the release before'],
  ['alter table things rename column size to width', 'the release before'],
  ['drop table things', 'the release before'],
  ["update things set name = ''", 'in batches'],
  ['delete from things where old', 'in batches'],
  ['insert into others (id) select id from things', 'in batches'],
  ['lock table things', 'locks the table'],
  ['reindex table things', 'reindex concurrently'],
])('%s is refused in a migration', (statement, advice) => {
  expect(findLockingStatements([statement])).toEqual([expect.stringContaining(advice)]);
});

it('an index may be created concurrently without a limit for locks if what a failed attempt left is dropped before', () => {
  const create = 'create index concurrently things_name_idx on things (name)';
  const drop = 'drop index concurrently if exists things_name_idx';
  expect(findLockingStatements(['set lock_timeout = 0', drop, create])).toEqual([]);
  expect(findLockingStatements(['set lock_timeout = 0', drop.replace('things', 'other'), create])).toHaveLength(1);
  expect(findLockingStatements([drop, create])).toHaveLength(1);
  expect(findLockingStatements(['set lock_timeout = 0', 'set lock_timeout = 1000', drop, create])).toHaveLength(1);
});

it.each([
  'alter table things add constraint c check (size > 0) not valid',
  'alter table things validate constraint c',
  'alter table things add constraint u unique using index things_name_idx',
  "alter table things add column state text not null default 'NEW', add column note text",
  'alter table things drop constraint c',
  'alter table things alter column size drop not null',
  "comment on column things.size is 'Set by update things set size = 1.'",
  'create function f() returns void language sql as $$ update things set size = 1 $$',
  'create table others (id text primary key, thing text references things (id))',
])('%s is allowed', (statement) => {
  expect(findLockingStatements([statement])).toEqual([]);
});

it('what concerns a table of the same migration is allowed, since no other process uses it yet', () => {
  const statements = [
    'create table "things" (id int, name text)',
    'create index x on things (name)',
    'update things set id = 1',
  ];
  expect(findLockingStatements(statements)).toEqual([]);
  expect(findLockingStatements(statements.slice(1))).toHaveLength(2);
});
