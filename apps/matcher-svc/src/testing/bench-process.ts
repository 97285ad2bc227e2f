import type { FunnelVersion } from '@svc/domain';
import { json, type Logger, systemClock } from '@svc/kit';
import type { Knex } from 'knex';
import { benchCompany, benchRequests } from '../engine/testing/bench-company.js';
import { createCompanies as companiesOf } from '../usecases/companies/companies.js';
import { type PullDeps, pullCatalog } from '../usecases/follow/pull.js';
import { matchAnalysis } from '../usecases/match/match-analysis.js';
import { createRankingCache } from '../usecases/match/ranking-cache.js';
import { createFunnelResolver } from '../usecases/match/resolve-funnel.js';
import { createCatalogCompiler } from '../workers/catalog-compiler.js';

const PIECE_BYTES = 64 * 1024;

/** A catalog as catalog-sync sends it, in pieces that own their buffers. It can be pulled once. */
export function snapshotPieces(variantCount: number, version: number): Uint8Array[] {
  const bytes = json.encode({ ...benchCompany(variantCount, version).snapshot, version });
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(new Uint8Array(bytes.subarray(at, at + PIECE_BYTES)));
  return pieces;
}

/** Variants of every `benchCompany`, for matches that ask for few. */
const FEW = ['41000000000000', '41000000000037'];

/**
 * The use cases of one process that loads and matches, without servers, and with peers that have everything ready in memory.
 * @param catalogs - by company, what the next pull gets.
 */
export function createBenchProcess(options: {
  db: Knex;
  log: Logger;
  cacheBytes: number;
  catalogs: ReadonlyMap<string, Uint8Array[]>;
  /** Different sets of answers that matches have in turn. Default 500. */
  answerSets?: number;
  /** For rankings. Default 1 MiB, in which hardly any is found again. */
  rankingBytes?: number;
}) {
  const { db, log, cacheBytes, catalogs, answerSets = 500, rankingBytes = 1024 * 1024 } = options;
  const { steps } = benchCompany(1);
  const createVersion = (companyId: string): FunnelVersion => ({
    id: `${companyId}-v1`,
    number: 1,
    funnelId: `${companyId}-funnel`,
    companyId,
    steps,
  });
  const compiler = createCatalogCompiler();
  const pulls: PullDeps = {
    db,
    log,
    compiler,
    funnel: {
      listChanges: async () => ({ changes: [], cursor: '' }),
      getVersion: async (id) => createVersion(id.replace(/-v1$/, '')),
      getStates: async (companyId) => ({
        version: 1,
        language: 'en',
        funnels: [{ funnelId: `${companyId}-funnel`, publishedVersionId: `${companyId}-v1` }],
      }),
    },
    catalog: {
      listChanges: async () => ({ changes: [], cursor: '' }),
      getSnapshot: async (companyId) => catalogs.get(companyId)!,
      getNamedSnapshot: async (companyId) => catalogs.get(companyId)!,
    },
    versions: { get: async (companyId) => createVersion(companyId) },
  };
  const companies = companiesOf({ ...pulls, cacheBytes });
  const resolve = createFunnelResolver({ ...pulls, companies, clock: systemClock, pullStatesSoon: async () => {} });
  const rankings = createRankingCache({ maxBytes: rankingBytes });
  const requests = benchRequests(answerSets);
  let next = 0;
  return {
    companies,
    compiler,
    pullCatalog: (companyId: string) => pullCatalog(pulls, companyId),
    /**
     * Matches the next set of answers.
     * @param few - asks for two variants, so that companies over 2,000 answer too.
     * @returns the body.
     */
    async match(companyId: string, { few = false } = {}): Promise<Uint8Array> {
      const { answers, color } = requests[next++ % requests.length]!;
      const { body } = await matchAnalysis(
        { resolve, rankings },
        {
          subject: {
            companyId,
            funnelId: `${companyId}-funnel`,
            versionId: `${companyId}-v1`,
            isPreview: false,
          },
          answers,
          color,
          presence: { hasSelfie: false, hasContact: false },
          productIds: [],
          variantIds: few ? FEW : [],
          resultPage: false,
          locale: undefined,
        },
      );
      return body;
    },
  };
}
