import type { FunnelHostName, FunnelVersion } from '@svc/domain';
import { forCompany, json } from '@svc/kit';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { findVersion } from '../../db/versions.js';
import { chooseReadVersion } from '../../domain/funnel/choose-version.js';
import { renderPage, type WantedLocale } from '../../domain/pages/render-page.js';
import { resolveHost } from './resolve-host.js';

/** Bytes of finished pages that one process keeps. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

export interface GetFunnelPageRequest extends WantedLocale {
  host: FunnelHostName | undefined;
  versionId: string | undefined;
}

export interface FunnelPageAnswer {
  companyId: string;
  funnelId: string;
  domains: string[];
  paused: boolean;
  /** `FunnelPage`, UTF-8. */
  pageJson: Buffer;
}

/**
 * The finished page of a funnel's host. What is in force is read on every call; pages are kept by version of the funnel,
 * version of the company and languages, since nothing else is in them.
 * @throws ServiceError NOT_FOUND, FUNNEL_NOT_PUBLISHED, VERSION_NOT_FOUND.
 */
export function getFunnelPage(deps: { db: Knex }) {
  const pages = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (page, key) => page.length + key.length + 256, // With key and entry.
  });
  return async (request: GetFunnelPageRequest): Promise<FunnelPageAnswer> => {
    const { versionId, ...wanted } = request;
    const found = await resolveHost(deps.db, request.host, versionId);
    const { company, funnel } = found;
    const chosen = chooseReadVersion({
      ...funnel,
      namedVersionId: versionId,
      namedVersionState: found.namedVersionState,
    });
    const languages = wanted.locale ?? wanted.preferredLocales.join();
    const key = `${chosen} ${company.version} ${wanted.locale === undefined ? '~' : '='}${languages.toLowerCase()}`;
    let pageJson = pages.get(key);
    if (!pageJson) {
      const version = (await forCompany(deps.db, company.id, (trx) => findVersion(trx, chosen))) as FunnelVersion;
      const page = renderPage(version, toFacts(found, chosen), wanted);
      pageJson = json.encode(page);
      pages.set(key, pageJson);
    }
    return { companyId: company.id, funnelId: funnel.id, domains: company.domains, paused: funnel.paused, pageJson };
  };
}

const toFacts = ({ company, funnel }: Awaited<ReturnType<typeof resolveHost>>, versionId: string) => ({
  funnel: { id: funnel.id, subdomain: funnel.subdomain, name: funnel.name },
  company: { name: company.name, privacyUrl: company.settings.privacyUrl, language: company.language },
  paused: funnel.paused,
  isPreview: versionId === funnel.draftVersionId,
  domains: company.domains,
  theme: company.settings.theme,
  requireSelfieConsent: company.settings.selfie.requireConsent,
  trackingConsent: company.settings.tracking.consent,
});
