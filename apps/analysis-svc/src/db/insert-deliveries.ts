import type { DeliveryTargetName } from '@svc/domain';
import { type Db, type PreparedStatement, randomId, runPrepared } from '@svc/kit';

/** What the payload says of the funnel, as it was at the submission. */
export interface FunnelFacts {
  /** Scheme, host and port of the page as the shopper reached it. */
  pageOrigin: string;
  subdomain: string;
  /** The funnel's merchant-defined value. */
  value: string;
  /** Company language, BCP 47. */
  language: string;
}

/** An analysis that is owed to a target. */
export interface NewDelivery {
  /** The `webhook-id`. */
  id: string;
  companyId: string;
  analysisId: string;
  target: DeliveryTargetName;
  funnel: FunnelFacts;
  /** JSON text of the payload; null: it is built at the first attempt. */
  body: string | null;
}

/** A fresh `webhook-id`. Standard Webhooks: unique, and without the point that separates what is signed. */
export const newDeliveryId = (): string => `msg_${randomId()}`;

const INSERT: PreparedStatement = {
  name: 'insert-delivery',
  text: `
    insert into deliveries (id, company_id, analysis_id, target, page_origin, subdomain, funnel_value, language, body)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

/** Records what is owed, in the transaction that stores the analysis. At most one for each target, so one statement each. */
export async function insertDeliveries(transaction: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  for (const { id, companyId, analysisId, target, funnel, body } of deliveries) {
    const { pageOrigin, subdomain, value, language } = funnel;
    await runPrepared(transaction, INSERT, [
      id,
      companyId,
      analysisId,
      target,
      pageOrigin,
      subdomain,
      value,
      language,
      body,
    ]);
  }
}
