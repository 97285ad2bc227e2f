import { MAX_QUERY_STRING_LENGTH, MAX_TEXT_LENGTH } from '@svc/domain';

/** Where the visitor came from, kept from the first page of a visit on. */
export interface Landing {
  source: string | null;
  /** Of the landing address, without "?" and without what is meant for the page itself. */
  queryString: string | null;
}

/** Parameters that are meant for the page. */
const OWN_PARAMETERS = new Set(['locale', 'source', 'versionId', 'forceStart', 'consent']);

/** @param search - of the page's address, with "?". */
export function readLanding(search: string): Landing {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !OWN_PARAMETERS.has(getName(pair)))
    .join('&');
  return {
    source: usable(new URLSearchParams(search).get('source'), MAX_TEXT_LENGTH),
    queryString: usable(others, MAX_QUERY_STRING_LENGTH),
  };
}

/** `forceStart=true`: start again although there is a result. */
export const isForced = (search: string): boolean => new URLSearchParams(search).get('forceStart') === 'true';

/** Later values win, part by part. */
export const joinLandings = (before: Landing, now: Landing): Landing => ({
  source: now.source ?? before.source,
  queryString: now.queryString ?? before.queryString,
});

/** What the server would not store is not sent. */
export const usable = (text: string | null, maxLength: number): string | null =>
  text !== null && text !== '' && text.length <= maxLength ? text : null;

function getName(pair: string): string {
  const [name = ''] = pair.split('=');
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
