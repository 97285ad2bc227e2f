import type { ImportFailureCode } from '@svc/domain';
import type { RunFailure } from './import-failure.js';
import type { ImportSource } from './import-run.js';

/** What follows an interrupted run: an upload must be repeated by the merchant; feeds and shops are read again automatically. */
const NEXT: Record<ImportSource, string> = {
  UPLOAD: 'Upload the file again.',
  FEED: 'The feed will be fetched again automatically.',
  SHOPIFY: 'The shop will be read again automatically.',
};

/** The process of the run was asked to stop. */
export const stoppedReason = (source: ImportSource): string => `The service was stopped. ${NEXT[source]}`;

/** The sender did not complete the file. If a feed's server or Shopify interrupts a download, the code that fetches reports it. */
export const interruptedReason = (source: ImportSource): string =>
  source === 'UPLOAD' ? `The upload was interrupted before the end of the file. ${NEXT.UPLOAD}` : stoppedReason(source);

/** The rows could not be stored. An upload must be repeated once an operator has made space. */
export const fullReason = (source: ImportSource): string =>
  `The disk of the service or of its database is full; the catalog was not changed. Once there is space: ${NEXT[source]}`;

/** The process of the run did not extend its lease: it was killed, or its database was down or full. */
export const abandonedReason = (source: ImportSource): string =>
  `The service or its database stopped during the run; the catalog was not changed. ${NEXT[source]}`;

/** How to import the rows of a held run that was discarded. */
const IMPORT_AGAIN: Record<ImportSource, string> = {
  UPLOAD: 'Upload the file again to import it.',
  FEED: 'Sync the feed again to import it.',
  SHOPIFY: 'Sync the shop again to import it.',
};

/** A held run that another catalog replaced. */
export const supersededReason = (source: ImportSource): string =>
  `A later import or apply replaced it. ${IMPORT_AGAIN[source]}`;

/** A held run without a decision. */
export const expiredReason = (source: ImportSource, days: number): string =>
  `The held import was neither applied nor discarded within ${days} days. ${IMPORT_AGAIN[source]}`;

/** A reason for each source, for a statement that ends runs of several: a JSON object by source. */
export const reasonsBySource = (reason: (source: ImportSource) => string): string =>
  JSON.stringify(Object.fromEntries((Object.keys(NEXT) as ImportSource[]).map((source) => [source, reason(source)])));

/** A held run that was discarded. */
export const DISCARDED_REASON = 'The run was discarded.';

/** The codes of reasons that statements write to several runs. @returns undefined: the reason is another one. */
export function toStatementFailure(source: ImportSource, reason: string, days: number): RunFailure | undefined {
  const codes: [string, ImportFailureCode][] = [
    [abandonedReason(source), 'ABANDONED'],
    [supersededReason(source), 'SUPERSEDED'],
    [expiredReason(source, days), 'EXPIRED'],
    [DISCARDED_REASON, 'DISCARDED'],
  ];
  const code = codes.find(([text]) => text === reason)?.[1];
  return code && { code, values: code === 'EXPIRED' ? { days: String(days) } : {} };
}
