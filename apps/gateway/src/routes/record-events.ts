import { type InteractionType, MAX_EVENTS_BODY_BYTES } from '@svc/domain';
import {
  analysisNotFound,
  type Clock,
  currentContext,
  newContext,
  runInContext,
  ServiceError,
  sha256,
  systemClock,
} from '@svc/kit';
import { InteractionType as WireType } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../clients.js';
import type { Handler } from '../context.js';
import { readJsonObject } from '../http/read-json-object.js';
import { JSON_TYPE } from '../match/finished-match.js';
import { type ParsedEventBatch, parseEventBatch } from '../parse/event-batch.js';
import { requireMediaType } from '../parse/media-type.js';
import { lookupId } from '../parse/opaque-id.js';

type Deps = {
  analysis: Pick<Clients['analysis'], 'getMatchingInput'>;
  events: Pick<Clients['events'], 'recordEvents'>;
};

const WIRE_TYPES: Record<InteractionType, WireType> = {
  IMPRESSION: WireType.INTERACTION_TYPE_IMPRESSION,
  CLICK: WireType.INTERACTION_TYPE_CLICK,
  ADD_TO_CART: WireType.INTERACTION_TYPE_ADD_TO_CART,
  PURCHASE: WireType.INTERACTION_TYPE_PURCHASE,
};

/**
 * POST /api/v1/events. Public: the analysis id is the capability. 202 says that the batch is stored; a repeated event counts
 * once. Fails with INVALID_JSON, INVALID_REQUEST (the whole batch), NOT_FOUND like matches, or RATE_LIMITED.
 */
export function recordEvents(deps: Deps, clock: Clock = systemClock): Handler {
  return async (ctx) => {
    requireMediaType(ctx.req, ['application/json']);
    const body = await readJsonObject(ctx, MAX_EVENTS_BODY_BYTES);
    const { accepted, duplicates } = await store(deps, parseEventBatch(body, clock.now()));
    ctx.status = 202;
    ctx.set('Content-Type', JSON_TYPE);
    ctx.body = Buffer.from(JSON.stringify({ accepted, duplicates }));
  };
}

/** Looks the analysis up, then stores, within one deadline; also if the page that sent the batch is gone by now. */
async function store(deps: Deps, { analysisId, events }: ParsedEventBatch) {
  const { requestId, traceparent } = currentContext() ?? newContext();
  try {
    return await runInContext({ requestId, traceparent, deadline: Date.now() + TIMEOUT_MS.events }, async () => {
      const { input } = await deps.analysis.getMatchingInput({ analysisId: lookupId(analysisId) });
      if (!input) throw new ServiceError('UNAVAILABLE', 'The analysis could not be read. Please try again.');
      return deps.events.recordEvents({
        analysisIdHash: sha256(analysisId),
        input,
        events: events.map(({ id, type, variantId, position, occurredAt }) => ({
          id,
          type: WIRE_TYPES[type],
          variantId,
          ...(position === undefined ? {} : { position }),
          ...(occurredAt === undefined ? {} : { occurTime: occurredAt }),
        })),
      });
    });
  } catch (error) {
    // One body for malformed, unknown and erased ids and for those of archived funnels, whatever the services say.
    throw error instanceof ServiceError && error.code === 'NOT_FOUND' ? analysisNotFound() : error;
  }
}
