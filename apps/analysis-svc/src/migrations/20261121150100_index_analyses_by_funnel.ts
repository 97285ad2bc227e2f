import type { Knex } from 'knex';

/**
 * The newest analyses of a funnel without a scan (`ListMatchingInputs`). A funnel id belongs to one company, so the
 * company is no part of the index: every create pays for an entry of one id and one number. Previews are left out,
 * as the listing leaves them out.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index analyses_funnel_idx on analyses (funnel_id, key) where not is_preview');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index analyses_funnel_idx');
}
