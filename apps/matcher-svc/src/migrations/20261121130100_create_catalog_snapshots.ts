import type { Knex } from 'knex';

/** Copies of catalogs, so that matching continues while catalog-sync is down. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table catalog_snapshots (
      company_id text primary key,
      version bigint not null,
      data bytea not null,
      checksum bytea not null,
      change_xid xid8 not null default pg_current_xact_id()
    )`);
  await knex.raw('create index catalog_snapshots_change_xid_idx on catalog_snapshots (change_xid)');
  // Compressed already: a second compression would only cost time.
  await knex.raw('alter table catalog_snapshots alter column data set storage external');
  const comments = {
    company_id: 'Company of funnel-svc.',
    version: 'Catalog version of catalog-sync; 0: it has no catalog.',
    data: 'CatalogSnapshot of libs/domain: JSON, gzip.',
    checksum: 'SHA-256 of data; a row with another checksum is deleted and pulled again.',
    change_xid: 'Transaction of the last change; replicas follow changes by it.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column catalog_snapshots.${column} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('catalog_snapshots');
}
