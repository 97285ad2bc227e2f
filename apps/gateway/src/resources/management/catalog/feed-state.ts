import { ServiceError } from '@svc/kit';
import { feedFormats, type GetFeedResponse, toMilliseconds } from '@svc/proto';
import { toIsoTime } from '../../../messages/iso-time.js';

/** What is shown in place of the password of an address. */
export const HIDDEN_PASSWORD = '***';

const HOUR_MS = 3_600_000;

/** The feed without its password. @throws ServiceError NOT_FOUND without a feed. */
export function toFeedState(response: GetFeedResponse) {
  const feed = toFeedStateOrNull(response);
  if (feed) return feed;
  throw new ServiceError('NOT_FOUND', 'The company has no feed; its company file must have a feed with a url.');
}

/** The feed without its password; null: the company has none. */
export const toFeedStateOrNull = ({ feed, nextSyncTime, failures, lastImportId }: GetFeedResponse) =>
  feed
    ? {
        url: withoutPassword(feed.url),
        format: feedFormats.toName(feed.format),
        everyHours: toMilliseconds(feed.syncInterval) / HOUR_MS,
        nextSyncAt: toIsoTime(nextSyncTime),
        failures,
        lastImportId: lastImportId ?? null,
      }
    : null;

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.password !== '') url.password = HIDDEN_PASSWORD;
  return url.href;
}
