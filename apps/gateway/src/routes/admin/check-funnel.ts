import { ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler, RouteContext } from '../../context.js';
import { readBody } from '../../http/read-body.js';
import { parseJsonObject } from '../../parse/json-body.js';
import { requireMediaType } from '../../parse/media-type.js';
import { checkRequest } from '../../schemas/funnel-check.js';
import { issuesToDetails } from '../../schemas/issues-to-details.js';
import { companyOf, subdomainOf } from './company-id.js';
import { sendJson } from './send.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  funnel: Pick<Clients['funnel'], 'getCompanyState'>;
  matcherAdmin: Pick<Clients['matcherAdmin'], 'checkFunnel'>;
};
type Asked = 'draft' | 'published' | undefined;

const MAX_BODY_BYTES = 1024;

/**
 * POST …/funnels/{subdomain}/check: the assortment prover's report on the draft or the published version; the draft, if
 * there is one, when the body does not say. FUNNEL_NOT_PUBLISHED without such a version.
 */
export function checkFunnel(deps: Deps): Handler {
  return async (ctx) => {
    const asked = await askedVersion(ctx);
    const { companyId } = await companyOf(deps, ctx);
    const { funnelId, versionId } = await findVersion(deps, companyId, subdomainOf(ctx), asked);
    const request = { companyId, funnelId, version: { $case: 'versionId' as const, value: versionId } };
    const { reportJson } = await deps.matcherAdmin.checkFunnel(request, { timeoutMs: TIMEOUT_MS.check });
    sendJson(ctx, 200, Buffer.from(reportJson));
  };
}

/** What the body asks for. The body may be left out. */
async function askedVersion(ctx: RouteContext): Promise<Asked> {
  const bytes = await readBody(ctx.req, ctx.res, MAX_BODY_BYTES);
  if (bytes.length === 0) return undefined;
  requireMediaType(ctx.req, ['application/json']);
  const parsed = checkRequest.safeParse(parseJsonObject(bytes));
  if (parsed.success) return parsed.data.version;
  const details = issuesToDetails(parsed.error.issues);
  throw new ServiceError('INVALID_REQUEST', 'Nothing was checked; details list what to change.', { details });
}

async function findVersion(deps: Pick<Deps, 'funnel'>, companyId: string, subdomain: string, asked: Asked) {
  const { funnels } = await deps.funnel.getCompanyState({ companyId });
  const found = funnels.find((funnel) => funnel.subdomain === subdomain && !funnel.archived);
  if (!found) throw new ServiceError('NOT_FOUND', 'No funnel with this sub-domain.');
  const { funnelId, draftVersionId: draft, publishedVersionId: published } = found;
  const versionId = asked === 'draft' ? draft : asked === 'published' ? published : (draft ?? published);
  if (versionId !== undefined) return { funnelId, versionId };
  const what = asked === undefined ? 'neither a draft nor a published version' : `no ${asked} version`;
  throw new ServiceError('FUNNEL_NOT_PUBLISHED', `This funnel has ${what} to check.`);
}
