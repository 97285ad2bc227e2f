import { MAX_VISIT_BODY_BYTES } from '@svc/domain';
import { currentContext, newContext, runInContext } from '@svc/kit';
import { funnelVisitEventTypes, TrackingConsent, visitDevices } from '@svc/proto';
import { isbot } from 'isbot';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { limitAttempts } from '../../middleware/rate-limit.js';
import type { Host } from '../../parse/host.js';
import { toLookupId } from '../../parse/opaque-id.js';
import { type Content, describedContent, type Reply } from '../../route/answer.js';
import { checkSchema, objectBody } from '../../route/body.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { funnelVisitExamples } from './visit-examples.js';
import { type FunnelVisitReport, funnelVisit } from './visit-schema.js';
import { createVisitTargets } from './visit-targets.js';

/** As text, a page needs no preflight for it, and so it is also sent while the page is being closed. */
const asJsonOrText: Content = Object.fromEntries(
  Object.values(describedContent('FunnelVisit', funnelVisitExamples)).flatMap((content) =>
    ['application/json', 'text/plain'].map((type) => [type, content]),
  ),
);

const HEADERS = { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' };

const UNDERSTOOD: Reply<202> = { status: 202, body: Buffer.alloc(0), headers: HEADERS };

const recordFunnelVisit = route({
  method: 'POST',
  path: '/api/v1/visits',
  id: 'recordFunnelVisit',
  tag: 'Funnel host',
  summary: 'Report a visit of a funnel’s page',
  description:
    'Which steps a page showed, by a random id of the page load: no address, user agent, answer or cookie is stored. 1 to 50 events; an ' +
    'event counts once by its number, so a report may be sent again. 202 says that the report was understood; nothing is stored of ' +
    'drafts, of crawlers, and where the company reports nothing (settings.tracking.consent OFF). Kept for 90 days.',
  permission: 'source',
  body: objectBody({
    content: asJsonOrText,
    maxBytes: MAX_VISIT_BODY_BYTES,
    parse: (body) => checkSchema(funnelVisit, body, 'The visit was not stored'),
  }),
  answers: { 202: { description: 'Understood. Repeating the request counts nothing twice.', headers: HEADERS } },
  errors: ['NOT_FOUND', 'VERSION_NOT_FOUND'],
  handler: ({ clients, limits }) => {
    const loadTarget = createVisitTargets(clients);
    return async ({ body, ctx }) => {
      await limitAttempts(ctx, limits, 'visits', ctx.state.source);
      const source = { host: ctx.state.host, isCrawler: isbot(ctx.get('User-Agent')) };
      await store(clients, loadTarget, source, body);
      return UNDERSTOOD;
    };
  },
});

/** Visits of funnels' pages. docs/insight.md N2. */
export const funnelVisits = [
  recordFunnelVisit,
  preflight('preflightFunnelVisits', [recordFunnelVisit], { headers: 'Content-Type, X-Request-Id', beacons: true }),
];

/** Finds the funnel, then stores, within one deadline; also if the page that sent the report is gone by now, as most are. */
async function store(
  clients: Pick<Clients, 'visits'>,
  loadTarget: ReturnType<typeof createVisitTargets>,
  { host, isCrawler }: { host: Host; isCrawler: boolean },
  body: FunnelVisitReport,
): Promise<void> {
  const { requestId, traceparent } = currentContext() ?? newContext();
  await runInContext({ requestId, traceparent, deadline: Date.now() + TIMEOUT_MS.visits }, async () => {
    const versionId = toLookupId(body.versionId);
    const target = await loadTarget(host, versionId, body.experiment?.id);
    if (target.isPreview || target.trackingConsent === TrackingConsent.TRACKING_CONSENT_OFF || isCrawler) return;
    await clients.visits.recordFunnelVisit({
      companyId: target.companyId,
      visit: {
        visitId: body.visitId,
        funnelId: target.funnelId,
        versionId,
        source: body.source ?? '',
        locale: body.locale.toLowerCase(),
        device: visitDevices.fromName(body.device),
        ...(body.experiment ? { experiment: { experimentId: body.experiment.id, arm: body.experiment.arm } } : {}),
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
