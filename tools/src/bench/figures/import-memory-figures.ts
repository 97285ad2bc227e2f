import type { ImportMemory } from '@svc/catalog-sync/memory-bench';
import type { Row } from '../compare.js';
import { bulkResultServer } from '../processes/bulk-result-server.js';
import { importChild } from '../processes/children.js';

const MEBIBYTE = 1024 * 1024;
/** docs/reliability.md R5.3. */
const MAX_GROWTH = 150 * MEBIBYTE;

/** What an import of 200,000 variants adds to the memory of its process, from a file and from Shopify; each in a new process. */
export async function importMemoryRows(serverUrl: string): Promise<Row[]> {
  const bulk = await bulkResultServer();
  try {
    return [
      row('a file of 200,000 rows', await importChild(serverUrl)),
      row('a Shopify shop of 200,000 variants', await importChild(serverUrl, bulk.origin)),
    ];
  } finally {
    bulk.stop();
  }
}

function row(what: string, json: string): Row {
  const { beforeBytes, peakBytes, ms } = JSON.parse(json) as ImportMemory;
  const mib = (bytes: number) => Math.round(bytes / MEBIBYTE);
  return {
    id: 'P9',
    figure: `most memory during the import of ${what} above that before, of 150 MiB`,
    ratio: (peakBytes - beforeBytes) / MAX_GROWTH,
    must: '≤ 1',
    note: `RSS ${mib(beforeBytes)} MiB before, ${mib(peakBytes)} MiB at most; ${(ms / 1_000).toFixed(1)} s`,
  };
}
