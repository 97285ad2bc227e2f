import {
  type Blueprint,
  checkBlueprint,
  DEFAULT_ANALYSIS_SETTINGS,
  type ExistingCompany,
  isHandle,
  type MatchingConfig,
  warnAboutBlueprint,
} from '@svc/domain';
import { type Db, type ErrorDetail, json, ServiceError } from '@svc/kit';
import { findOtherOwnerOfCompanyKey } from '../../db/companies.js';
import { findForeignAddresses } from '../../db/funnels.js';
import { checkPublicSuffixes } from '../../domain/company/check-public-suffixes.js';
import type { Company } from '../../domain/company/company.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import { acceptUnchangedParts } from './accept-unchanged-parts.js';
import type { ApplyParticipants } from './participants.js';
import { ask } from './prepare-parts.js';

/**
 * Checks a blueprint against the stored company: the whole file first, then all problems are reported together.
 * @returns warnings about accepted parts without effect.
 * @throws ServiceError INVALID_BLUEPRINT with JSON pointers.
 */
export async function checkApply(
  deps: { db: Db; participants: ApplyParticipants },
  handle: string,
  blueprint: Blueprint,
  company: Company | undefined,
  funnels: readonly Funnel[],
): Promise<ErrorDetail[]> {
  const named = blueprint.funnels ?? [];
  const taken = await findForeignAddresses(deps.db, company?.id, {
    subdomains: named.map((funnel) => funnel.subdomain),
    hosts: named.flatMap((funnel) => funnel.host ?? []),
  });
  const key = blueprint.companyKey;
  const keyTaken = typeof key === 'string' && (await findOtherOwnerOfCompanyKey(deps.db, key, handle));
  const inUse = funnels.filter((funnel) => !funnel.archived || named.some((it) => it.subdomain === funnel.subdomain));
  const existing: ExistingCompany = {
    handle,
    funnels: inUse.map((funnel) => ({
      subdomain: funnel.subdomain,
      host: funnel.host,
      published: funnel.published?.steps ?? null,
      draft: funnel.draft?.steps ?? null,
    })),
    ...(company ? { domains: company.domains, language: company.language } : {}),
    setKeys: needsSetKeys(blueprint) && company ? await loadSetKeys(deps.participants, company.id) : [],
    taken: {
      subdomains: [...taken.subdomains],
      hosts: [...taken.hosts, ...funnels.flatMap((funnel) => (inUse.includes(funnel) ? [] : (funnel.host ?? [])))],
      companyKeys: keyTaken ? [key] : [],
    },
  };
  const problems: ErrorDetail[] = [
    ...(isHandle(handle)
      ? []
      : [{ path: '/handle', message: 'The handle must have 2 to 40 characters of a–z, 0–9 and "-".' }]),
    ...checkBlueprint(includeArchived(blueprint, funnels), existing),
    ...checkPublicSuffixes(blueprint.domains),
    ...checkDefaultFunnel(blueprint, company),
  ];
  const { refused: details, kept } =
    company && problems.length > 0
      ? await acceptUnchangedParts(problems, blueprint, funnels, () => loadConfig(deps.participants, company.id))
      : { refused: problems, kept: [] };
  if (details.length === 0) {
    const { colorTaxonomy } = { ...DEFAULT_ANALYSIS_SETTINGS, ...company?.settings, ...blueprint.settings };
    return [...kept, ...warnAboutBlueprint(blueprint, existing, colorTaxonomy)];
  }
  const count = details.length === 1 ? '1 problem' : `${details.length} problems`;
  throw new ServiceError('INVALID_BLUEPRINT', `The blueprint has ${count}; nothing was changed.`, { details });
}

/** A funnel that was archived stays so unless the file says otherwise. */
function includeArchived(blueprint: Blueprint, funnels: readonly Funnel[]): Blueprint {
  if (!blueprint.funnels) return blueprint;
  const archived = new Set(funnels.filter((funnel) => funnel.archived).map((funnel) => funnel.subdomain));
  return {
    ...blueprint,
    funnels: blueprint.funnels.map((funnel) => ({
      ...funnel,
      archived: funnel.archived ?? archived.has(funnel.subdomain),
    })),
  };
}

/** Unchanged settings must stay valid: the default funnel cannot be archived. */
function checkDefaultFunnel(blueprint: Blueprint, company: Company | undefined): ErrorDetail[] {
  const subdomain = company?.settings.defaultFunnel;
  if (blueprint.settings || !subdomain) return [];
  const index = blueprint.funnels?.findIndex((funnel) => funnel.subdomain === subdomain && funnel.archived) ?? -1;
  const message = `The file must contain settings with another defaultFunnel: "${subdomain}" is the default funnel of the company.`;
  return index < 0 ? [] : [{ path: `/funnels/${index}/archived`, message }];
}

const needsSetKeys = (blueprint: Blueprint): boolean =>
  !blueprint.sets &&
  (blueprint.funnels ?? []).some((f) => f.resultPage?.tabs.some((tab) => tab.select.sets.length > 0));

async function loadSetKeys(participants: ApplyParticipants, companyId: string): Promise<string[]> {
  return (await loadConfig(participants, companyId)).sets.map((set) => set.key);
}

async function loadConfig(participants: ApplyParticipants, companyId: string): Promise<MatchingConfig> {
  const { configJson } = await ask('matching', participants.matcher.getConfig({ companyId, withoutTagging: false }));
  return json.decode<MatchingConfig>(configJson);
}
