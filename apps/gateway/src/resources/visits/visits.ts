import { MAX_VISIT_BODY_BYTES } from '@svc/domain';
import { currentContext, newContext, runInContext, ServiceError } from '@svc/kit';
import { funnelVisitEventTypes, type RecordFunnelVisitRequest, TrackingConsent, visitDevices } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { createCompanyLimit } from '../../limits/company-limits.js';
import { limitAttempts } from '../../middleware/rate-limit.js';
import { ref } from '../../openapi/ref.js';
import { namesCrawler } from '../../parse/crawler.js';
import type { Host } from '../../parse/host.js';
import { toLookupId } from '../../parse/opaque-id.js';
import { jsonOrText, type Reply } from '../../route/answer.js';
import { checkSchema, objectBody } from '../../route/body.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { groupCalls } from './group-calls.js';
import { recordExposure } from './record-exposure.js';
import { createShopVisits } from './shop-visits.js';
import { getVisitDevice, getVisitLocale } from './visit-defaults.js';
import { exposureExamples, funnelVisitExamples, shopVisitExamples } from './visit-examples.js';
import {
  type ExposureReport,
  exposure,
  type FunnelVisitReport,
  funnelVisit,
  type ShopVisitReport,
  shopVisit,
} from './visit-schema.js';
import { createVisitTargets } from './visit-targets.js';

const CONTENT = jsonOrText({
  'application/json': {
    schema: { oneOf: [ref('FunnelVisit'), ref('ShopVisit'), ref('Exposure')] },
    examples: { ...funnelVisitExamples, ...shopVisitExamples, ...exposureExamples },
  },
});

const HEADERS = { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' };

const UNDERSTOOD: Reply<202> = { status: 202, body: Buffer.alloc(0), headers: HEADERS };

const STORED = 'The visit was not stored';

function parseVisit(body: Record<string, unknown>): FunnelVisitReport | ShopVisitReport | ExposureReport {
  if (body.kind === 'EXPOSURE') return checkSchema(exposure, body, STORED);
  return body.kind === 'SHOP' ? checkSchema(shopVisit, body, STORED) : checkSchema(funnelVisit, body, STORED);
}

const recordVisit = route({
  method: 'POST',
  path: '/api/v1/visits',
  id: 'recordVisit',
  tag: 'v1',
  summary: 'Report a visit of a page',
  description:
    'By a random id of the page load: no address, user agent, answer or cookie is stored. 1 to 50 events; an event counts once, so a report ' +
    'may be sent again. 202 says that the report was understood; nothing is stored of crawlers, and where the company reports nothing ' +
    '(settings.tracking.consent OFF). kind FUNNEL, on the host of a funnel: which steps the page showed; nothing of drafts, kept for 90 ' +
    'days. kind SHOP: what a page of the shop showed; only sums of days are kept. kind EXPOSURE: a visitor is assigned to an arm of a holdout.',
  permission: 'source',
  body: objectBody({
    content: CONTENT,
    maxBytes: MAX_VISIT_BODY_BYTES,
    parse: parseVisit,
  }),
  answers: { 202: { description: 'Understood. Repeating the request counts nothing twice.', headers: HEADERS } },
  errors: ['NOT_FOUND', 'VERSION_NOT_FOUND'],
  handler: ({ clients, limits }) => {
    const loadTarget = createVisitTargets(clients);
    const storeShopVisit = createShopVisits(clients);
    const sendReport = groupReports(clients);
    const limitCompany = createCompanyLimit({ clients, limits }, 'companyVisits');
    return async ({ body, ctx }) => {
      await limitAttempts(ctx, limits, 'visits', ctx.state.source);
      const isCrawler = namesCrawler(ctx.get('User-Agent'));
      const limit = (companyId: string) => limitCompany(ctx, companyId, 'VISIT');
      if (body.kind === 'EXPOSURE') {
        const page = { host: ctx.state.host, origin: ctx.get('Origin'), isCrawler, limit };
        await recordExposure(clients, body, page);
        return UNDERSTOOD;
      }
      if (body.kind === 'SHOP') {
        await storeShopVisit(body, { host: ctx.state.host, origin: ctx.get('Origin'), isCrawler, limit });
        return UNDERSTOOD;
      }
      if (ctx.state.host.kind !== 'funnel') {
        throw new ServiceError(
          'INVALID_REQUEST',
          "kind must be 'SHOP' here; 'FUNNEL' belongs to the host of a funnel.",
        );
      }
      const visit = {
        ...{ host: ctx.state.host, isCrawler, limit },
        ...{ locale: getVisitLocale(body, ctx), device: getVisitDevice(body, ctx) },
      };
      await store({ loadTarget, sendReport }, visit, body);
      return UNDERSTOOD;
    };
  },
});

/** Visits of funnels' pages and of shop pages. docs/insight.md N2, N22. */
export const visits = [
  recordVisit,
  preflight('preflightVisits', [recordVisit], { headers: 'Content-Type, X-Request-Id' }),
];

type SendReport = (report: RecordFunnelVisitRequest) => Promise<void>;

/** As many as a group of statements of insight-svc has. */
const MAX_TOGETHER = 256;
/** 8 MiB of the longest reports. */
const MAX_WAITING = 512;

/** Of one company, so that others find places. docs/insight.md N2.10. */
const MAX_WAITING_OF_COMPANY = 256;

/** Reports that arrive while others are stored are stored together. */
const groupReports = ({ visits }: Pick<Clients, 'visits'>): SendReport =>
  groupCalls({
    sendTogether: (reports) => visits.recordFunnelVisits({ reports }),
    sendAlone: (report) => visits.recordFunnelVisit(report),
    maxTogether: MAX_TOGETHER,
    maxWaiting: MAX_WAITING,
    getOwner: ({ companyId }) => companyId,
    maxWaitingOfOwner: MAX_WAITING_OF_COMPANY,
    timeoutMs: TIMEOUT_MS.visits,
  });

/** What is known of a report apart from its body. */
interface ReportedVisit {
  host: Host;
  isCrawler: boolean;
  locale: string;
  device: ReturnType<typeof getVisitDevice>;
  /** Counts the report for its company. Fails with RATE_LIMITED. */
  limit(companyId: string): Promise<void>;
}

/** Finds the funnel, then stores; also if the page that sent the report is gone by now, as most are. */
async function store(
  { loadTarget, sendReport }: { loadTarget: ReturnType<typeof createVisitTargets>; sendReport: SendReport },
  { host, isCrawler, limit, locale, device }: ReportedVisit,
  body: FunnelVisitReport,
): Promise<void> {
  const { requestId, traceparent } = currentContext() ?? newContext();
  await runInContext({ requestId, traceparent, deadline: Date.now() + TIMEOUT_MS.visits }, async () => {
    const versionId = toLookupId(body.versionId);
    const target = await loadTarget(host, versionId, body.experiment?.id);
    if (target.isPreview || target.trackingConsent === TrackingConsent.TRACKING_CONSENT_OFF || isCrawler) return;
    await limit(target.companyId);
    await sendReport({
      companyId: target.companyId,
      visit: {
        visitId: body.visitId,
        funnelId: target.funnelId,
        versionId,
        source: body.source ?? '',
        locale,
        device: visitDevices.fromName(device),
        ...(body.experiment ? { experiment: { experimentId: body.experiment.id, arm: body.experiment.arm } } : {}),
        ...(body.visitorId && target.keepsVisitors ? { visitorId: body.visitorId } : {}),
      },
      events: body.events.map(({ n, type, stepId, atMs }) => ({
        number: n,
        type: funnelVisitEventTypes.fromName(type),
        stepId,
        atMs,
      })),
    });
  });
}
