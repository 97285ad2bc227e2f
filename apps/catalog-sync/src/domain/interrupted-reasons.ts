import type { ImportSource } from './import-run.js';

/** What happens after a run that was broken off: only an upload needs somebody, feeds and shops are read again by themselves. */
const NEXT: Record<ImportSource, string> = {
  UPLOAD: 'upload the file again',
  FEED: 'the feed is fetched again by itself',
  SHOPIFY: 'the shop is read again by itself',
};

/** The process that a run went on in was asked to stop. */
export const stoppedReason = (source: ImportSource): string => `The service was stopped; ${NEXT[source]}.`;

/** What was to be imported did not come to its end. A feed's server or Shopify that breaks off is told by whoever fetched. */
export const interruptedReason = (source: ImportSource): string =>
  source === 'UPLOAD' ? `The upload broke off before the end of the file; ${NEXT.UPLOAD}.` : stoppedReason(source);

/** Nothing could be stored. */
export const fullReason = (source: ImportSource): string =>
  `The disk of the service or of its database is full; the catalog was left as it was. Once there is room, ${NEXT[source]}.`;

/** The process of the run gave no sign any more: it was killed, or its database was down or full. */
export const abandonedReason = (source: ImportSource): string =>
  `The service stopped during the run, or its database did; the catalog was left as it was, and ${NEXT[source]}.`;

/** How rows of a held run that were given up can still be had. */
const TAKE: Record<ImportSource, string> = {
  UPLOAD: 'upload the file again',
  FEED: 'sync the feed again',
  SHOPIFY: 'sync the shop again',
};

/** A held run whose place another catalog has taken. */
export const supersededReason = (source: ImportSource): string =>
  `A later import or apply took its place; ${TAKE[source]} to take this one.`;

/** A held run that nobody decided about. */
export const expiredReason = (source: ImportSource, days: number): string =>
  `Nobody decided within ${days} days; ${TAKE[source]}.`;

/** A reason for each source, for a statement that ends runs of several: a JSON object by source. */
export const reasonsBySource = (reason: (source: ImportSource) => string): string =>
  JSON.stringify(Object.fromEntries((Object.keys(NEXT) as ImportSource[]).map((source) => [source, reason(source)])));
