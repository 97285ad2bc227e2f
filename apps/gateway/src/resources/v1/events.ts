import { MAX_EVENTS_BODY_BYTES } from '@svc/domain';
import {
  analysisNotFound,
  currentContext,
  newContext,
  runInContext,
  ServiceError,
  sha256,
  systemClock,
} from '@svc/kit';
import { interactionTypes } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { namesCrawler } from '../../parse/crawler.js';
import { toLookupId } from '../../parse/opaque-id.js';
import { describedContent, json, jsonOrText, sendJson } from '../../route/answer.js';
import { objectBody } from '../../route/body.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { eventBatchExamples, eventsAcceptedExample } from './event-examples.js';
import type { EventBatch } from './event-schema.js';
import { parseEventBatch } from './parse-event-batch.js';

const recordEvents = route({
  method: 'POST',
  path: '/api/v1/events',
  id: 'recordEvents',
  tag: 'v1',
  summary: 'Report what a shopper did with a match',
  description:
    'Impressions, clicks, add-to-carts and purchases, 1 to 50 in a batch, from a browser or a server; no key. 202 means stored. ' +
    'Pages send the JSON as text/plain: that needs no preflight, so it also works while a page is being closed. ' +
    'An event counts once by its id, so a batch may be sent again. One bad event refuses its batch. An analysis takes 2,000 ' +
    'events. Those of a preview are accepted and counted nowhere; those of crawlers are answered and not stored. Kept for 90 days.',
  permission: 'analysisId',
  body: objectBody({
    content: jsonOrText(describedContent('EventBatch', eventBatchExamples)),
    maxBytes: MAX_EVENTS_BODY_BYTES,
    parse: (body) => parseEventBatch(body, systemClock.now()),
  }),
  answers: {
    202: json(
      'Stored. Repeating the request counts nothing twice.',
      'EventsAccepted',
      { stored: eventsAcceptedExample },
      { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' },
    ),
  },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ body, ctx }) => {
      const { accepted, duplicates } = await store(clients, body, namesCrawler(ctx.get('User-Agent')));
      return sendJson(202, { accepted, duplicates });
    },
});

/** Events of shoppers, on the API host and on funnel hosts. docs/events.md. */
export const events = [
  recordEvents,
  preflight('preflightEvents', [recordEvents], { headers: 'Content-Type, X-Request-Id', beacons: true }),
];

/** Looks the analysis up, then stores, within one deadline; also if the page that sent the batch is gone by now. */
async function store(
  clients: Pick<Clients, 'analysis' | 'events'>,
  { analysisId, events }: EventBatch,
  isCrawler: boolean,
): Promise<{ accepted: number; duplicates: number }> {
  const { requestId, traceparent } = currentContext() ?? newContext();
  try {
    return await runInContext({ requestId, traceparent, deadline: Date.now() + TIMEOUT_MS.events }, async () => {
      const { input } = await clients.analysis.getMatchingInput({ analysisId: toLookupId(analysisId) });
      if (!input) throw new ServiceError('UNAVAILABLE', 'The analysis could not be read. Please try again.');
      if (isCrawler) return { accepted: 0, duplicates: 0 };
      return clients.events.recordEvents({
        analysisIdHash: sha256(analysisId),
        input,
        events: events.map(({ id, type, variantId, position, occurredAt }) => ({
          id,
          type: interactionTypes.fromName(type),
          variantId,
          ...(typeof position === 'number' ? { position } : {}),
          ...(occurredAt ? { occurTime: occurredAt } : {}),
        })),
      });
    });
  } catch (error) {
    // One body for malformed, unknown and erased ids and for those of archived funnels, whatever the services say.
    throw error instanceof ServiceError && error.code === 'NOT_FOUND' ? analysisNotFound() : error;
  }
}
