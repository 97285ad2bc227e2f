import { type FunnelHostName, type FunnelPage, type FunnelVersion, keepsVisitors } from '@svc/domain';
import { type Clock, forCompany, json } from '@svc/kit';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { HostedFunnel } from '../../db/find-host.js';
import { findVersion } from '../../db/versions.js';
import { assignVersion } from '../../domain/funnel/assigned-version.js';
import { chooseReadVersion } from '../../domain/funnel/choose-version.js';
import { renderPage, type WantedLocale } from '../../domain/pages/render-page.js';
import { resolveHost } from './resolve-host.js';

/** Bytes of finished pages that one process keeps. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

export interface GetFunnelPageRequest extends WantedLocale {
  host: FunnelHostName | undefined;
  versionId: string | undefined;
  /** What a test assigns by; empty: the page without steps. Undefined: no test takes part. */
  unit: string | undefined;
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
export function getFunnelPage(deps: { db: Knex; clock: Clock }) {
  const pages = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (page, key) => page.length + key.length + 256, // With key and entry.
  });
  return async (request: GetFunnelPageRequest): Promise<FunnelPageAnswer> => {
    const { versionId, unit, ...wanted } = request;
    const found = await resolveHost(deps.db, request.host, versionId);
    const { company, funnel } = found;
    const current = chooseReadVersion({
      ...funnel,
      namedVersionId: versionId,
      namedVersionState: found.namedVersionState,
    });
    const experiment = versionId === undefined ? assign(found, unit, deps.clock.now()) : undefined;
    const chosen = experiment?.versionId ?? current;
    const languages = wanted.locale ?? wanted.preferredLocales.join();
    const key = `${chosen} ${company.version} ${wanted.locale === undefined ? '~' : '='}${languages.toLowerCase()} ${experiment ? `${experiment.id} ${experiment.arm}` : ''}`;
    let pageJson = pages.get(key);
    if (!pageJson) {
      const version = (await forCompany(deps.db, company.id, (trx) => findVersion(trx, chosen))) as FunnelVersion;
      const page = renderPage(version, toFacts(found, chosen, experiment !== undefined), wanted);
      pageJson = json.encode(experiment ? withExperiment(page, experiment) : page);
      pages.set(key, pageJson);
    }
    return { companyId: company.id, funnelId: funnel.id, domains: company.domains, paused: funnel.paused, pageJson };
  };
}

/** What a page says of a running test; `versionId` undefined: nothing is assigned yet. */
interface PageExperiment {
  id: string;
  arm: string | null;
  versionId: string | undefined;
}

/** The arm of a unit in the running test of the questionnaire. Undefined: none takes part. A paused funnel has no questions to test. */
function assign({ test, funnel }: HostedFunnel, unit: string | undefined, now: Date): PageExperiment | undefined {
  if (unit === undefined || !test || test.hasEnded || funnel.paused || funnel.publishedVersionId === null)
    return undefined;
  const { id } = test.test;
  if (unit === '') return { id, arm: null, versionId: undefined };
  const assigned = assignVersion(test.test, unit, now);
  return assigned && { id, ...assigned };
}

/** Every arm requests its questions, so that no arm is slower than another. docs/insight.md N13.9. */
const withExperiment = (page: FunnelPage, { id, arm }: PageExperiment): FunnelPage => ({
  ...page,
  experiment: { id, arm },
  steps: arm === null ? [] : page.steps,
});

const toFacts = ({ company, funnel }: HostedFunnel, versionId: string, isTested: boolean) => ({
  funnel: { id: funnel.id, subdomain: funnel.subdomain, name: funnel.name },
  company: { name: company.name, privacyUrl: company.settings.privacyUrl, language: company.language },
  paused: funnel.paused,
  // A draft that is under test is no preview.
  isPreview: !isTested && versionId === funnel.draftVersionId,
  domains: company.domains,
  theme: company.settings.theme,
  requireSelfieConsent: company.settings.selfie.requireConsent,
  trackingConsent: company.settings.tracking.consent,
  keepsVisitors: keepsVisitors(company.settings.tracking),
});
