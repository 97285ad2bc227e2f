import {
  compareFunnels,
  type ExplanationLanguage,
  type FunnelChange,
  type FunnelContent,
  type FunnelMatching,
  type Problem,
  type ReplayedParts,
} from '@svc/domain';
import { type Db, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompany } from '../../db/companies.js';
import { findEdit } from '../../db/funnel-edits.js';
import { findLastNumber } from '../../db/funnel-releases.js';
import { listAllVersions, listSteps } from '../../db/versions.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import { findVersion } from '../../domain/funnel/version-history.js';
import { fetchReleasedConfig, findReleasedSettings } from '../apply/released-settings.js';
import { loadFunnel } from './load-funnel.js';
import { loadStoredParts } from './load-stored-parts.js';
import type { ReleasePeers } from './peers.js';

export type ComparedState = 'published' | 'edit' | 'draft' | { versionId: string } | { release: number };

/** One side of a comparison. */
interface StateSummary {
  /** Of the edit; null: it is no edit. */
  revision: number | null;
  /** null: it is no version. */
  version: { id: string; number: number } | null;
  /** Why the edit cannot be released. */
  problems: Problem[];
}

export interface FunnelComparison {
  from: StateSummary;
  to: StateSummary;
  changes: FunnelChange[];
}

interface LoadedState {
  summary: StateSummary;
  /** Null: those in force. */
  settings: Partial<FunnelMatching> | null;
  steps: FunnelContent['steps'];
}

/**
 * What differs between two states of a funnel. Settings of a state that does not have its own are those in force, so they do not differ.
 * docs/releases.md "What changes".
 * @throws ServiceError NOT_FOUND, VERSION_NOT_FOUND, FUNNEL_NOT_PUBLISHED without a draft, UNAVAILABLE.
 */
export function compareFunnel(deps: { db: Knex; matcher: ReleasePeers['matcher'] }) {
  return async (request: {
    companyId: string;
    subdomain: string;
    from: ComparedState;
    to: ComparedState;
    locale?: string | undefined;
    /** By id. */
    productNames: Readonly<Record<string, string>>;
    variantNames: Readonly<Record<string, string>>;
  }): Promise<{ comparison: FunnelComparison; unnamedProductIds: string[]; unnamedVariantIds: string[] }> => {
    const { companyId, subdomain } = request;
    const { funnel, language, from, to } = await forCompany(deps.db, companyId, async (db) => {
      const found = await loadFunnel(db, companyId, subdomain);
      return {
        funnel: found,
        language: request.locale ?? (await findCompany(db, companyId))?.language ?? 'en',
        from: await loadState(db, found, request.from),
        to: await loadState(db, found, request.to),
      };
    });
    // Only settings of an edit or of an earlier release can differ from those in force.
    const needsConfig = from.settings !== null || to.settings !== null;
    const inForce = needsConfig ? await requireSettings(deps.matcher, funnel) : {};
    const toContent = ({ steps, settings }: LoadedState): FunnelContent => ({ ...inForce, ...settings, steps });
    const products = createNaming(request.productNames);
    const variants = createNaming(request.variantNames);
    const catalog = { product: products.name, variant: variants.name };
    const changes = compareFunnels(toContent(from), toContent(to), toSentenceLanguage(language), catalog);
    return {
      comparison: { from: from.summary, to: to.summary, changes },
      unnamedProductIds: [...products.unnamed],
      unnamedVariantIds: [...variants.unnamed],
    };
  };
}

/** Names by id, and which ids had none. */
function createNaming(names: Readonly<Record<string, string>>) {
  const unnamed = new Set<string>();
  const name = (id: string): string => {
    const found = Object.hasOwn(names, id) ? names[id] : undefined;
    if (found === undefined) unnamed.add(id);
    return found ?? id;
  };
  return { name, unnamed };
}

const toSentenceLanguage = (tag: string): ExplanationLanguage => (tag.toLowerCase().startsWith('de') ? 'de' : 'en');

async function requireSettings(matcher: ReleasePeers['matcher'], { companyId, id }: Funnel): Promise<FunnelMatching> {
  const config = await fetchReleasedConfig(matcher, companyId);
  if (config) return findReleasedSettings(config, id).settings;
  throw new ServiceError('UNAVAILABLE', 'The matching service does not answer. Please try again.');
}

async function loadState(db: Db, funnel: Funnel, state: ComparedState): Promise<LoadedState> {
  if (state === 'published') return toState(funnel.published);
  if (state === 'draft') {
    if (funnel.draft) return toState(funnel.draft);
    throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no draft.');
  }
  if (state === 'edit') {
    const { parts, revision } = await loadStoredParts(db, funnel, 'edit');
    const problems = (await findEdit(db, funnel.id))?.problems ?? [];
    const steps = parts.published?.steps ?? (funnel.draft ?? funnel.published)?.steps ?? [];
    return { summary: { revision: revision ?? null, version: null, problems }, settings: toSettings(parts), steps };
  }
  if ('release' in state) {
    const { parts } = await loadStoredParts(db, funnel, state);
    const isInForce = state.release === (await findLastNumber(db, funnel.id));
    const settings = isInForce ? null : toSettings(parts);
    return { ...toState(null), settings, steps: parts.published?.steps ?? [] };
  }
  const found = findVersion(await listAllVersions(db, funnel.id), { id: state.versionId });
  const [steps = []] = await listSteps(db, funnel.companyId, [found.id]);
  return toState({ id: found.id, number: found.number, steps });
}

/** Null: the parts have no settings. */
function toSettings({ published: _steps, ...settings }: ReplayedParts): Partial<FunnelMatching> | null {
  return Object.keys(settings).length > 0 ? settings : null;
}

const toState = (version: { id: string; number: number; steps: FunnelContent['steps'] } | null): LoadedState => ({
  summary: { revision: null, version: version && { id: version.id, number: version.number }, problems: [] },
  settings: null,
  steps: version?.steps ?? [],
});
