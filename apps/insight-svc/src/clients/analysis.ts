import { isLocale } from '@svc/domain';
import { createClient } from '@svc/kit';
import { AnalysisAdminServiceClient, type AnalysisFact as AnalysisFactMessage } from '@svc/proto';
import type { AnalysisFact } from '../domain/facts/analysis-fact.js';
import { toStoredSource } from '../domain/visits/contact-like.js';
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
  const { companyId, funnelId, versionId, steps } = fact;
  return [
    {
      ...{ companyId, funnelId, versionId, steps },
      // It is from an address, so that it may be any text.
      locale: /^[a-z]{2,3}(-|$)/.test(fact.locale) && isLocale(fact.locale) ? fact.locale : '',
      source: toStoredSource(fact.source),
      ...{ analysisHash: Buffer.from(analysisIdHash), createdAt: createTime, isRetake: isRetake ?? null },
      experimentId: fact.experimentId ?? null,
      ...{ askedContact: fact.askedContactFields, givenContact: fact.givenContactFields },
    },
  ];
}
