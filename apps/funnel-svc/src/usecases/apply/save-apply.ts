import { keepsVisitors } from '@svc/domain';
import type { Db } from '@svc/kit';
import { insertCompany, raiseCompanyVersion, updateCompany } from '../../db/companies.js';
import { insertDelivery } from '../../db/deliveries.js';
import { deleteReleasedEdit } from '../../db/funnel-edits.js';
import { insertRelease } from '../../db/funnel-releases.js';
import { endRunningTest, endTestsOfTags } from '../../db/funnel-tests.js';
import { saveFunnel } from '../../db/funnels.js';
import { endRunningHoldout } from '../../db/holdouts.js';
import type { Participant } from '../../db/tables.js';
import { discardDraft, insertVersion } from '../../db/versions.js';
import { changedCatalogPart } from '../../domain/apply/participant-parts.js';
import type { CompanyPlan } from '../../domain/apply/plan-company.js';
import type { FunnelPlan } from '../../domain/apply/plan-funnel.js';
import { type ReleaseMark, UNMARKED } from '../../domain/funnel/funnel-release.js';
import type { Parts, PreparedParts } from './prepare-parts.js';
import { findReleasedSettings, type ReleasedConfig } from './released-settings.js';

export interface ApplyPlan {
  companyPlan: CompanyPlan;
  funnelPlans: readonly FunnelPlan[];
  parts: Parts;
  prepared: PreparedParts;
  releases?: PlannedReleases;
}

/** How the versions that an apply publishes are recorded. */
export interface PlannedReleases {
  /** What is in force until now; undefined: not known. */
  config: ReleasedConfig | undefined;
  mark: ReleaseMark;
  /** The edits of the funnels are all in it. */
  isEditDone: boolean;
  /** It is a release although it may publish no version. */
  isMarked: boolean;
}

export interface SavedApply {
  /** Followers of this service have something to read again. */
  raised: boolean;
  /** Number of the last release that it made; undefined: none. */
  release: number | undefined;
}

/**
 * Writes a planned apply: company, funnels, versions, and the parts of the other services.
 * Nothing is written when nothing changes.
 */
export async function saveApply(trx: Db, plan: ApplyPlan, now: Date): Promise<SavedApply> {
  const { companyPlan, funnelPlans } = plan;
  const payloads = deliveries(plan);
  const company = {
    ...companyPlan.company,
    revision: companyPlan.company.revision + (payloads.length > 0 ? 1 : 0),
  };
  if (companyPlan.isNew) await insertCompany(trx, company);

  let release: number | undefined;
  for (const funnelPlan of funnelPlans)
    release = (await saveFunnelPlan(trx, funnelPlan, plan.releases, now)) ?? release;
  for (const { participant, payload } of payloads) {
    await insertDelivery(trx, {
      companyId: company.id,
      participant,
      revision: company.revision,
      payload: JSON.stringify(payload),
    });
  }
  const hasEndedTests = await endTests(trx, plan, now);
  if (!keepsVisitors(company.settings.tracking)) await endRunningHoldout(trx, company.id, now);
  const raised =
    hasEndedTests || companyPlan.changed.length > 0 || funnelPlans.some((funnelPlan) => funnelPlan.changed.length > 0);
  if (companyPlan.isNew) return { raised, release };
  // After the tests: that is the order in which starting and ending one lock these rows.
  if (companyPlan.changed.length > 0 || payloads.length > 0) await updateCompany(trx, company);
  if (raised) await raiseCompanyVersion(trx, company.id);
  return { raised, release };
}

/** Tests of matching whose parts are published. docs/insight.md N13.8. @returns whether there were any. */
async function endTests(trx: Db, { companyPlan, parts, prepared }: ApplyPlan, now: Date): Promise<boolean> {
  let hasEnded = false;
  for (const funnelId of listChangedFunnels(prepared)) {
    hasEnded = (await endRunningTest(trx, funnelId, 'MATCHING', now)) || hasEnded;
  }
  if (!prepared.matching.includes('tagging')) return hasEnded;
  return (await endTestsOfTags(trx, companyPlan.company.id, parts.matching?.taggingOperations, now)) || hasEnded;
}

/** @returns the number of its release; undefined: it is none. */
async function saveFunnelPlan(
  trx: Db,
  plan: FunnelPlan,
  releases: PlannedReleases | undefined,
  now: Date,
): Promise<number | undefined> {
  const { funnel } = plan;
  const owner = { companyId: funnel.companyId, funnelId: funnel.id };
  if (plan.isNew || plan.profileChanged) await saveFunnel(trx, funnel, now);
  if (plan.publish) await insertVersion(trx, owner, plan.publish, 'PUBLISHED', now);
  if (plan.draft) await insertVersion(trx, owner, plan.draft, 'DRAFT', now);
  else if (plan.draft === null) await discardDraft(trx, funnel.id);
  if (releases?.isEditDone) await deleteReleasedEdit(trx, funnel.id);
  const version = plan.publish ?? (releases?.isMarked ? funnel.published : null);
  if (!version) return undefined;
  const before = releases?.config && findReleasedSettings(releases.config, funnel.id);
  return insertRelease(trx, { ...owner, ...(releases?.mark ?? UNMARKED), versionId: version.id, now, before });
}

function deliveries({ companyPlan, parts, prepared }: ApplyPlan) {
  const found: { participant: Participant; payload: object }[] = [];
  if (parts.matching && prepared.matching.length > 0) found.push({ participant: 'matcher', payload: parts.matching });
  if (parts.catalog && (prepared.catalog.length > 0 || companyPlan.changed.includes('currency'))) {
    found.push({ participant: 'catalog', payload: changedCatalogPart(parts.catalog, prepared.catalog) });
  }
  return found;
}

/** Funnels whose own matching settings change. */
const listChangedFunnels = ({ matching }: PreparedParts): Set<string> =>
  new Set(matching.flatMap((name) => /^funnels\/([^/]+)\//.exec(name)?.[1] ?? []));
