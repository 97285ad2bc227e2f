import { ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { lookupId } from '../../parse/opaque-id.js';
import { parsePage } from '../../parse/pagination.js';
import { companyOf } from './company-id.js';
import { presentRun } from './present-run.js';
import { queryOf, sendJson, sendPage } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  catalogAdmin: Pick<Clients['catalogAdmin'], 'getImport' | 'listImports' | 'listProducts'>;
};

const MAX_SEARCH_LENGTH = 200;

/** GET …/catalog/imports: newest first. */
export function listImports(deps: Deps): Handler {
  return async (ctx) => {
    const page = parsePage(queryOf(ctx));
    const { companyId } = await companyOf(deps, ctx);
    const { runs, nextCursor } = await deps.catalogAdmin.listImports({ companyId, ...page });
    sendPage(ctx, runs.map(presentRun), nextCursor);
  };
}

/** GET …/catalog/imports/{importId}. */
export function getImport(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { importId } = ctx.params as { importId: string };
    const { run } = await deps.catalogAdmin.getImport({ companyId, importId: lookupId(importId) });
    if (!run) throw new ServiceError('NOT_FOUND', 'No import with this id.');
    sendJson(ctx, 200, presentRun(run));
  };
}

/** GET …/catalog/products?query=: products whose name, id or variant id contains the text, in catalogue order. */
export function listProducts(deps: Deps): Handler {
  return async (ctx) => {
    const params = queryOf(ctx);
    const page = parsePage(params);
    const query = params.get('query') ?? '';
    if (query.length > MAX_SEARCH_LENGTH || query.includes('\0')) {
      throw new ServiceError('INVALID_QUERY', `query has at most ${MAX_SEARCH_LENGTH} characters and no NUL.`);
    }
    const { companyId } = await companyOf(deps, ctx);
    const { productsJson, nextCursor } = await deps.catalogAdmin.listProducts({ companyId, query, ...page });
    // The products are JSON already; they go out as they are.
    const data = Buffer.from(productsJson);
    const rest = `,"nextCursor":${JSON.stringify(nextCursor || null)}}`;
    sendJson(ctx, 200, Buffer.concat([Buffer.from('{"data":'), data, Buffer.from(rest)]));
  };
}
