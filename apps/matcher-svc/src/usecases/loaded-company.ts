import type { CatalogSnapshot, FunnelVersion, MatchingConfig, Tagging } from '@svc/domain';
import { canonicalJson, sha256 } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import { type FunnelStates, funnelIn, type VersionedConfig } from '../domain/company-data.js';
import { type Assortment, compileAssortment } from '../engine/compile-assortment.js';
import { type CompiledFunnel, compileFunnel } from '../engine/compile-funnel.js';

/** Compiled funnel versions kept for one company; drafts of previews come and go. */
const MAX_FUNNELS = 64;

/** One state of a company, compiled. Its parts never change: a newer state is another object. */
export interface LoadedCompany {
  readonly companyId: string;
  readonly configVersion: number;
  /** The configuration without its tagging, which is compiled into the assortment. */
  readonly config: Pick<MatchingConfig, 'sets' | 'funnels'>;
  readonly taggingDigest: string;
  readonly catalogVersion: number;
  readonly states: FunnelStates;
  readonly assortment: Assortment;
  /** By funnel and version; filled on demand. */
  readonly funnels: LRUCache<string, CompiledFunnel>;
}

/**
 * Compiles a company's state, taking over what did not change: the assortment if catalogue and tagging are the same, the
 * funnels if sets and settings are too.
 * @param snapshot - `known`: that of `before`.
 */
export function compileCompany(
  companyId: string,
  parts: { config: VersionedConfig; snapshot: CatalogSnapshot | 'known'; states: FunnelStates },
  before?: LoadedCompany,
): LoadedCompany {
  const { version, config } = parts.config;
  const { snapshot, states } = parts;
  const { sets, funnels } = config;
  const common = { companyId, states, configVersion: version, config: { sets, funnels } };
  if (snapshot === 'known') {
    if (!before) throw new Error('There is no earlier state to take the catalogue from.');
    const sameFunnels = before.configVersion === version;
    return { ...before, ...common, funnels: sameFunnels ? before.funnels : emptyFunnels() };
  }
  return {
    ...common,
    taggingDigest: digestOf(config.tagging),
    catalogVersion: snapshot.version,
    assortment: compileAssortment(snapshot, config.tagging),
    funnels: emptyFunnels(),
  };
}

const emptyFunnels = () => new LRUCache<string, CompiledFunnel>({ max: MAX_FUNNELS });

const digestOf = (tagging: Tagging): string => sha256(canonicalJson(tagging)).toString('base64');

/** Whether a company's compiled assortment holds for this configuration. */
export const hasTaggingOf = (company: LoadedCompany, { version, config }: VersionedConfig): boolean =>
  company.configVersion === version || company.taggingDigest === digestOf(config.tagging);

/** One funnel version of a company, compiled now or before. */
export function funnelOf(company: LoadedCompany, version: FunnelVersion): CompiledFunnel {
  const key = `${version.funnelId}/${version.id}`;
  let funnel = company.funnels.get(key);
  if (!funnel) {
    const { config } = company;
    funnel = compileFunnel(company.assortment, {
      steps: version.steps,
      funnel: funnelIn(config, version.funnelId),
      sets: config.sets,
    });
    company.funnels.set(key, funnel);
  }
  return funnel;
}

/** Estimated memory of a loaded company. */
export function bytesOf(company: LoadedCompany): number {
  let bytes = 4_096 + company.assortment.bytes;
  for (const funnel of company.funnels.values()) bytes += funnel.bytes;
  return bytes;
}
