import { type Blueprint, blueprintNames, DEFAULT_COMPANY_SETTINGS, listWarnings, warnAboutNames } from '@svc/domain';
import { type Bus, type Clock, companyNotFound, createLimiter, type Db, ServiceError, setCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompany, findCompanyId } from '../../db/companies.js';
import { lockEdit, markDrafted } from '../../db/funnel-edits.js';
import { loadFunnels } from '../../db/funnels.js';
import { lockConfiguration } from '../../db/locks.js';
import { type ApplyOutcome, createApplyOutcome } from '../../domain/apply/apply-outcome.js';
import { orderChanges } from '../../domain/apply/order-changes.js';
import { catalogPart, matchingPart } from '../../domain/apply/participant-parts.js';
import { planCompany } from '../../domain/apply/plan-company.js';
import { planFunnel } from '../../domain/apply/plan-funnel.js';
import type { Company } from '../../domain/company/company.js';
import { getSettingsFingerprint } from '../../domain/company/company-settings.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import { UNMARKED } from '../../domain/funnel/funnel-release.js';
import { otherRevision } from '../edit/save-funnel-edit.js';
import { checkApply } from './check-apply.js';
import type { PartsDelivery } from './deliver-parts.js';
import { nameFunnels, pointIntoFile } from './name-funnels.js';
import type { ApplyParticipants } from './participants.js';
import { type PreparedParts, prepareParts } from './prepare-parts.js';
import { type ExpectedRelease, fetchReleasedConfig, requireReleaseState } from './released-settings.js';
import { saveApply } from './save-apply.js';
import { requirePartState } from './settings-part.js';
import { warnAboutProductNames } from './warn-about-product-names.js';
import { warnAboutUnchangedParts } from './warn-about-unchanged-parts.js';

/** Transactions of this process that may wait for another service at a time; the rest of the pool serves reads. */
const MAX_CONCURRENT = 2;

interface ApplyDeps {
  db: Knex;
  participants: ApplyParticipants;
  delivery: PartsDelivery;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

/** What the caller expects of the company before the apply; otherwise nothing is changed. */
export interface ExpectedCompany {
  /** `getSettingsFingerprint` of the state that the caller has read. Undefined: any. */
  settingsFingerprint?: string | undefined;
  mustBeNew?: boolean | undefined;
  /** A part of what matching does, as the caller has read it. Undefined: any. */
  partState?: { part: string; fingerprint: string } | undefined;
  /** Sub-domain that no funnel of the company may have, an archived one neither. Undefined: any. */
  newFunnel?: string | undefined;
  /** The apply is a release of one funnel. Undefined: what it publishes is a release that nothing is said about. */
  release?: ExpectedRelease | undefined;
  /** The draft of the apply is made of this edit, which begins with it from then on. Undefined: it is made of none. */
  edit?: { funnelId: string; revision: number } | undefined;
}

/** The state under the lock from which a blueprint can be made. */
export interface BlueprintInput {
  trx: Db;
  companyId: string;
  funnels: readonly Funnel[];
}

/** Makes a blueprint under the lock of an existing company, for changes that depend on its state. */
export type CreateBlueprint = (input: BlueprintInput) => Promise<Blueprint>;

interface Applied {
  companyId: string;
  answer: ApplyOutcome;
  /** Something of our own changed. */
  raised: boolean;
}

/**
 * Makes a company what a blueprint says: all of it or nothing. Under the company's lock: finish what an earlier apply
 * began, check the whole file, ask the owners of the other parts, then write everything of our own together with the parts
 * for the others in one transaction. After it the parts are delivered; should that fail, applying again or the background
 * loop finishes it. docs/management.md "Applying".
 * @throws ServiceError INVALID_BLUEPRINT, PRECONDITION_FAILED, CONFLICT or UNAVAILABLE.
 */
export function applyBlueprint(deps: ApplyDeps) {
  const inTurn = createLimiter(MAX_CONCURRENT);
  return async (
    handle: string,
    given: Blueprint | CreateBlueprint,
    expected: ExpectedCompany = {},
  ): Promise<ApplyOutcome> => {
    const apply = () => deps.db.transaction((trx) => applyIn(trx, deps, handle, given, expected));
    const applied = await inTurn(() =>
      apply().catch((error: unknown) => (isTaken(error) ? apply() : Promise.reject(error))),
    );
    if (applied.raised) deps.bus.publish('company-changed', { companyId: applied.companyId });
    await deps.delivery.deliver(applied.companyId);
    return applied.answer;
  };
}

async function applyIn(
  trx: Db,
  deps: ApplyDeps,
  handle: string,
  given: Blueprint | CreateBlueprint,
  { settingsFingerprint, mustBeNew, partState, newFunnel, release, edit }: ExpectedCompany,
): Promise<Applied> {
  await lockConfiguration(trx, handle);
  const current = await lockCompany(trx, handle);
  if (mustBeNew && current) throw new ServiceError('CONFLICT', 'There is a company with this handle.');
  if (settingsFingerprint !== undefined && (!current || getSettingsFingerprint(current) !== settingsFingerprint)) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'The settings have changed since they were read. Nothing was changed.',
    );
  }
  if (current) await deps.delivery.deliver(current.id, trx);
  if (partState) {
    if (!current) throw companyNotFound();
    await requirePartState({ db: trx, matcher: deps.participants.matcher }, current.id, partState);
  }
  const funnels = current ? await loadFunnels(trx, current.id) : [];
  if (newFunnel !== undefined) requireNewFunnel(current, funnels, newFunnel);
  const blueprint = withCompleteSettings(
    typeof given === 'function' ? await createFrom(given, trx, current, funnels) : given,
  );
  const warned = await checkApply({ db: trx, participants: deps.participants }, handle, blueprint, current, funnels);

  const now = deps.clock.now();
  const companyPlan = planCompany(current, handle, blueprint, now);
  const { company } = companyPlan;
  const funnelPlans = (blueprint.funnels ?? []).map((wanted) =>
    planFunnel(
      funnels.find((funnel) => funnel.subdomain === wanted.subdomain),
      company.id,
      wanted,
    ),
  );
  const named = funnelPlans.map((plan) => plan.funnel);
  const endsRelease = release !== undefined || funnelPlans.some(({ publish }) => publish);
  const config = current && endsRelease ? await fetchReleasedConfig(deps.participants.matcher, current.id) : undefined;
  if (release) await requireReleaseState(trx, release, funnels, config);
  const parts = {
    matching: matchingPart(blueprint, new Map(named.map((funnel) => [funnel.subdomain, funnel.id]))),
    catalog: catalogPart(blueprint, company.currency),
  };
  const names = blueprintNames(blueprint);
  const owner = { id: company.id, isNew: companyPlan.isNew };
  const prepared: PreparedParts = await prepareParts(deps.participants, owner, parts, names).catch((error: unknown) => {
    throw error instanceof ServiceError ? pointIntoFile(error, named) : error;
  });

  if (release && prepared.matching.length === 0 && !funnelPlans.some(({ publish }) => publish)) {
    throw new ServiceError('CONFLICT', 'Everything of it is in force already. Nothing was published.');
  }
  const unchangedWarnings = current
    ? await warnAboutUnchangedParts(deps.participants, company.id, {
        blueprint,
        plans: funnelPlans,
        funnels,
        setsChange: prepared.matching.includes('sets'),
      })
    : [];

  const nameWarnings = await warnAboutProductNames(deps.participants, company.id, blueprint);

  // Last: saves of the edit wait from here on.
  if (edit && (await lockEdit(trx, edit.funnelId)) !== edit.revision) throw otherRevision();
  if (companyPlan.isNew) await setCompany(trx, company.id);
  const releases = {
    config,
    mark: release?.mark ?? UNMARKED,
    isEditDone: release?.revision !== undefined,
    isMarked: release !== undefined && prepared.matching.length > 0,
  };
  const saved = await saveApply(trx, { companyPlan, funnelPlans, parts, prepared, releases }, now);
  const draft = edit && named.find(({ id }) => id === edit.funnelId)?.draft;
  if (edit && draft) await markDrafted(trx, edit.funnelId, edit.revision, draft.id);
  const changed = [
    ...companyPlan.changed,
    ...funnelPlans.flatMap((plan) => plan.changed),
    ...nameFunnels(prepared.matching, named),
    ...prepared.catalog,
  ];
  const subdomains = named.map((funnel) => funnel.subdomain);
  const warnings = listWarnings([
    ...warned,
    ...nameWarnings,
    ...unchangedWarnings,
    ...warnAboutNames(names, prepared.lookup),
  ]);
  const answer = createApplyOutcome(company, named, {
    ...{ changed: orderChanges(changed, subdomains), warnings },
    ...(release && saved.release !== undefined ? { release: saved.release } : {}),
  });
  return { companyId: company.id, raised: saved.raised, answer };
}

function createFrom(create: CreateBlueprint, trx: Db, company: Company | undefined, funnels: readonly Funnel[]) {
  if (company) return create({ trx, companyId: company.id, funnels });
  throw companyNotFound();
}

function requireNewFunnel(company: Company | undefined, funnels: readonly Funnel[], subdomain: string): void {
  if (!company) throw companyNotFound();
  const existing = funnels.find((funnel) => funnel.subdomain === subdomain);
  if (!existing) return;
  throw new ServiceError(
    'CONFLICT',
    existing.archived
      ? 'The company has an archived funnel with this sub-domain. Restore it, or choose another sub-domain.'
      : 'The company has a funnel with this sub-domain. Choose another sub-domain.',
  );
}

/** Makes the transaction that of the company with this handle; undefined when there is none yet. */
async function lockCompany(trx: Db, handle: string): Promise<Company | undefined> {
  const companyId = await findCompanyId(trx, handle);
  if (companyId === undefined) return undefined;
  await setCompany(trx, companyId);
  return findCompany(trx, companyId);
}

/** A gateway of an earlier release fills in the settings that it knows. */
const withCompleteSettings = (blueprint: Blueprint): Blueprint =>
  blueprint.settings ? { ...blueprint, settings: { ...DEFAULT_COMPANY_SETTINGS, ...blueprint.settings } } : blueprint;

/** Another company took an address or a key between the check and the commit: a second look names it. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error as { code: unknown }).code === '23505';
