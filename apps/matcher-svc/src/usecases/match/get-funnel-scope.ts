import { funnelIn } from '@svc/domain';
import { type Clock, ServiceError, sha256 } from '@svc/kit';
import { compileRules, haveDates, rulesInForce } from '../../engine/compile/compile-rules.js';
import { compileSets } from '../../engine/compile/compile-sets.js';
import { findScope } from '../../engine/rank/find-scope.js';
import type { Companies } from '../companies/companies.js';
import type { LoadedCompany } from '../companies/loaded-company.js';
import { listIds, type VariantScope } from './scope.js';
import { listScopeSets } from './scope-sets.js';

export interface FunnelScopeDeps {
  companies: Companies;
  /** Pulls the current versions; resolves within a second, even if that failed. */
  pullStatesSoon(companyId: string): Promise<void>;
  clock: Clock;
}

/** Increment it when the same versions give another result than before. */
const REVISION = 2;

/** Without answers no condition can be decided, so only rules without one apply. */
const NO_FACTS = { chosen: new Map(), fields: new Map() };

/**
 * What may be named of a funnel's assortment without an analysis: nothing is matched, and only rules without a condition exclude.
 * @param knownState - of an earlier result for the same funnel.
 * @throws ServiceError NOT_FOUND for an unknown or archived funnel; MATCHER_FAILURE when the company cannot be read.
 */
export async function getFunnelScope(
  deps: FunnelScopeDeps,
  { companyId, funnelId }: { companyId: string; funnelId: string },
  knownState: string | undefined,
): Promise<VariantScope> {
  const company = await findCompany(deps, companyId, funnelId);
  const { catalogVersion, configVersion, assortment } = company;
  const { assortment: settings, matching } = funnelIn(company.config, funnelId);
  const date = deps.clock.now().toISOString().slice(0, 10);
  const unconditional = compileRules(
    assortment,
    matching.rules.filter(({ when }) => !when),
  );
  const parts = [REVISION, companyId, funnelId, configVersion, catalogVersion, haveDates(unconditional) ? date : ''];
  const state = sha256(JSON.stringify(parts)).toString('base64url').slice(0, 22);
  const versions = { state, catalogVersion, configVersion };
  if (state === knownState) return { ...versions, lists: null };
  const rules = rulesInForce(unconditional, NO_FACTS, date);
  const { own } = compileSets(assortment, company.config.sets);
  const scope = findScope(assortment, settings, { rules, own });
  const eligible = listIds(company, scope.eligible);
  return {
    ...versions,
    lists: {
      ...{ matched: [], firstOfTabs: [], eligible, excluded: listIds(company, scope.excluded) },
      sets: listScopeSets(company.config.sets, eligible, {}),
    },
  };
}

/** A funnel that is not known here may be newer than what is stored, so the funnels are then pulled once. */
async function findCompany(
  { companies, pullStatesSoon }: FunnelScopeDeps,
  companyId: string,
  funnelId: string,
): Promise<LoadedCompany> {
  const isInUse = ({ states }: LoadedCompany) =>
    states.funnels.some((funnel) => funnel.funnelId === funnelId && !funnel.archived);
  const company = await companies.get(companyId);
  if (isInUse(company)) return company;
  await pullStatesSoon(companyId);
  const current = await companies.get(companyId);
  if (isInUse(current)) return current;
  throw new ServiceError('NOT_FOUND', 'The company has no such funnel in use.');
}
