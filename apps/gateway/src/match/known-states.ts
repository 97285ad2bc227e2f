import type { MatchingInput } from '@svc/proto';
import { LRUCache } from 'lru-cache';

type Subject = Pick<MatchingInput, 'companyId' | 'funnelId' | 'versionId' | 'isPreview'>;

/**
 * The last state that the matcher named for a funnel version, so that HEAD can answer while the matcher is down: the
 * validator then is that of the last answers it gave.
 */
export class KnownStates {
  readonly #states = new LRUCache<string, string>({ max: 10_000 });

  remember(subject: Subject, state: string): void {
    this.#states.set(toKey(subject), state);
  }

  lastKnown(subject: Subject): string | undefined {
    return this.#states.get(toKey(subject));
  }
}

const toKey = ({ companyId, funnelId, versionId, isPreview }: Subject): string =>
  [companyId, funnelId, versionId, isPreview].join('/');
