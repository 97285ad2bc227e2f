import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FunnelPage } from '@svc/domain';
import { analysisNotFound, json, type Logger, ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Context, Handler, RouteContext } from '../../context.js';
import { acceptedLanguages, accepts } from '../../funnel-host/accept-language.js';
import { toFunnelHost } from '../../funnel-host/funnel-host.js';
import type { PageAssets } from '../../funnel-host/page-assets.js';
import { funnelPageHtml } from '../../funnel-host/page-html.js';
import { type FunnelQuery, parseFunnelQuery } from '../../parse/funnel-query.js';
import { lookupId } from '../../parse/opaque-id.js';
import { rawQuery } from '../../parse/raw-query.js';

const compress = promisify(brotliCompress);
/** A third of the size in a millisecond; there is nothing secret in a page that its size could give away. */
const QUALITY = 5;

interface PageDeps {
  clients: Pick<Clients, 'funnelPages' | 'analysis'>;
  /** Rejects while the page is not built. */
  pageAssets(): Promise<PageAssets>;
  log: Logger;
}

/**
 * GET /: the questionnaire of the funnel whose host this is. `locale` and `versionId` are read here, everything else in the
 * query is the page's own. Fails with NOT_FOUND, FUNNEL_NOT_PUBLISHED, VERSION_NOT_FOUND or INVALID_QUERY; a paused funnel has
 * a page that says so.
 */
export function getPage(deps: PageDeps): Handler {
  return withLook(deps, async (ctx) => {
    const query = parseFunnelQuery(rawQuery(ctx.req.url as string));
    await sendPage(ctx, deps, query, { isResult: false });
  });
}

/**
 * GET /r/{analysisId}: the same page, which then asks for the result. Nothing of the analysis is in it; unknown, erased and
 * other funnels' ids are the same 404. While nobody can tell, the page is shown: it says itself that the result cannot be read.
 */
export function getResultPage(deps: PageDeps): Handler {
  return withLook(deps, async (ctx) => {
    const { locale } = parseFunnelQuery(rawQuery(ctx.req.url as string));
    const { analysisId } = ctx.params as { analysisId: string };
    const owner = funnelOf(deps, analysisId);
    await sendPage(ctx, deps, locale === undefined ? {} : { locale }, {
      isResult: true,
      async check(funnelId) {
        const found = await owner;
        if (found === 'unknown' || (found && found.funnelId !== funnelId)) {
          throw analysisNotFound();
        }
      },
    });
  });
}

/** The notice about a wrong query has the company's look too. */
function withLook({ clients }: PageDeps, handler: (ctx: RouteContext) => Promise<void>): Handler {
  return async (ctx) => {
    try {
      await handler(ctx);
    } catch (error) {
      if (error instanceof ServiceError && ['VERSION_NOT_FOUND', 'INVALID_QUERY'].includes(error.code)) {
        const request = { host: toFunnelHost(ctx.state.host), preferredLocales: [] };
        const found = await clients.funnelPages.getFunnelPage(request).catch(() => undefined);
        if (found) ctx.state.look = json.decode<FunnelPage>(found.pageJson);
      }
      throw error;
    }
  };
}

async function sendPage(
  ctx: Context,
  deps: PageDeps,
  query: FunnelQuery,
  options: { isResult: boolean; check?(funnelId: string): Promise<void> },
): Promise<void> {
  const [{ pageJson, funnelId }, assets] = await Promise.all([
    deps.clients.funnelPages.getFunnelPage({
      host: toFunnelHost(ctx.state.host),
      preferredLocales: query.locale === undefined ? acceptedLanguages(ctx.get('Accept-Language')) : [],
      ...query,
    }),
    deps.pageAssets().catch((cause) => {
      throw new ServiceError('UNAVAILABLE', 'The page is not there at the moment. Please try again.', { cause });
    }),
  ]);
  const text = Buffer.from(pageJson).toString();
  const page = JSON.parse(text) as FunnelPage;
  ctx.state.look = page;
  await options.check?.(funnelId);
  const { headers, body } = funnelPageHtml(page, text, assets, options);
  ctx.status = 200;
  ctx.set(headers);
  ctx.vary('Accept-Encoding');
  if (accepts(ctx.get('Accept-Encoding'), 'br')) {
    ctx.set('Content-Encoding', 'br');
    ctx.body = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  } else ctx.body = body;
}

/** Never rejects: `null` is "nobody can tell". */
async function funnelOf(
  { clients, log }: PageDeps,
  analysisId: string,
): Promise<{ funnelId: string } | 'unknown' | null> {
  try {
    const request = { analysisId: lookupId(analysisId) };
    const { input } = await clients.analysis.getMatchingInput(request, { timeoutMs: TIMEOUT_MS.funnel });
    return input ? { funnelId: input.funnelId } : null;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return 'unknown';
    log.warn({ err: error }, 'the page of a result is shown without a look at the analysis');
    return null;
  }
}
