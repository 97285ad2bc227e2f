import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { parsePage } from '../../parse/pagination.js';
import { queryOf, sendPage } from './send.js';

/** GET /api/admin/v1/companies, by handle. */
export function listCompanies(deps: { funnelAdmin: Pick<Clients['funnelAdmin'], 'listCompanies'> }): Handler {
  return async (ctx) => {
    const { items, nextCursor } = await deps.funnelAdmin.listCompanies(parsePage(queryOf(ctx)));
    const companies = items.map(({ handle, name }) => ({ handle, name }));
    sendPage(ctx, companies, nextCursor);
  };
}
