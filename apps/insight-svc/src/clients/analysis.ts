import { createClient } from '@svc/kit';
import { AnalysisAdminServiceClient, type AnalysisFact as AnalysisFactMessage } from '@svc/proto';
import type { AnalysisFact } from '../domain/facts/analysis-fact.js';
import type { ListPage } from '../usecases/follow-analyses.js';
import type { ErasureSource } from '../usecases/follow-erasures.js';

/** @param address - `host:port` of analysis-svc. */
export function createAnalysisClient(
  address: string,
): ErasureSource & { listFacts: ListPage<AnalysisFact>; close(): void } {
  const client = createClient(AnalysisAdminServiceClient, address);
  return {
    async listErased(cursor) {
      const listed = await client.listErasedAnalyses({ cursor });
      return { hashes: listed.analysisIdHashes.map((hash) => Buffer.from(hash)), cursor: listed.cursor };
    },
    async listFacts(cursor) {
      const listed = await client.listAnalysisFacts({ cursor });
      return { items: listed.facts.flatMap(toFact), cursor: listed.cursor, isLast: listed.isLast };
    },
    close: () => client.close(),
  };
}

function toFact({ analysisIdHash, createTime, isRetake, ...fact }: AnalysisFactMessage): AnalysisFact[] {
  if (!createTime) return [];
  const { companyId, funnelId, versionId, locale, source, steps } = fact;
  return [
    {
      ...{ companyId, funnelId, versionId, locale, source, steps },
      ...{ analysisHash: Buffer.from(analysisIdHash), createdAt: createTime, isRetake: isRetake ?? null },
      ...{ askedContact: fact.askedContactFields, givenContact: fact.givenContactFields },
    },
  ];
}
