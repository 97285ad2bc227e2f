import type { Runtime } from '../../loader/runtime.js';
import { postReport } from '../../reporting/post-report.js';

/**
 * Reports that the shopper opened a product of an answer. Without effect where consent forbids it, or the conversation has no analysis.
 * The page that opens is not delayed. docs/components.md B17.14, B13.1.
 */
export function reportClick(runtime: Runtime, analysisId: string | null, variantId: string): void {
  if (runtime.consent !== 'granted' || analysisId === null) return;
  const id = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
  const event = { id, type: 'CLICK', variantId, occurredAt: new Date().toISOString() };
  void postReport(runtime, 'events', JSON.stringify({ analysisId, events: [event] }));
}
