import { MAX_MATCH_QUERY_BYTES } from '@svc/domain';
import { ServiceError } from '@svc/kit';

const invalid = (message: string) => new ServiceError('INVALID_QUERY', message);

/** The parameters of a query that must be right as sent. Fails with URI_TOO_LONG or INVALID_QUERY. */
export function parseStrictParams(raw: string): URLSearchParams {
  if (raw.length > MAX_MATCH_QUERY_BYTES) {
    throw new ServiceError(
      'URI_TOO_LONG',
      `The query string must have at most ${MAX_MATCH_QUERY_BYTES} bytes; it has ${raw.length}.`,
    );
  }
  return new URLSearchParams(checkEncoding(raw));
}

/** URLSearchParams repairs broken percent-encoding silently; an id must never match by repair, so that is refused. */
function checkEncoding(raw: string): string {
  try {
    decodeURIComponent(raw);
  } catch {
    throw invalid('The query string must be percent-encoded UTF-8.');
  }
  for (let i = 0; i < raw.length; i++) {
    if (raw.charCodeAt(i) > 0x7e) throw invalid('Characters beyond ASCII must be percent-encoded in the query string.');
  }
  return raw;
}
