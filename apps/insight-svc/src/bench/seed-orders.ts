import type { Knex } from 'knex';

/**
 * Orders of 395 days until a day, half of them with two lines. Three of five are credited to an analysis of their own, which is known, with one or
 * two tabs of six and up to two rules of forty; one of twenty has a refund; one of ten is in another currency, one of four from a browser.
 */
export async function seedOrders(owner: Knex, orders: number, today: string): Promise<void> {
  const insert = (sql: string) =>
    owner.raw(sql.replaceAll('{orders}', 'generate_series(1, :orders) as i'), { orders, today });
  await insert(
    `insert into orders (company_id, order_key, kind, content_hash, ordered_at, currency, totals_include_tax, had_chat, window_days,
       names_unknown_analyses_only, received_at)
     select 'bench', 'o' || i, case when i % 4 = 0 then 'REPORTED' else 'VERIFIED' end, sha256(i::text::bytea),
            :today::date - (i % 395) + interval '10 hours', case when i % 10 = 0 then 'CHF' else 'EUR' end, true,
            case i % 3 when 0 then true when 1 then false end, 7, false, now()
       from {orders}`,
  );
  await insert(
    `insert into order_lines (company_id, order_key, line_key, variant_id, quantity, price, amount)
     select 'bench', 'o' || i, line::text, 'V' || (i * line) % 500, 1, 10 + i % 90, 10 + i % 90
       from {orders}, generate_series(1, 1 + i % 2) as line`,
  );
  await insert(
    `insert into attributions (company_id, order_key, line_key, analysis_hash, funnel_id, rule, proof, tabs, rules)
     select company_id, order_key, line_key, sha256(('a' || order_key)::bytea), 'f',
            case when line_key = '1' then 'DIRECT' else 'ASSISTED' end, case when i % 7 = 0 then 'CLAIMED' else 'CONFIRMED' end,
            case when i % 3 = 0 then array['TAB' || i % 6, 'TAB' || (i + 1) % 6] else array['TAB' || i % 6] end,
            case when i % 2 = 0 then array['rule' || i % 40, 'rule' || (i + 7) % 40] else array[]::text[] end
       from {orders} join order_lines on company_id = 'bench' and order_key = 'o' || i
      where i % 5 < 3`,
  );
  await insert(
    `insert into analysis_facts (company_id, analysis_hash, funnel_id, version_id, locale, source, created_at, steps, asked_contact, given_contact)
     select 'bench', sha256(('ao' || i)::bytea), 'f', 'version-' || 1 + i % 2, (array['de', 'en', 'fr'])[1 + i % 3],
            'source-' || 1 + i % 10, :today::date - (i % 395) + interval '9 hours', '[]', '{}', '{}'
       from {orders} where i % 5 < 3`,
  );
  await insert(
    `insert into refunds (company_id, refund_key, line_key, order_key, content_hash, refunded_at, amount, received_at)
     select 'bench', 'r' || i, '1', 'o' || i, sha256(i::text::bytea), :today::date - (i % 395) + interval '3 days', 5, now()
       from {orders} where i % 20 = 0`,
  );
  await owner.raw('vacuum analyze orders, order_lines, attributions, analysis_facts, refunds');
}
