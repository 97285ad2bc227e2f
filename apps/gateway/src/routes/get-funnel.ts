import { isLocale } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Clients } from '../clients.js';
import type { Handler } from '../context.js';
import { JSON_TYPE } from '../match/finished-match.js';
import { lookupId } from '../parse/opaque-id.js';
import { rawQuery } from '../parse/raw-query.js';

/** The query of GET funnel. Unknown keys are ignored here; only the match route is strict. Contract, "GET funnel". */
export interface FunnelQuery {
  versionId?: string;
  /** BCP 47. */
  locale?: string;
}

/** Fails with INVALID_QUERY for a repeated key or a locale that is not a language tag. */
export function parseFunnelQuery(raw: string): FunnelQuery {
  const params = new URLSearchParams(raw);
  for (const key of ['locale', 'versionId']) {
    if (params.getAll(key).length > 1) throw new ServiceError('INVALID_QUERY', `${key} may be given once.`);
  }
  const locale = params.get('locale');
  const versionId = params.get('versionId');
  if (locale !== null && !isLocale(locale)) {
    throw new ServiceError('INVALID_QUERY', 'locale is not a BCP 47 language tag, for example de-CH.');
  }
  return { ...(versionId === null ? {} : { versionId: lookupId(versionId) }), ...(locale === null ? {} : { locale }) };
}

/** GET /api/v1/funnels/{funnelId}: the questionnaire. The service checks the key in the same call. */
export function getFunnel(deps: { funnel: Pick<Clients['funnel'], 'getFunnel'> }): Handler {
  return async (ctx) => {
    const query = parseFunnelQuery(rawQuery(ctx.req.url as string));
    const { funnelId } = ctx.params as { funnelId: string };
    const { body } = await deps.funnel.getFunnel({
      apiKeyHash: ctx.state.apiKeyHash as Buffer,
      funnelId: lookupId(funnelId),
      ...query,
    });
    ctx.status = 200;
    ctx.set('Content-Type', JSON_TYPE);
    ctx.body = Buffer.from(body);
  };
}
