import { ServiceError } from '@svc/kit';

/** A version of a funnel without its steps. */
export interface HistoricVersion {
  id: string;
  number: number;
  state: 'DRAFT' | 'PUBLISHED' | 'SUPERSEDED' | 'DISCARDED';
  /** null: never published. */
  publishedAt: Date | null;
}

/** How a request names a version: its id or its number. */
export type VersionName = { id: string } | { number: number };

/** Whether a version is published or was once. */
export const wasPublished = ({ state }: HistoricVersion): boolean => state === 'PUBLISHED' || state === 'SUPERSEDED';

/**
 * The version that a request names. A number may have belonged to replaced drafts too; the published version is meant.
 * @param versions - all of the funnel, newest first.
 * @throws ServiceError VERSION_NOT_FOUND, whose message lists the newest published ones.
 */
export function findVersion(versions: readonly HistoricVersion[], name: VersionName): HistoricVersion {
  const named = versions.filter((version) =>
    'number' in name ? version.number === name.number : version.id === name.id,
  );
  const found = named.find(wasPublished) ?? named[0];
  if (found) return found;
  const known = versions.filter(wasPublished).map(({ number }) => number);
  const listed = `${known.slice(0, 10).join(', ')}${known.length > 10 ? ' …' : ''}`;
  const advice = known.length === 0 ? 'none was published yet' : `published were ${listed}`;
  throw new ServiceError('VERSION_NOT_FOUND', `The funnel has no such version; ${advice}.`);
}

/** Later versions whose steps are read; older ones in between keep their renames in these. */
const MAX_LATER = 100;

/** Versions that were published after a version, oldest first, at most the newest 100. */
export function listPublishedAfter<V extends HistoricVersion>(versions: readonly V[], target: HistoricVersion): V[] {
  const toTime = ({ publishedAt }: HistoricVersion): number => publishedAt?.getTime() ?? 0;
  return versions
    .filter((version) => wasPublished(version) && version.id !== target.id && toTime(version) > toTime(target))
    .sort((a, b) => toTime(a) - toTime(b))
    .slice(-MAX_LATER);
}
