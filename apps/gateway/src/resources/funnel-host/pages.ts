import type { FunnelPage } from '@svc/domain';
import { analysisNotFound, json, ServiceError } from '@svc/kit';
import { TIMEOUT_MS } from '../../clients.js';
import type { Context, GatewayMiddleware } from '../../context.js';
import { toFunnelHost } from '../../hosts/funnel-host.js';
import { getLanguages } from '../../http/get-languages.js';
import { VERSION_ID } from '../../openapi/example-ids.js';
import { renderFunnelPage } from '../../pages/page-html.js';
import { JSON_TYPE, plainContent, type Reply, sendBody, toBuffer } from '../../route/answer.js';
import type { RouteDeps } from '../../route/deps.js';
import { locale, optionalId, text } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { analysisId } from '../analysis-id.js';

const AS_PAGES = 'Errors are pages for clients that prefer text/html to JSON, with the same status.';
const HEADERS = {
  'Content-Security-Policy': 'Its own files only; frame-ancestors are the company’s domains.',
  'Cache-Control': 'no-store',
};
const HTML = plainContent('text/html', '<!doctype html>\n<html lang="de" dir="ltr">…');

const pageLocale = locale(
  'BCP 47. Default: the first language of Accept-Language that the questions have, else the company’s.',
);

const shared = {
  method: 'GET',
  tag: 'Funnel host',
  middleware: showBranding,
} as const;

const getPage = route({
  ...shared,
  path: '/',
  id: 'getPage',
  summary: 'The questionnaire as a page',
  description: `One HTML document with the funnel in it; while a test of the questionnaire runs, without questions. A paused funnel has a page that says so. Sets no cookies. ${AS_PAGES}`,
  permission: 'source',
  query: {
    locale: pageLocale,
    versionId: optionalId(
      'The current published version or the current draft: the id of the draft shows a preview of it.',
      VERSION_ID,
    ),
    source: text('Stored with the submission, like the whole query string. Read by the page.', 'newsletter'),
    forceStart: text('true: start again, also for visitors who have a result. Read by the page.', 'true', {
      type: 'string',
      enum: ['true', 'false'],
    }),
  },
  answers: { 200: { description: 'The page.', content: HTML, headers: HEADERS } },
  errors: ['NOT_FOUND', 'FUNNEL_NOT_PUBLISHED', 'VERSION_NOT_FOUND'],
  handler:
    (deps) =>
    async ({ query: { locale, versionId }, ctx }) => {
      const loaded = await loadPage(ctx, deps, { locale, versionId, unit: '' });
      return toReply(loaded, { isResult: false });
    },
});

const UNIT = /^[A-Za-z0-9_-]{16,64}$/;

const getQuestionnaire = route({
  method: 'GET',
  tag: 'Funnel host',
  path: '/api/v1/questionnaire',
  id: 'getQuestionnaire',
  summary: 'The questions of a visit while a test runs',
  description:
    'The page requests them while a test of the questionnaire runs. The same unit always gets the same arm. Without a test: the published questions.',
  permission: 'source',
  query: {
    locale: pageLocale,
    unit: {
      description: 'Id of the visit, as in reports of it.',
      example: 'k3J9-x2Lw0Pq7_ZtRb5Y',
      required: true,
      read: ([value = '']: readonly string[]) => {
        if (UNIT.test(value)) return value;
        throw new ServiceError('INVALID_QUERY', 'unit must be 16 to 64 letters, digits, - or _.');
      },
    },
  },
  answers: {
    200: {
      description: 'What the page is made of.',
      content: plainContent(
        'application/json',
        '{"funnel":{"subdomain":"beauty"},"experiment":{"id":"…","arm":"B"},"steps":[]}',
      ),
      headers: { 'Cache-Control': 'no-store' },
    },
  },
  errors: ['NOT_FOUND', 'FUNNEL_NOT_PUBLISHED'],
  handler:
    ({ clients }) =>
    async ({ query: { locale, unit }, ctx }) => {
      const { pageJson } = await clients.funnelPages.getFunnelPage({
        ...{ host: toFunnelHost(ctx.state.host), unit },
        preferredLocales: locale === undefined ? getLanguages(ctx) : [],
        ...(locale === undefined ? {} : { locale }),
      });
      return sendBody(200, JSON_TYPE, toBuffer(pageJson), { 'Cache-Control': 'no-store' });
    },
});

/** Unknown and erased ids and those of other funnels are the same 404. If analysis-svc fails, the page is shown and reports it. */
const getResultPage = route({
  ...shared,
  path: '/r/{analysisId}',
  id: 'getResultPage',
  summary: 'A result as a page',
  description: `The analysis id is the capability. Nothing of the analysis is in the document; its script requests the result. ${AS_PAGES}`,
  permission: 'analysisId',
  params: { analysisId },
  query: { locale: pageLocale },
  answers: { 200: { description: 'The page.', content: HTML, headers: { ...HEADERS, 'X-Robots-Tag': 'noindex' } } },
  errors: ['NOT_FOUND', 'FUNNEL_NOT_PUBLISHED'],
  handler:
    (deps) =>
    async ({ params, query, ctx }) => {
      const [loaded, owner] = await Promise.all([loadPage(ctx, deps, query), loadOwner(deps, params.analysisId)]);
      if (owner !== 'UNAVAILABLE' && owner?.funnelId !== loaded.funnelId) throw analysisNotFound();
      return toReply(loaded, { isResult: true });
    },
});

/** The pages of a funnel's host. docs/questionnaire.md. */
export const pages = [getPage, getQuestionnaire, getResultPage];

/** Notices about a wrong query have the branding of the company too. */
function showBranding({ clients }: RouteDeps): GatewayMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof ServiceError && ['VERSION_NOT_FOUND', 'INVALID_QUERY'].includes(error.code)) {
        const request = { host: toFunnelHost(ctx.state.host), preferredLocales: [] };
        const found = await clients.funnelPages.getFunnelPage(request).catch(() => undefined);
        if (found) ctx.state.branding = json.decode<FunnelPage>(found.pageJson);
      }
      throw error;
    }
  };
}

async function loadPage(
  ctx: Context,
  { clients, pageAssets }: RouteDeps,
  { locale, versionId, unit }: { locale: string | undefined; versionId?: string | undefined; unit?: string },
) {
  const [{ pageJson, funnelId }, assets] = await Promise.all([
    clients.funnelPages.getFunnelPage({
      host: toFunnelHost(ctx.state.host),
      preferredLocales: locale === undefined ? getLanguages(ctx) : [],
      ...(locale === undefined ? {} : { locale }),
      ...(versionId === undefined ? {} : { versionId }),
      ...(unit === undefined ? {} : { unit }),
    }),
    pageAssets().catch((cause) => {
      throw new ServiceError('UNAVAILABLE', 'The page is not available at the moment. Please try again.', { cause });
    }),
  ]);
  const text = Buffer.from(pageJson).toString();
  const page = JSON.parse(text) as FunnelPage;
  ctx.state.branding = page;
  return { page, text, funnelId, assets };
}

function toReply(
  { page, text, assets }: Awaited<ReturnType<typeof loadPage>>,
  options: { isResult: boolean },
): Reply<200> {
  // Compressed: a page holds no secret that its size could reveal.
  return { status: 200, ...renderFunnelPage(page, text, assets, options), compression: 'onTheFly' };
}

/** The funnel of an analysis; undefined: unknown or erased. Never rejects. */
async function loadOwner(
  { clients, log }: RouteDeps,
  analysisId: string,
): Promise<{ funnelId: string } | undefined | 'UNAVAILABLE'> {
  try {
    const { input } = await clients.analysis.getMatchingInput({ analysisId }, { timeoutMs: TIMEOUT_MS.funnel });
    return input ?? 'UNAVAILABLE';
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    log.warn({ err: error }, 'the page of a result is shown without checking the analysis id');
    return 'UNAVAILABLE';
  }
}
