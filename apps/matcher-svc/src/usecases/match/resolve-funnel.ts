import type { FunnelVersion } from '@svc/domain';
import { analysisNotFound, type Clock, type Logger, ServiceError, sha256 } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import type { CompiledFunnel } from '../../engine/compile/compile-funnel.js';
import type { Companies } from '../companies/companies.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import { funnelOf, type LoadedCompany } from '../companies/loaded-company.js';
import type { ActiveModel, Models } from '../learning/models.js';

/** Which analysis is matched: its funnel, and the version it is stored against. */
export interface MatchSubject {
  companyId: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
}

/** What a subject is matched with. */
export interface ResolvedFunnel {
  company: LoadedCompany;
  /** The version in force. */
  version: FunnelVersion;
  funnel: CompiledFunnel;
  /** The model of Funnel AI in force; null: none, or it is off. */
  model: ActiveModel | null;
  /** Today, UTC, `YYYY-MM-DD`. */
  date: string;
  /** Names every version that the answer depends on, and the date if a rule does; opaque. */
  state: string;
}

export interface ResolveDeps {
  companies: Companies;
  versions: FunnelVersions;
  /** Absent: Funnel AI is off everywhere. */
  models?: Pick<Models, 'compiled'>;
  /** Pulls the versions in force now; resolves within a second, also if that failed. */
  pullStatesSoon(companyId: string): Promise<void>;
  clock: Clock;
  log: Logger;
}

const MAX_SEEN_VERSIONS = 10_000;

/**
 * Finds the version in force (the published one; for a preview its own) and compiles it against the company's state.
 * A version that was never seen may be newer than what is known here, so the versions in force are asked for once.
 * @throws ServiceError NOT_FOUND for a funnel that was taken away; MATCHER_FAILURE for one without a known version.
 */
export function funnelResolver(deps: ResolveDeps): (subject: MatchSubject) => Promise<ResolvedFunnel> {
  const { companies, versions, clock, log } = deps;
  const seen = new LRUCache<string, true>({ max: MAX_SEEN_VERSIONS });

  const publishedIn = (company: LoadedCompany, funnelId: string): string | null =>
    company.states.funnels.find((funnel) => funnel.funnelId === funnelId)?.publishedVersionId ?? null;

  const isArchived = (company: LoadedCompany, funnelId: string): boolean =>
    company.states.funnels.some((funnel) => funnel.funnelId === funnelId && funnel.archived);

  async function findVersion(subject: MatchSubject): Promise<{ company: LoadedCompany; version: FunnelVersion }> {
    const { companyId, funnelId, versionId, isPreview } = subject;
    let company = await companies.get(companyId);
    let inForce = isPreview ? versionId : publishedIn(company, funnelId);
    if (inForce !== versionId && !seen.has(versionId)) {
      await deps.pullStatesSoon(companyId);
      company = await companies.get(companyId);
      inForce = publishedIn(company, funnelId);
      if (inForce !== null) seen.set(versionId, true);
    }
    if (isArchived(company, funnelId)) throw analysisNotFound();
    if (inForce === null) {
      log.warn({ companyId, funnelId }, 'no match: the funnel has no published version that is known here');
      throw new ServiceError('MATCHER_FAILURE', 'The funnel has no published version to match with.');
    }
    const version = await versions.get(companyId, inForce).catch((cause: unknown) => {
      throw new ServiceError('MATCHER_FAILURE', 'The funnel version cannot be read now.', { cause });
    });
    if (version.funnelId === funnelId) return { company, version };
    throw new ServiceError('MATCHER_FAILURE', 'The funnel version belongs to another funnel.');
  }

  return async (subject) => {
    const { company, version } = await findVersion(subject);
    const compiledBefore = company.funnels.size;
    const funnel = funnelOf(company, version);
    if (company.funnels.size !== compiledBefore) companies.recount(company);
    const date = clock.now().toISOString().slice(0, 10);
    const { companyId, funnelId } = subject;
    const model = funnel.settings.ai.enabled
      ? ((await deps.models?.compiled({ companyId, funnelId }, funnel, version.id)) ?? null)
      : null;
    const state = stateOf(company, version, funnel.dated ? date : '', model?.version);
    return { company, version, funnel, model, date, state };
  };
}

/** Raise it when the same versions give another answer than before: entity tags must then change. */
const ENGINE_REVISION = 1;

function stateOf(company: LoadedCompany, version: FunnelVersion, date: string, model: number | undefined): string {
  const { companyId, configVersion, catalogVersion, states } = company;
  const parts = [
    ENGINE_REVISION,
    companyId,
    version.funnelId,
    version.id,
    configVersion,
    catalogVersion,
    states.language,
    date,
    // Left out while Funnel AI is off, so that the tags that were given out before still hold.
    ...(model === undefined ? [] : [model]),
  ];
  return sha256(JSON.stringify(parts)).toString('base64url').slice(0, 22);
}
