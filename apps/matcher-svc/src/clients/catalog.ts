import type { CatalogSnapshot } from '@svc/domain';
import { createClient, newContext, runInContext } from '@svc/kit';
import { CatalogServiceClient } from '@svc/proto';
import type { CatalogPeer } from '../usecases/peers.js';

/** Longest pull of a catalogue, milliseconds: 200,000 variants are some tens of megabytes. */
const PULL_TIMEOUT_MS = 30_000;

/** @param address - `host:port` of catalog-sync. */
export function createCatalogClient(address: string): CatalogPeer & { close(): void } {
  const client = createClient(CatalogServiceClient, address);
  return {
    listChanges: (cursor) => client.listCatalogChanges({ cursor }),
    // Several matches may wait for one pull, so it must not end with the one that asked first.
    getSnapshot: (companyId) =>
      runInContext(newContext(), async () => {
        const chunks: Buffer[] = [];
        for await (const { chunk } of client.getSnapshot({ companyId }, { timeoutMs: PULL_TIMEOUT_MS }))
          chunks.push(chunk);
        return checked(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      }),
    close: () => client.close(),
  };
}

/** A stream that was cut short does not parse; what parses must be a snapshot. */
function checked(document: CatalogSnapshot): CatalogSnapshot {
  const { version, products, variants } = document;
  if (Number.isSafeInteger(version) && Array.isArray(products) && Array.isArray(variants)) return document;
  throw new Error('catalog-sync answered something that is no snapshot.');
}
