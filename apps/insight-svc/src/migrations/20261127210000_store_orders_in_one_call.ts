import { toLockStatement, toShareStatement } from '@svc/kit/migrations';
import type { Knex } from 'knex';

const ORDER = `company_id, order_key, kind, content_hash, ordered_at, currency, totals_include_tax, had_chat, window_days,
        names_unknown_analyses_only, unread_analyses, visitor_hash, received_at`;
const LINE = 'company_id, order_key, line_key, variant_id, product_id, is_foreign, quantity, price, amount';
const CREDIT = 'company_id, order_key, line_key, analysis_hash, funnel_id, rule, proof, tabs, rules';
const UNEXPLAINED = 'company_id, analysis_hash, analysis_id, tries, next_try_at';
const REFUND = 'company_id, refund_key, line_key, order_key, content_hash, refunded_at, amount, received_at';

/**
 * Functions that store an order and a refund in one call, which shares its commit with others. Each statement of a function sees what was
 * committed before it, so that what follows a lock sees what the lock waited for; parts of one statement would not.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function store_order(lock_name text, named bytea[], new_order jsonb, new_lines jsonb, new_credits jsonb, unexplained jsonb)
      returns boolean language plpgsql set search_path from current as $$
    begin
      ${toLockStatement('lock_name')};
      if exists (select from orders where company_id = new_order->>'company_id' and order_key = new_order->>'order_key') then
        return false;
      end if;
      if cardinality(named) > 0 then
        ${toShareStatement("'erasures of analyses'")};
        if exists (select from erased_analyses where analysis_hash = any(named)) then return false; end if;
      end if;
      insert into orders (${ORDER}) select ${ORDER} from jsonb_populate_record(null::orders, new_order);
      insert into order_lines (${LINE}) select ${LINE} from jsonb_populate_recordset(null::order_lines, new_lines);
      if new_credits <> '[]' then
        insert into attributions (${CREDIT}) select ${CREDIT} from jsonb_populate_recordset(null::attributions, new_credits);
      end if;
      if unexplained <> '[]' then
        insert into unexplained_analyses (${UNEXPLAINED})
        select ${UNEXPLAINED} from jsonb_populate_recordset(null::unexplained_analyses, unexplained)
        on conflict (company_id, analysis_hash) do nothing;
      end if;
      return true;
    end $$`);
  await knex.raw(`
    create function store_refund(lock_name text, new_lines jsonb, out known_content bytea, out is_order_known boolean)
      language plpgsql set search_path from current as $$
    declare
      company text := new_lines->0->>'company_id';
    begin
      ${toLockStatement('lock_name')};
      known_content := (select content_hash from refunds where company_id = company and refund_key = new_lines->0->>'refund_key' limit 1);
      if known_content is null then
        insert into refunds (${REFUND}) select ${REFUND} from jsonb_populate_recordset(null::refunds, new_lines);
      end if;
      is_order_known := exists (select from orders where company_id = company and order_key = new_lines->0->>'order_key');
    end $$`);
  const comments = {
    store_order:
      'Stores an order whose id is not known and that names no erased analysis; of another one it stores nothing and returns false.',
    store_refund:
      'Stores a refund whose id is not known. Returns the contents of the one that is, and whether its order is known.',
  };
  for (const [name, comment] of Object.entries(comments)) {
    await knex.raw(`comment on function ${name} is '${comment}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function store_refund');
  await knex.raw('drop function store_order');
}
