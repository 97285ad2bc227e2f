import { compileAssortment } from '../engine/compile-assortment.js';
import { type PullDeps, readSoundSnapshot } from './pull.js';
import type { ReplayDeps } from './replay-draft.js';

/** The catalogue of a company, as it is loaded, compiled with a tagging that is not in force. Kept nowhere. */
export function compileTagged(deps: PullDeps): ReplayDeps['compileTagged'] {
  return async ({ companyId, catalogVersion }, tagging) => {
    const snapshot = await readSoundSnapshot(deps, companyId);
    if (snapshot === null || snapshot === 'known' || snapshot.version !== catalogVersion) return null;
    return compileAssortment(snapshot, tagging);
  };
}
