import knexFactory, { type Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.js';
import { type ChangeOrder, changeOrderStatements, createChangeCursor } from './change-cursor.js';

// docs/adr/0098-changes-and-locks-behind-a-port.md
describe.each<ChangeOrder>(['transactions', 'clock'])('changes in the order of %s', (order) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let knex: Knex;
  beforeAll(async () => {
    database = await createTestDatabase();
    knex = knexFactory({ client: 'pg', connection: database.url, pool: { min: 0, max: 5 } });
    await knex.raw('create table rows (id text primary key, change_xid xid8 not null default pg_current_xact_id())');
    await createChangeCursor(knex, ['rows']);
    for (const text of changeOrderStatements(order)) await knex.raw(text);
  });
  afterAll(async () => {
    await knex?.destroy();
    await database?.drop();
  });

  const list = async (cursor: string) => {
    const { rows } = (await knex.raw(
      `select now.position::text as position, rows.id from (select change_position() as position) now
         left join rows on change_xid >= change_start(?::xid8)`,
      [cursor],
    )) as { rows: { position: string; id: string | null }[] };
    return { ids: rows.flatMap(({ id }) => id ?? []).sort(), cursor: rows[0]?.position ?? '' };
  };

  it('a new row is listed, and one that is stamped again', async () => {
    const { cursor } = await list('0');
    await knex('rows').insert({ id: 'a' });
    const first = await list(cursor);
    expect(first.ids).toContain('a');
    await knex('rows')
      .where({ id: 'a' })
      .update({ change_xid: knex.raw('change_stamp()') });
    expect((await list(first.cursor)).ids).toContain('a');
  });

  it('a change that commits after a later one was listed is listed by the next call', async () => {
    const slow = await knex.transaction();
    await slow('rows').insert({ id: 'slow' });
    await knex('rows').insert({ id: 'fast' });
    const during = await list('0');
    expect(during.ids).toContain('fast');
    expect(during.ids).not.toContain('slow');
    await slow.commit();
    expect((await list(during.cursor)).ids).toContain('slow');
  });

  it('a position of another server, which is ahead, begins from the start', async () => {
    await knex('rows').insert({ id: 'old' });
    expect((await list('9000000000000000000')).ids).toContain('old');
  });
});
