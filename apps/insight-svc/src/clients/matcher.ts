import { createClient } from '@svc/kit';
import { EventServiceClient, InteractionType } from '@svc/proto';
import type { AnalysisEvents, Interaction } from '../domain/facts/analysis-fact.js';
import { isContactLike } from '../domain/visits/contact-like.js';
import type { ListPage } from '../usecases/follow-analyses.js';

const INTERACTION_NAMES: Partial<Record<InteractionType, Interaction>> = {
  [InteractionType.INTERACTION_TYPE_IMPRESSION]: 'shown',
  [InteractionType.INTERACTION_TYPE_CLICK]: 'clicked',
  [InteractionType.INTERACTION_TYPE_ADD_TO_CART]: 'added',
  [InteractionType.INTERACTION_TYPE_PURCHASE]: 'bought',
};

/** @param address - `host:port` of matcher-svc. */
export function createMatcherClient(address: string): { listEvents: ListPage<AnalysisEvents>; close(): void } {
  const client = createClient(EventServiceClient, address);
  return {
    async listEvents(cursor) {
      const listed = await client.listChangedSessions({ cursor });
      const items = listed.sessions.map(({ analysisIdHash, companyId, variants }) => ({
        ...{ analysisHash: Buffer.from(analysisIdHash), companyId },
        // Any page may report any text as a variant.
        variants: variants
          .filter(({ variantId }) => !isContactLike(variantId))
          .map(({ variantId, types }) => ({
            variantId,
            interactions: types.flatMap((type) => INTERACTION_NAMES[type] ?? []),
          })),
      }));
      return { items, cursor: listed.cursor, isLast: listed.isLast };
    },
    close: () => client.close(),
  };
}
