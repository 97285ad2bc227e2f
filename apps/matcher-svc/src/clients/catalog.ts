import { createClient, newContext, runInContext } from '@svc/kit';
import { CatalogServiceClient } from '@svc/proto';
import type { CatalogPeer } from '../usecases/companies/peers.js';

/** Timeout of pulling a catalog in milliseconds: 200,000 variants have tens of megabytes. */
const PULL_TIMEOUT_MS = 30_000;

/** @param address - `host:port` of catalog-sync. */
export function createCatalogClient(address: string): CatalogPeer & { close(): void } {
  const client = createClient(CatalogServiceClient, address);
  // Several matches may wait for one pull, so it must not end with the one that asked first.
  const pull = (companyId: string, withNames: boolean) =>
    runInContext(newContext(), async () => {
      const pieces: Uint8Array[] = [];
      // A copy of each as it comes, alone in its buffer, instead of one copy of them all.
      for await (const { chunk } of client.getSnapshot({ companyId, withNames }, { timeoutMs: PULL_TIMEOUT_MS }))
        pieces.push(new Uint8Array(chunk));
      return pieces;
    });
  return {
    listChanges: (cursor) => client.listCatalogChanges({ cursor }),
    getSnapshot: (companyId) => pull(companyId, false),
    getNamedSnapshot: (companyId) => pull(companyId, true),
    close: () => client.close(),
  };
}
