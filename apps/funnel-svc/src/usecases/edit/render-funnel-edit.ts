import type { FunnelPage, Step } from '@svc/domain';
import { canonicalJson, forCompany, funnelNotFound, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompany } from '../../db/companies.js';
import { loadFunnels } from '../../db/funnels.js';
import type { Company } from '../../domain/company/company.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import { renderPage } from '../../domain/pages/render-page.js';

export interface RenderRequest {
  companyId: string;
  subdomain: string;
  steps: readonly Step[];
  /** BCP 47; undefined: the company language. */
  locale?: string | undefined;
}

/**
 * The page that the funnel's host would return if these steps were published, for the preview host. Its version has an id of the content,
 * which no version has, so that the page brings answers to changed questions forward.
 * @throws ServiceError NOT_FOUND.
 */
export function renderFunnelEdit({ db }: { db: Knex }) {
  return async ({ companyId, subdomain, steps, locale }: RenderRequest): Promise<FunnelPage> => {
    const { company, funnel } = await forCompany(db, companyId, async (trx) => {
      const [found] = await loadFunnels(trx, companyId, [subdomain]);
      if (!found || found.archived) {
        throw funnelNotFound();
      }
      return { company: (await findCompany(trx, companyId)) as Company, funnel: found };
    });
    const id = `edit-${sha256(canonicalJson(steps)).toString('base64url').slice(0, ID_CHARACTERS)}`;
    const wanted = { locale, preferredLocales: [] };
    return renderPage({ id, number: funnel.lastNumber + 1, steps }, toFacts(company, funnel), wanted);
  };
}

const ID_CHARACTERS = 22;

/** Of a published version: the preview is what shoppers will see. */
const toFacts = ({ name, language, settings, domains }: Company, funnel: Funnel) => ({
  funnel: { id: funnel.id, subdomain: funnel.subdomain, name: funnel.name },
  company: { name, privacyUrl: settings.privacyUrl, language },
  paused: false,
  isPreview: false,
  domains,
  theme: settings.theme,
  requireSelfieConsent: settings.selfie.requireConsent,
  trackingConsent: settings.tracking.consent,
  // A preview counts nowhere.
  keepsVisitors: false,
});
