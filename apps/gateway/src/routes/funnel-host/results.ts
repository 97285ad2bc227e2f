import type { ResultCards, ResultView } from '@svc/domain';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Context, Handler } from '../../context.js';
import { compressBody } from '../../http/compress-body.js';
import { JSON_TYPE } from '../../match/finished-match.js';
import { rawQuery } from '../../parse/raw-query.js';
import { parseCardsQuery, parseResultQuery } from '../../parse/result-query.js';
import { findAnalysis, within } from '../../results/find-analysis.js';
import { readCards } from '../../results/read-cards.js';
import { readResult } from '../../results/read-result.js';

type ResultClients = Pick<Clients, 'funnelPages' | 'analysis' | 'presentation' | 'variants'>;

/**
 * GET /api/results/{analysisId} on a funnel's host: what the result page shows. Public: the analysis id is the capability.
 * Fails like the match route, with the same body for unknown ids and those of other funnels; with UNAVAILABLE while funnel
 * or catalogue cannot be read.
 */
export function getResult(clients: ResultClients): Handler {
  return async (ctx) => {
    const { locale, links } = parseResultQuery(rawQuery(ctx.req.url as string));
    const { analysisId } = ctx.params as { analysisId: string };
    const view = await within(TIMEOUT_MS.result, async () => {
      const analysis = await findAnalysis(clients, ctx.state.host, analysisId, locale);
      return readResult(clients, analysis, { links });
    });
    await send(ctx, view);
  };
}

/** GET /api/results/{analysisId}/cards: further cards of the same result. Fails like the result. */
export function getResultCards(clients: ResultClients): Handler {
  return async (ctx) => {
    const { variantIds, locale } = parseCardsQuery(rawQuery(ctx.req.url as string));
    const { analysisId } = ctx.params as { analysisId: string };
    const cards = await within(TIMEOUT_MS.result, async () => {
      const analysis = await findAnalysis(clients, ctx.state.host, analysisId, locale);
      return readCards(clients, analysis, variantIds);
    });
    await send(ctx, { cards });
  };
}

async function send(ctx: Context, content: ResultView | ResultCards): Promise<void> {
  const { body, encoding } = await compressBody(Buffer.from(JSON.stringify(content)), ctx.get('Accept-Encoding'));
  ctx.status = 200;
  ctx.set({ 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  ctx.vary('Accept-Encoding');
  if (encoding) ctx.set('Content-Encoding', encoding);
  ctx.body = body;
}
