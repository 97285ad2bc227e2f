import type { ResolveHostVisitResponse } from '@svc/proto';
import { LRUCache } from 'lru-cache';
import type { Clients } from '../../clients.js';
import { toFunnelHost } from '../../hosts/funnel-host.js';
import type { Host } from '../../parse/host.js';

/** How long an answer is good for, milliseconds: a changed consent takes effect within a second. docs/insight.md N3.2. */
const FRESH_MS = 1_000;
const MAX_KEPT = 1_000;

/** What visits of a version on a host are counted under. Asks funnel-svc at most once a second; failures are not kept. */
export function createVisitTargets({ funnelPages }: Pick<Clients, 'funnelPages'>) {
  const kept = new LRUCache<string, { target: Promise<ResolveHostVisitResponse>; at: number }>({ max: MAX_KEPT });
  return (host: Host, versionId: string, experimentId: string | undefined): Promise<ResolveHostVisitResponse> => {
    const name = toFunnelHost(host);
    const key = JSON.stringify([name, versionId, experimentId]);
    const found = kept.get(key);
    if (found && performance.now() - found.at < FRESH_MS) return found.target;
    const target = funnelPages.resolveHostVisit({
      ...{ host: name, versionId },
      ...(experimentId === undefined ? {} : { experimentId }),
    });
    kept.set(key, { target, at: performance.now() });
    target.catch(() => kept.delete(key));
    return target;
  };
}
