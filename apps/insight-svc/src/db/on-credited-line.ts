import type { Knex } from 'knex';

/** Joins `order_lines` to the attributions of these lines. */
export const onCreditedLine = (on: Knex.JoinClause): Knex.JoinClause =>
  on
    .on('order_lines.company_id', 'attributions.company_id')
    .andOn('order_lines.order_key', 'attributions.order_key')
    .andOn('order_lines.line_key', 'attributions.line_key');
