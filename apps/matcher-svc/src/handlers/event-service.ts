import { type ColorResult, type InteractionType, MAX_EVENT_BATCH, type MatchingAnswers } from '@svc/domain';
import { formatListCursor, type GrpcService, json, parseListCursor, ServiceError, service } from '@svc/kit';
import { EventServiceService, interactionTypes, InteractionType as WireType } from '@svc/proto';
import { listChangedSessions } from '../db/events/list-changed-sessions.js';
import { listInteractedVariants } from '../db/events/list-interacted-variants.js';
import { type RecordDeps, recordEvents } from '../usecases/events/record-events.js';

const HASH_BYTES = 32;

/** svc.matcher.v1.EventService. What clients may send wrong was checked by the gateway, with pointers. */
export function createEventService(deps: RecordDeps): GrpcService {
  return service(EventServiceService, {
    async recordEvents({ analysisIdHash, input, events }) {
      if (!input) throw new ServiceError('INVALID_REQUEST', 'input must be given.');
      if (analysisIdHash.length !== HASH_BYTES)
        throw new ServiceError('INVALID_REQUEST', 'analysis_id_hash must be a SHA-256.');
      if (events.length < 1 || events.length > MAX_EVENT_BATCH) {
        throw new ServiceError('INVALID_REQUEST', `A request must have 1 to ${MAX_EVENT_BATCH} events.`);
      }
      return recordEvents(deps, {
        analysisHash: Buffer.from(analysisIdHash),
        subject: input,
        answers: json.decode<MatchingAnswers>(input.answersJson),
        presence: { hasSelfie: input.hasSelfie, hasContact: input.hasContact },
        color: input.colorJson ? json.decode<ColorResult>(input.colorJson) : null,
        events: events.map(({ id, type, variantId, position, occurTime }) => ({
          id,
          type: toType(type),
          variantId,
          ...(position === undefined ? {} : { position }),
          ...(occurTime === undefined ? {} : { occurredAt: occurTime }),
        })),
      });
    },

    async listInteractedVariants({ companyId, analysisIdHash, variantIds }) {
      const hash = Buffer.from(analysisIdHash);
      return { variantIds: await listInteractedVariants(deps.db, companyId, hash, variantIds) };
    },

    async listChangedSessions(request) {
      const cursor = parseListCursor(request.cursor, 'sha256');
      if (!cursor) throw new ServiceError('INVALID_REQUEST', 'cursor must be one that ListChangedSessions returned.');
      const { sessions, next, isLast } = await listChangedSessions(deps.db, cursor);
      return {
        sessions: sessions.map(({ analysisHash, companyId, variants }) => ({
          ...{ analysisIdHash: analysisHash, companyId },
          variants: variants.map(({ variantId, types }) => ({
            variantId,
            types: types.map(interactionTypes.fromName),
          })),
        })),
        ...{ cursor: formatListCursor(next), isLast },
      };
    },
  });
}

function toType(type: WireType): InteractionType {
  const { INTERACTION_TYPE_UNSPECIFIED, UNRECOGNIZED } = WireType;
  if (type !== INTERACTION_TYPE_UNSPECIFIED && type !== UNRECOGNIZED) return interactionTypes.toName(type);
  throw new ServiceError('INVALID_REQUEST', 'The type of an event must be a known one.');
}
