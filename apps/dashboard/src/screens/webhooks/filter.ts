import type { Schemas } from '../../api/client.js';

type Delivery = Schemas['DeliverySummary'];

/** Which deliveries are shown; part of the address, so that it can be linked and survives a reload. */
export interface Filter {
  state?: Delivery['state'];
  target?: Delivery['target'];
  analysisId?: string;
}

export const STATES = ['PENDING', 'DELIVERED', 'DEAD'] as const satisfies readonly Delivery['state'][];
export const TARGETS = ['webhook', 'crm'] as const satisfies readonly Delivery['target'][];
export const TARGET_TEXTS = { webhook: 'webhooks.webhook', crm: 'webhooks.crm' } as const;

/** What an address says; values that do not exist are left out. */
export function toFilter({ state, target, analysisId }: Record<string, unknown>): Filter {
  const found: Filter = {};
  if (STATES.some((each) => each === state)) found.state = state as Delivery['state'];
  if (TARGETS.some((each) => each === target)) found.target = target as Delivery['target'];
  if (typeof analysisId === 'string' && analysisId.trim() !== '') found.analysisId = analysisId.trim();
  return found;
}
