import { type FunnelVersion, funnelIn, type MatchingConfig } from '@svc/domain';
import { LRUCache } from 'lru-cache';
import { type AssignedSettings, mergeSettings } from '../../domain/assign-settings.js';
import type { FunnelStates, VersionedSettings } from '../../domain/company-data.js';
import type { Assortment } from '../../engine/compile/compile-assortment.js';
import { type CompiledFunnel, compileFunnel } from '../../engine/compile/compile-funnel.js';

/** Maximum number of compiled funnel versions per company; drafts of previews change often. */
const MAX_FUNNELS = 64;

/** A compiled state of a company. Immutable: a newer state is another object. */
export interface LoadedCompany {
  readonly companyId: string;
  readonly configVersion: number;
  /** The configuration without its tagging, which is compiled into the assortment. */
  readonly config: Pick<MatchingConfig, 'sets' | 'funnels'>;
  readonly taggingDigest: string;
  readonly catalogVersion: number;
  readonly states: FunnelStates;
  readonly assortment: Assortment;
  /** The same catalog with the tags of arms of running tests, by `toArmKey`; only of arms that change tags. */
  readonly arms: ReadonlyMap<string, Assortment>;
  /** By funnel and version; filled on demand. */
  readonly funnels: LRUCache<string, CompiledFunnel>;
}

/** Creates the state of a company with a newly compiled assortment. */
export function createLoadedCompany(
  companyId: string,
  parts: { settings: VersionedSettings; states: FunnelStates; catalogVersion: number; assortment: Assortment },
): LoadedCompany {
  const { settings, ...rest } = parts;
  return { companyId, ...toSettings(settings), ...rest, arms: new Map(), funnels: emptyFunnels() };
}

/** Creates a newer state with the same catalog and tagging; compiled funnels are kept if the settings are the same, arms always. */
export function withSettings(
  before: LoadedCompany,
  { settings, states }: { settings: VersionedSettings; states: FunnelStates },
): LoadedCompany {
  const funnels = before.configVersion === settings.version ? before.funnels : emptyFunnels();
  return { ...before, ...toSettings(settings), states, funnels };
}

const toSettings = ({ version, config: { sets, funnels }, taggingDigest }: VersionedSettings) => ({
  configVersion: version,
  config: { sets, funnels },
  taggingDigest,
});

const emptyFunnels = () => new LRUCache<string, CompiledFunnel>({ max: MAX_FUNNELS });

/** One funnel version of a company, compiled on first use. @param assigned - with the settings of an arm of a test. */
export function getFunnel(
  company: LoadedCompany,
  version: FunnelVersion,
  assigned?: AssignedSettings | undefined,
): CompiledFunnel {
  const key = toFunnelKey(version, assigned);
  let funnel = company.funnels.get(key);
  // That of an arm is known without its tags while these could not be compiled.
  if (funnel?.assortment !== company.assortment) {
    const { config } = company;
    funnel = compileFunnel(company.assortment, {
      steps: version.steps,
      funnel: assigned?.settings
        ? mergeSettings(funnelIn(config, version.funnelId), assigned.settings)
        : funnelIn(config, version.funnelId),
      sets: config.sets,
    });
    company.funnels.set(key, funnel);
  }
  return funnel;
}

/** Names an arm by whose settings an analysis is matched. */
export const toArmKey = ({ experimentId, settingsOf }: Pick<AssignedSettings, 'experimentId' | 'settingsOf'>): string =>
  `${experimentId}/${settingsOf}`;

/** Arms with the settings in force share their compilation. */
const toFunnelKey = ({ funnelId, id }: FunnelVersion, assigned: AssignedSettings | undefined): string =>
  assigned?.settings ? `${funnelId}/${id}/${toArmKey(assigned)}` : `${funnelId}/${id}`;

/** Estimated memory of a loaded company in bytes. */
export function estimateBytes(company: LoadedCompany): number {
  let bytes = 4_096 + company.assortment.bytes;
  for (const arm of company.arms.values()) bytes += arm.bytes;
  for (const funnel of company.funnels.values()) bytes += funnel.bytes;
  return bytes;
}
