import type { IncomingMessage } from 'node:http';
import type { Logger } from '@svc/kit';
import { getSourceAddress } from './source-address.js';

/** Whom rate limits count a request for. */
export interface Source {
  address: string;
  /** The request came through a proxy that is not trusted: many callers may have this address. */
  isShared: boolean;
}

export type ReadSource = (req: IncomingMessage) => Source;

/**
 * Reads sources of requests. The first X-Forwarded-For that arrives although no proxy is trusted is logged, since all callers
 * behind that proxy then share their limits.
 */
export function createSourceReader({ trustedHops, log }: { trustedHops: number; log: Logger }): ReadSource {
  let hasWarned = false;
  return (req) => {
    const isShared = trustedHops === 0 && req.headers['x-forwarded-for'] !== undefined;
    if (isShared && !hasWarned) {
      hasWarned = true;
      log.warn(
        'A request has X-Forwarded-For, but TRUST_PROXY is 0: all callers behind the proxy count as one source and share its rate limits. ' +
          'TRUST_PROXY must be the number of proxies in front of the gateway.',
      );
    }
    return { address: getSourceAddress(req, trustedHops), isShared };
  };
}
