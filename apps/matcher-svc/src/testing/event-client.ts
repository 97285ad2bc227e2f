import type { MatchingAnswers } from '@svc/domain';
import { createClient, json, sha256 } from '@svc/kit';
import { type ChangedSession, EventServiceClient, InteractionType, type RecordEventsRequest } from '@svc/proto';

type Sent = Partial<Omit<RecordEventsRequest['events'][number], 'type'>> & {
  type?: 'IMPRESSION' | 'CLICK' | 'ADD_TO_CART' | 'PURCHASE';
};

export interface SentBatch {
  events: Sent[];
  isPreview?: boolean;
  answers?: MatchingAnswers;
}

/** Sends batches to a matcher as the gateway does, for analyses of the company's one funnel. */
export function eventClient(address: string) {
  const client = createClient(EventServiceClient, address, { timeoutMs: 20_000, retry: [] });
  return {
    record: (companyId: string, analysisId: string, { events, isPreview = false, answers }: SentBatch) =>
      client.recordEvents({
        analysisIdHash: sha256(analysisId),
        input: {
          companyId,
          funnelId: `${companyId}-funnel`,
          versionId: `${companyId}-v1`,
          isPreview,
          hasSelfie: false,
          hasContact: false,
          answersJson: json.encode(answers ?? { selectionValues: [] }),
        },
        events: events.map(({ type = 'IMPRESSION', ...rest }, index) => ({
          id: `e${index}`,
          type: InteractionType[`INTERACTION_TYPE_${type}`],
          variantId: 'a',
          ...(type === 'IMPRESSION' ? { position: 0 } : {}),
          ...rest,
        })),
      }),
    listInteracted: async (companyId: string, analysisId: string, variantIds: string[]) =>
      (await client.listInteractedVariants({ companyId, analysisIdHash: sha256(analysisId), variantIds })).variantIds,
    /** All sessions after a cursor, and the cursor after them. */
    async listChanged(cursor = '') {
      const sessions: ChangedSession[] = [];
      for (;;) {
        const page = await client.listChangedSessions({ cursor });
        sessions.push(...page.sessions);
        cursor = page.cursor;
        if (page.isLast) return { sessions, cursor };
      }
    },
    close: () => client.close(),
  };
}

export type EventClient = ReturnType<typeof eventClient>;
