import { DAY_MS, MAX_EVENT_AGE_DAYS, MAX_EVENT_BATCH, MAX_EVENT_ID_LENGTH } from '@svc/domain';
import { ServiceError, sha256 } from '@svc/kit';
import { type ConfirmedLine, InteractionType } from '@svc/proto';
import type { Clients } from '../../clients.js';
import type { LoadedAnalysis } from './load-order-analyses.js';

/** The id of the event of a line. One that the events route would not accept is replaced by its hash. docs/insight.md N5.9. */
export function toPurchaseId(orderId: string, lineId: string): string {
  const id = `order-${orderId}-${lineId}`;
  const isAccepted = new RegExp(`^[\\x20-\\x7e]{1,${MAX_EVENT_ID_LENGTH}}$`).test(id);
  return isAccepted ? id : `order-${sha256(id).toString('base64url')}`;
}

/**
 * Makes confirmed lines purchases, from which Funnel AI learns. Repeating it counts nothing twice. Orders that are older than events may
 * be are left out. An analysis that takes no further event, or was erased meanwhile, is no error.
 */
export async function reportPurchases(
  { events }: Pick<Clients, 'events'>,
  order: { orderId: string; createdAt: Date },
  confirmed: readonly ConfirmedLine[],
  analyses: readonly LoadedAnalysis[],
  now: Date,
): Promise<void> {
  if (now.getTime() - order.createdAt.getTime() > MAX_EVENT_AGE_DAYS * DAY_MS) return;
  for (const { analysis, input } of analyses) {
    const analysisIdHash = sha256(analysis.analysisId);
    const lines = confirmed.filter((line) => analysisIdHash.equals(line.analysisIdHash));
    for (let from = 0; from < lines.length; from += MAX_EVENT_BATCH) {
      const batch = lines.slice(from, from + MAX_EVENT_BATCH).map(({ lineId, variantId }) => ({
        id: toPurchaseId(order.orderId, lineId),
        type: InteractionType.INTERACTION_TYPE_PURCHASE,
        variantId,
        occurTime: order.createdAt,
      }));
      await events.recordEvents({ analysisIdHash, input, events: batch }).catch((error: unknown) => {
        const isFinal = error instanceof ServiceError && ['NOT_FOUND', 'RATE_LIMITED'].includes(error.code);
        if (!isFinal) throw error;
      });
    }
  }
}
