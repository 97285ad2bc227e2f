import type { DeliveryTargetName } from '@svc/domain';
import { type Db, type PreparedStatement, randomId, runPrepared } from '@svc/kit';

/** What the payload contains about the funnel, as of the submission. */
export interface FunnelFacts {
  /** Scheme, host and port of the page as the shopper reached it. */
  pageOrigin: string;
  subdomain: string;
  /** The funnel's merchant-defined value. */
  value: string;
  /** Company language, BCP 47. */
  language: string;
}

/** A delivery of one analysis to one target. */
export interface NewDelivery {
  /** The `webhook-id`. */
  id: string;
  companyId: string;
  analysisId: string;
  target: DeliveryTargetName;
  funnel: FunnelFacts;
  /** JSON text of the payload; null: the first attempt builds it. */
  body: string | null;
}

/** A new `webhook-id`. Standard Webhooks: unique, and without ".", which separates the signed parts. */
export const newDeliveryId = (): string => `msg_${randomId()}`;

const INSERT: PreparedStatement = {
  name: 'insert-delivery',
  text: `
    insert into deliveries (id, company_id, analysis_id, target, page_origin, subdomain, funnel_value, language, body)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

/** Inserts deliveries in the transaction that stores the analysis. There is at most one per target, so each is one statement. */
export async function insertDeliveries(trx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  for (const { id, companyId, analysisId, target, funnel, body } of deliveries) {
    const { pageOrigin, subdomain, value, language } = funnel;
    await runPrepared(trx, INSERT, [id, companyId, analysisId, target, pageOrigin, subdomain, value, language, body]);
  }
}
