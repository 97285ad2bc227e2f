import { type DraftSettings, funnelIn, type ProductSet, type Step } from '@svc/domain';
import { json, ServiceError, sha256 } from '@svc/kit';
import { LRUCache } from 'lru-cache';
import { type CompiledFunnel, compileFunnel } from '../../engine/compile/compile-funnel.js';
import type { FunnelVersions } from './funnel-versions.js';
import type { LoadedCompany } from './loaded-company.js';

/** A funnel with parts that are not in force. */
export interface DraftFunnel {
  companyId: string;
  funnelId: string;
  /** A version of the funnel, or `Step[]` of libs/domain: JSON. */
  version: { id: string } | { stepsJson: Uint8Array };
  /** `DraftSettings` of libs/domain: JSON. */
  settingsJson: Uint8Array;
}

/** A compiled draft. */
export interface CompiledDraft {
  funnel: CompiledFunnel;
  /** The configured sets of the company, or those of the draft. */
  sets: readonly ProductSet[];
}

/** Compiled drafts: an editor asks many times about the same one. */
export interface DraftFunnels {
  /**
   * The draft, compiled for the loaded state of its company.
   * @throws ServiceError NOT_FOUND for an archived funnel or a version of another one, MATCHER_FAILURE when the version is unavailable.
   */
  get(company: LoadedCompany, draft: DraftFunnel): Promise<CompiledDraft>;
}

const KEPT_MS = 5 * 60_000;
const KEPT_BYTES = 20 * 1024 * 1024;

/** Keeps compiled drafts for five minutes, bounded by memory. A newer state of the company compiles them again. */
export function createDraftFunnels({ versions }: { versions: FunnelVersions }): DraftFunnels {
  const kept = new LRUCache<string, CompiledDraft>({
    ttl: KEPT_MS,
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ funnel }) => funnel.bytes,
  });

  async function loadSteps(companyId: string, { funnelId, version }: DraftFunnel): Promise<readonly Step[]> {
    if ('stepsJson' in version) return json.decode<Step[]>(version.stepsJson);
    const found = await versions.get(companyId, version.id).catch((cause: unknown) => {
      throw new ServiceError('MATCHER_FAILURE', 'The funnel version is currently unavailable. Retry the request.', {
        cause,
      });
    });
    if (found.funnelId !== funnelId) throw new ServiceError('NOT_FOUND', 'The funnel has no such version.');
    return found.steps;
  }

  return {
    async get(company, draft) {
      const { companyId, states, config, assortment } = company;
      const { funnelId } = draft;
      if (states.funnels.some((funnel) => funnel.funnelId === funnelId && funnel.archived)) {
        throw new ServiceError('NOT_FOUND', 'The funnel is archived.');
      }
      const key = toKey(company, draft);
      const known = kept.get(key);
      // The same numbers mean the same data; the comparison frees what an older load of them would hold.
      if (known?.funnel.assortment === assortment) return known;
      const steps = await loadSteps(companyId, draft);
      const { sets = config.sets, ...settings } = json.decode<DraftSettings>(draft.settingsJson);
      const inForce = funnelIn(config, funnelId);
      const funnel = compileFunnel(assortment, { steps, funnel: { ...inForce, ...settings }, sets });
      dropOutdated(kept, company);
      const compiled = { funnel, sets };
      kept.set(key, compiled);
      return compiled;
    },
  };
}

function toKey({ companyId, configVersion, catalogVersion }: LoadedCompany, draft: DraftFunnel): string {
  const { version } = draft;
  const steps = 'id' in version ? version.id : sha256(version.stepsJson).toString('base64url');
  const settings = sha256(draft.settingsJson).toString('base64url');
  return `${companyId}/${draft.funnelId}/${configVersion}/${catalogVersion}/${steps}/${settings}`;
}

/** Drafts of an older catalog would keep it in memory. */
function dropOutdated(kept: LRUCache<string, CompiledDraft>, { companyId, assortment }: LoadedCompany): void {
  for (const [key, { funnel }] of kept.entries()) {
    if (key.startsWith(`${companyId}/`) && funnel.assortment !== assortment) kept.delete(key);
  }
}
