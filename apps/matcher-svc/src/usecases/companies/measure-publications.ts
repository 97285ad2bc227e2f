import { getProcessMetrics } from '@svc/kit';
import type { FunnelStates } from '../../domain/company-data.js';

/**
 * Shows how long publications took to arrive here: what this replica uses from now on, and did not use before. docs/metrics.md.
 * Clocks of machines differ: a publication that seems to lie in the future took no time.
 */
export function measurePublications(before: FunnelStates, after: FunnelStates): void {
  const metrics = getProcessMetrics();
  if (!metrics) return;
  const used = new Set(before.funnels.map(({ publishedVersionId }) => publishedVersionId));
  for (const { publishedVersionId, publishedAtMs } of after.funnels) {
    if (publishedVersionId === null || publishedAtMs === undefined || used.has(publishedVersionId)) continue;
    metrics.observe('svc_publish_visible_seconds', Math.max(0, Date.now() - publishedAtMs) / 1_000, {});
  }
}
