import type { FunnelVersion } from '@svc/domain';
import { analysisNotFound, type Clock, type Logger, ServiceError, sha256 } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import { type AssignedSettings, assignSettings } from '../../domain/assign-settings.js';
import type { CompiledFunnel } from '../../engine/compile/compile-funnel.js';
import type { Companies } from '../companies/companies.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import { getFunnel, type LoadedCompany, toArmKey } from '../companies/loaded-company.js';
import type { ActiveModel, Models } from '../learning/models.js';

/** The funnel of an analysis, and the version that the analysis is stored against. */
export interface MatchSubject {
  companyId: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  /** What a test of matching assigns by; undefined: no test takes part. */
  unit?: string | undefined;
}

/** Everything that a subject is matched with. */
export interface ResolvedFunnel {
  company: LoadedCompany;
  /** The current version. */
  version: FunnelVersion;
  funnel: CompiledFunnel;
  /** The active model of Funnel AI; null: none, or it is disabled. */
  model: ActiveModel | null;
  /** The arm of the running test of matching; null: none. */
  assigned: AssignedSettings | null;
  /** Today, UTC, `YYYY-MM-DD`. */
  date: string;
  /** Identifies every version that the result depends on, and the date if a rule does; opaque. */
  state: string;
}

export interface ResolveDeps {
  companies: Pick<Companies, 'get' | 'recount'>;
  versions: FunnelVersions;
  /** Absent: Funnel AI is disabled everywhere. */
  models?: Pick<Models, 'compiled'>;
  /** Pulls the current versions; resolves within a second, even if that failed. */
  pullStatesSoon(companyId: string): Promise<void>;
  clock: Clock;
  log: Logger;
}

const MAX_SEEN_VERSIONS = 10_000;

/**
 * Resolves the current version (the published one; for a preview its own) and compiles it for the company's state.
 * An unknown version may be newer than what is stored here, so the current versions are then pulled once.
 * @throws ServiceError NOT_FOUND for a removed funnel; MATCHER_FAILURE for one without a known version.
 */
export function createFunnelResolver(deps: ResolveDeps): (subject: MatchSubject) => Promise<ResolvedFunnel> {
  const { companies, versions, clock, log } = deps;
  const seen = new LRUCache<string, true>({ max: MAX_SEEN_VERSIONS });

  const publishedIn = (company: LoadedCompany, funnelId: string): string | null =>
    company.states.funnels.find((funnel) => funnel.funnelId === funnelId)?.publishedVersionId ?? null;

  const isArchived = (company: LoadedCompany, funnelId: string): boolean =>
    company.states.funnels.some((funnel) => funnel.funnelId === funnelId && funnel.archived);

  async function findVersion(subject: MatchSubject): Promise<{ company: LoadedCompany; version: FunnelVersion }> {
    const { companyId, funnelId, versionId, isPreview } = subject;
    let company = await companies.get(companyId);
    const select = () => (isPreview || isTested(company, subject) ? versionId : publishedIn(company, funnelId));
    let inForce = select();
    if (inForce !== versionId && !seen.has(versionId)) {
      await deps.pullStatesSoon(companyId);
      company = await companies.get(companyId);
      inForce = select();
      if (inForce !== null) seen.set(versionId, true);
    }
    if (isArchived(company, funnelId)) throw analysisNotFound();
    if (inForce === null) {
      log.warn({ companyId, funnelId }, 'no match: the funnel has no known published version');
      throw new ServiceError('MATCHER_FAILURE', 'The funnel has no published version to match with.');
    }
    const version = await versions.get(companyId, inForce).catch((cause: unknown) => {
      throw new ServiceError('MATCHER_FAILURE', 'The funnel version is currently unavailable. Retry the request.', {
        cause,
      });
    });
    if (version.funnelId === funnelId) return { company, version };
    throw new ServiceError('MATCHER_FAILURE', 'The funnel version belongs to another funnel.');
  }

  return async (subject) => {
    const { company, version } = await findVersion(subject);
    const compiledBefore = company.funnels.size;
    const now = clock.now();
    const assigned = assign(company, subject, now);
    const own = withAssignedTags(company, assigned);
    const funnel = getFunnel(own, version, assigned ?? undefined);
    if (company.funnels.size !== compiledBefore) companies.recount(company);
    const date = now.toISOString().slice(0, 10);
    const { companyId, funnelId } = subject;
    const model = funnel.settings.ai.enabled
      ? ((await deps.models?.compiled({ companyId, funnelId }, funnel, toModelKey(version, assigned))) ?? null)
      : null;
    const state = toState(company, version, { date: funnel.dated ? date : '', model: model?.version, assigned });
    return { company: own, version, funnel, model, assigned, date, state };
  };
}

/** Increment it when the same versions give another result than before, so that entity tags change. */
const ENGINE_REVISION = 1;

/** Versions that a running test assigns are matched as they are, also while they are drafts. docs/insight.md N13.11. */
const isTested = ({ states }: LoadedCompany, { funnelId, versionId }: MatchSubject): boolean =>
  states.funnels.some((funnel) => funnel.funnelId === funnelId && funnel.testedVersionIds?.includes(versionId));

/** The arm of an analysis by its unit. A preview takes part in no test. */
function assign({ states }: LoadedCompany, subject: MatchSubject, now: Date): AssignedSettings | null {
  const { funnelId, unit, isPreview } = subject;
  const test = states.funnels.find((funnel) => funnel.funnelId === funnelId)?.matchingTest;
  return test && unit !== undefined && !isPreview ? assignSettings(test, unit, now) : null;
}

/** The company as an arm sees it: the same catalog, with the tags that the arm changes. */
function withAssignedTags(company: LoadedCompany, assigned: AssignedSettings | null): LoadedCompany {
  const assortment = assigned ? company.arms.get(toArmKey(assigned)) : undefined;
  return assortment ? { ...company, assortment } : company;
}

/** A compiled model belongs to a compiled funnel, and arms have funnels of their own. */
const toModelKey = ({ id }: FunnelVersion, assigned: AssignedSettings | null): string =>
  assigned?.settings ? `${id}/${toArmKey(assigned)}` : id;

function toState(
  company: LoadedCompany,
  version: FunnelVersion,
  { date, model, assigned }: { date: string; model: number | undefined; assigned: AssignedSettings | null },
): string {
  const { companyId, configVersion, catalogVersion, states, arms } = company;
  const isWithoutTags = assigned?.settings?.tagging && !arms.has(toArmKey(assigned));
  const parts = [
    ENGINE_REVISION,
    companyId,
    version.funnelId,
    version.id,
    configVersion,
    catalogVersion,
    states.language,
    date,
    // Omitted while Funnel AI is disabled, so that existing entity tags stay valid.
    ...(model === undefined ? [] : [model]),
    // Likewise for arms with the settings in force.
    ...(assigned?.settings ? [assigned.experimentId, assigned.settingsOf] : []),
    // Another replica may have been able to compile the tags of the arm.
    ...(isWithoutTags ? ['without tags'] : []),
  ];
  return sha256(JSON.stringify(parts)).toString('base64url').slice(0, 22);
}
