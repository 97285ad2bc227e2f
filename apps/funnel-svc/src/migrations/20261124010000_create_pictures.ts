import { createCrossCompanyView, dropCrossCompanyView, isolateCompanies } from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Pictures that companies uploaded. docs/adr/0090-uploaded-pictures.md. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table pictures (
      seq bigint generated always as identity unique,
      company_id text not null references companies (id),
      hash bytea not null,
      width integer not null,
      height integer not null,
      size_bytes integer not null,
      created_at timestamptz not null,
      content bytea not null,
      primary key (company_id, hash)
    )`);
  // It is compressed already.
  await knex.raw('alter table pictures alter column content set storage external');
  await knex.raw('create index pictures_hash_idx on pictures (hash)');
  const comments = {
    'pictures.seq': 'Order of creation.',
    'pictures.company_id': 'Owner. Two companies may have the same picture.',
    'pictures.hash': 'SHA-256 of the content, which is also its address.',
    'pictures.width': 'Pixels.',
    'pictures.height': 'Pixels.',
    'pictures.size_bytes': 'Length of the content.',
    'pictures.created_at': 'Time of the upload.',
    'pictures.content': 'WebP as analysis-svc made it.',
  };
  for (const [column, comment] of Object.entries(comments)) {
    await knex.raw(`comment on column ${column} is '${comment}'`);
  }
  await isolateCompanies(knex, 'pictures');
  // Shoppers name a picture by its hash alone.
  await createCrossCompanyView(knex, 'pictures', 'hash, content');
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, 'pictures');
  await knex.raw('drop table pictures');
}
