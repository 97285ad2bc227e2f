import { json, ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { readJsonObject } from '../../http/read-json-object.js';
import { requireMediaType } from '../../parse/media-type.js';
import { columnMapping } from '../../schemas/column-mapping.js';
import { issuesToDetails } from '../../schemas/issues-to-details.js';
import { companyOf } from './company-id.js';
import { sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  catalogAdmin: Pick<Clients['catalogAdmin'], 'getColumnMapping' | 'setColumnMapping'>;
};

const MAX_BODY_BYTES = 64 * 1024;
const NO_MAPPING = Buffer.from('{"format":"auto","columns":{}}');

/** GET …/catalog/mapping: no columns when there is no mapping. */
export function getColumnMapping(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { mappingJson } = await deps.catalogAdmin.getColumnMapping({ companyId });
    sendJson(ctx, 200, mappingJson ? Buffer.from(mappingJson) : NO_MAPPING);
  };
}

/** PUT …/catalog/mapping: 200 with the mapping as it is stored. */
export function setColumnMapping(deps: Deps): Handler {
  return async (ctx) => {
    requireMediaType(ctx.req, ['application/json']);
    const mappingJson = readMapping(await readJsonObject(ctx, MAX_BODY_BYTES));
    const { companyId } = await companyOf(deps, ctx);
    await deps.catalogAdmin.setColumnMapping({ companyId, mappingJson });
    sendJson(ctx, 200, mappingJson);
  };
}

/** DELETE …/catalog/mapping: 204, also when there is none. */
export function deleteColumnMapping(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    await deps.catalogAdmin.setColumnMapping({ companyId });
    ctx.status = 204;
  };
}

/** A mapping as catalog-sync takes it. @throws ServiceError INVALID_REQUEST */
export function readMapping(value: unknown): Buffer {
  const parsed = columnMapping.safeParse(value);
  if (parsed.success) return json.encode(parsed.data);
  const details = issuesToDetails(parsed.error.issues);
  throw new ServiceError('INVALID_REQUEST', 'The column mapping cannot be used; details list what to change.', {
    details,
  });
}
