import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

const TABLE = 'shopify_former_shops';
const COMMENTS = {
  'table shopify_former_shops':
    'Shops that a company disconnected, until Shopify requests the erasure of what came from them or the company connects them again.',
  'column shopify_former_shops.shop': 'Domain of the shop.',
};

/** Shopify requests the erasure of a shop 48 hours after its app was removed, which a merchant does after disconnecting it here. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shopify_former_shops (
      company_id text not null,
      shop text not null,
      primary key (shop, company_id)
    )`);
  for (const [what, comment] of Object.entries(COMMENTS)) await knex.raw(`comment on ${what} is '${comment}'`);
  await isolateCompanies(knex, TABLE);
  await createCrossCompanyView(knex, TABLE, 'company_id, shop');
}

export async function down(knex: Knex): Promise<void> {
  await dropCrossCompanyView(knex, TABLE);
  await removeCompanyIsolation(knex, TABLE);
  await knex.schema.dropTable(TABLE);
}
