import { ServiceError } from '@svc/kit';
import type { ApiKey } from '@svc/proto';
import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { readBody } from '../../http/read-body.js';
import { parseJsonObject } from '../../parse/json-body.js';
import { requireMediaType } from '../../parse/media-type.js';
import { lookupId } from '../../parse/opaque-id.js';
import { parsePage } from '../../parse/pagination.js';
import { apiKeyRequest } from '../../schemas/admin.js';
import { issuesToDetails } from '../../schemas/issues-to-details.js';
import { companyOf } from './company-id.js';
import { isoTime, queryOf, sendJson, sendPage } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany' | 'createApiKey' | 'listApiKeys' | 'revokeApiKey'>;
};

const MAX_BODY_BYTES = 64 * 1024;

/** POST …/api-keys: 201 with the key's value, which is shown here only. Management, "Keys". */
export function createApiKey(deps: Deps): Handler {
  return async (ctx) => {
    requireMediaType(ctx.req, ['application/json']);
    const parsed = apiKeyRequest.safeParse(parseJsonObject(await readBody(ctx.req, ctx.res, MAX_BODY_BYTES)));
    if (!parsed.success) {
      const details = issuesToDetails(parsed.error.issues);
      throw new ServiceError('INVALID_REQUEST', 'The key was not created; details list what to change.', { details });
    }
    const { name, expiresAt, scopes } = parsed.data;
    const { companyId } = await companyOf(deps, ctx);
    const { key, value } = await deps.funnelAdmin.createApiKey({
      companyId,
      name,
      scopes: [...new Set(scopes ?? [])],
      ...(expiresAt ? { expireTime: new Date(expiresAt) } : {}),
    });
    if (!key) throw new Error('CreateApiKey answered without a key');
    const { id, lastFour, createTime, expireTime } = key;
    sendJson(ctx, 201, {
      id,
      name: key.name,
      value,
      lastFour,
      scopes: key.scopes,
      createdAt: isoTime(createTime),
      expiresAt: isoTime(expireTime),
    });
  };
}

/** GET …/api-keys: newest first, without values. */
export function listApiKeys(deps: Deps): Handler {
  return async (ctx) => {
    const page = parsePage(queryOf(ctx));
    const { companyId } = await companyOf(deps, ctx);
    const { keys, nextCursor } = await deps.funnelAdmin.listApiKeys({ companyId, ...page });
    sendPage(ctx, keys.map(presentKey), nextCursor);
  };
}

/** DELETE …/api-keys/{keyId}: 204, also when it is revoked already. */
export function revokeApiKey(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { keyId } = ctx.params as { keyId: string };
    await deps.funnelAdmin.revokeApiKey({ companyId, apiKeyId: lookupId(keyId) });
    ctx.status = 204;
  };
}

const presentKey = ({ id, name, lastFour, scopes, createTime, expireTime, lastUsedTime, revokeTime }: ApiKey) => ({
  id,
  name,
  lastFour,
  scopes,
  createdAt: isoTime(createTime),
  expiresAt: isoTime(expireTime),
  lastUsedAt: isoTime(lastUsedTime),
  revokedAt: isoTime(revokeTime),
});
