import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { seededBulkLines, toChunks } from '@svc/catalog-sync/memory-bench';

/** Serves `/<variants>`: what a bulk operation of Shopify has written of a shop with so many variants. */
export async function bulkResultServer(): Promise<{ origin: string; stop(): void }> {
  const server = createServer((request, response) => {
    const variants = Number(request.url?.slice(1));
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    // A process that aborts the download reports it itself.
    pipeline(Readable.from(toChunks(seededBulkLines(variants))), response).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
