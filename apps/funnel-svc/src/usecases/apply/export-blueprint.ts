import type { Blueprint, CatalogSection, FunnelBlueprint, FunnelMatching, MatchingConfig } from '@svc/domain';
import { companyNotFound, forCompany, json, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompany, findCompanyId, findCompanyStamp } from '../../db/companies.js';
import { loadFunnels } from '../../db/funnels.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import type { PartsDelivery } from './deliver-parts.js';
import type { Participants } from './participants.js';

/** Deadline of an export; the response may contain a whole catalog. */
const TIMEOUT_MS = 20_000;
/** The parts are read again if the company was changed meanwhile. */
const MAX_ATTEMPTS = 3;

interface ExportDeps {
  db: Knex;
  participants: Participants;
  delivery: PartsDelivery;
}

/**
 * The blueprint that applying would accept and that would change nothing: every key that has a value, archived funnels left
 * out. It holds secrets (the webhook's, the CRM's). What an earlier apply left undelivered is delivered first, so that all parts are
 * of one state. docs/management.md "Exporting".
 * @throws ServiceError NOT_FOUND, or UNAVAILABLE when a part cannot be read.
 */
export function exportBlueprint(deps: ExportDeps) {
  return async (handle: string): Promise<Blueprint> => {
    const companyId = await findCompanyId(deps.db, handle);
    if (companyId === undefined) throw companyNotFound();
    const [company, funnels, { configJson }, { sectionJson }] = await readParts(deps, companyId);
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

/** All parts as they were at one time. @throws ServiceError NOT_FOUND, UNAVAILABLE. */
async function readParts({ db, participants, delivery }: ExportDeps, companyId: string) {
  const findStamp = () => forCompany(db, companyId, (trx) => findCompanyStamp(trx, companyId));
  const options = { timeoutMs: TIMEOUT_MS };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    // Before the delivery: what is applied after it is perhaps not delivered when the parts are read.
    const stamp = await findStamp();
    await delivery.deliver(companyId);
    const company = await forCompany(db, companyId, (trx) => findCompany(trx, companyId));
    if (!company) throw companyNotFound();
    const parts = await Promise.all([
      company,
      forCompany(db, companyId, (trx) => loadFunnels(trx, companyId)),
      participants.matcher.getConfig({ companyId, withoutTagging: false }, options),
      participants.catalog.getCatalog({ companyId }, options),
    ]);
    if ((await findStamp()) === stamp) return parts;
  }
  throw new ServiceError('UNAVAILABLE', 'The company was changed again and again while it was read. Please try again.');
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
