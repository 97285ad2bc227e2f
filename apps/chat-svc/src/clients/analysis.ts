import { createClient } from '@svc/kit';
import { AnalysisAdminServiceClient } from '@svc/proto';
import type { ErasureSource } from '../usecases/follow-erasures.js';

/** @param address - `host:port` of analysis-svc. */
export function createAnalysisClient(address: string): ErasureSource & { close(): void } {
  const client = createClient(AnalysisAdminServiceClient, address);
  return {
    async listErased(cursor) {
      const listed = await client.listErasedAnalyses({ cursor });
      return { hashes: listed.analysisIdHashes.map((hash) => Buffer.from(hash)), cursor: listed.cursor };
    },
    close: () => client.close(),
  };
}
