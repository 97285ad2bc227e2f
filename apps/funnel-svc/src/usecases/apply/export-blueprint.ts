import type { Blueprint, CatalogSection, FunnelBlueprint, FunnelMatching, MatchingConfig } from '@svc/domain';
import { companyNotFound, forCompany, json } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompany, findCompanyId } from '../../db/companies.js';
import { loadFunnels } from '../../db/funnels.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import type { PartsDelivery } from './deliver-parts.js';
import type { Participants } from './participants.js';

/** Deadline of an export; the response may contain a whole catalog. */
const TIMEOUT_MS = 20_000;

/**
 * The blueprint that applying would accept and that would change nothing: every key that has a value, archived funnels left
 * out. It holds secrets (the webhook's, the CRM's). What an earlier apply left undelivered is delivered first, so that all parts are
 * of one state. docs/management.md "Exporting".
 * @throws ServiceError NOT_FOUND, or UNAVAILABLE when a part cannot be read.
 */
export function exportBlueprint(deps: { db: Knex; participants: Participants; delivery: PartsDelivery }) {
  return async (handle: string): Promise<Blueprint> => {
    const companyId = await findCompanyId(deps.db, handle);
    const company = companyId && (await forCompany(deps.db, companyId, (trx) => findCompany(trx, companyId)));
    if (!company) throw companyNotFound();
    await deps.delivery.deliver(company.id);
    const options = { timeoutMs: TIMEOUT_MS };
    const [funnels, { configJson }, { sectionJson }] = await Promise.all([
      forCompany(deps.db, company.id, (trx) => loadFunnels(trx, company.id)),
      deps.participants.matcher.getConfig({ companyId: company.id, withoutTagging: false }, options),
      deps.participants.catalog.getCatalog({ companyId: company.id }, options),
    ]);
    const config = json.decode<MatchingConfig>(configJson);
    const { catalog, feed } = json.decode<CatalogSection>(sectionJson);
    return {
      handle,
      name: company.name,
      language: company.language,
      currency: company.currency,
      domains: company.domains,
      companyKey: company.companyKey,
      settings: company.settings,
      webhook: company.webhook,
      crm: company.crm,
      tagging: config.tagging,
      sets: config.sets,
      ...(catalog ? { catalog } : {}),
      ...(feed === undefined ? {} : { feed }),
      funnels: funnels
        .filter((funnel) => !funnel.archived)
        .map((funnel) => exportFunnel(funnel, config.funnels[funnel.id])),
    };
  };
}

/** `archived` is left out: it is false for all. */
function exportFunnel(funnel: Funnel, matching: FunnelMatching | undefined): FunnelBlueprint {
  return {
    subdomain: funnel.subdomain,
    host: funnel.host,
    name: funnel.name,
    value: funnel.value,
    paused: funnel.paused,
    ...(matching
      ? { assortment: matching.assortment, matching: matching.matching, resultPage: matching.resultPage }
      : {}),
    ...(funnel.published ? { published: { steps: funnel.published.steps } } : {}),
    draft: funnel.draft ? { steps: funnel.draft.steps } : null,
  };
}
