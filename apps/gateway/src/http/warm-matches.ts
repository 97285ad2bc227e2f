import type { IncomingMessage, ServerResponse } from 'node:http';
import { hashForLog, type Logger } from '@svc/kit';
import type { RateLimits } from '../limits/rate-limits.js';
import { type FinishedMatch, JSON_TYPE, matchHeaders } from '../match/finished-match.js';
import type { MatchCache } from '../match/match-cache.js';
import { MATCH_CORS } from '../middleware/cors.js';
import { SECURITY_HEADERS } from '../middleware/security-headers.js';
import { headerValues } from '../parse/header-values.js';
import { parseHost } from '../parse/host.js';
import { matchesEtag } from '../parse/if-none-match.js';
import { requestIdOf } from '../parse/request-id.js';
import { sourceAddress } from './source-address.js';

export interface WarmMatchDeps {
  cache: MatchCache;
  limits: RateLimits | undefined;
  log: Logger;
  baseName: string;
  trustedHops: number;
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Answers a repeated match request from its finished bytes, before Koa: routing, context and middleware cost a third of
 * what sending such a response takes (performance P1). Host rules, request id, rate limits, CORS and conditional
 * requests are those of the normal way; whatever is not a plain hit goes there.
 */
export function warmMatches(deps: WarmMatchDeps, normalWay: Listener): Listener {
  const { cache, limits, baseName, trustedHops } = deps;
  const heads = new WeakMap<FinishedMatch, string[]>();
  const send = (req: IncomingMessage, res: ServerResponse, match: FinishedMatch) => {
    const head = heads.get(match) ?? headOf(match);
    heads.set(match, head);
    const requestId = requestIdOf(req);
    if (match.etag !== undefined && matchesEtag(req.headers['if-none-match'], match.etag)) {
      res.writeHead(304, [...head, 'X-Request-Id', requestId]);
      res.end();
    } else {
      const length = String(match.body.length);
      res.writeHead(200, [...head, 'Content-Type', JSON_TYPE, 'Content-Length', length, 'X-Request-Id', requestId]);
      res.end(match.body);
    }
    if (deps.log.isLevelEnabled('debug')) {
      const analysis = hashForLog(match.analysisId);
      deps.log.debug({ requestId, status: res.statusCode, analysis }, 'request from warm cache');
    }
  };
  return (req, res) => {
    const match = req.method === 'GET' ? cache.get(req.url as string) : undefined;
    if (!match || !isOurs(req, baseName)) return normalWay(req, res);
    if (!limits) return send(req, res, match);
    limits.source(sourceAddress(req, trustedHops)).then(
      () => send(req, res, match),
      () => normalWay(req, res), // Over the limit: the normal way says so, with its headers.
    );
  };
}

function isOurs(req: IncomingMessage, baseName: string): boolean {
  const hosts = headerValues(req, 'host');
  const host = hosts.length === 1 ? parseHost(hosts[0] as string, baseName) : undefined;
  return host !== undefined && host.kind !== 'funnel';
}

/** Headers that are the same for every answer with this match, as Node takes them fastest. */
const headOf = (match: FinishedMatch): string[] =>
  Object.entries({ ...SECURITY_HEADERS, ...MATCH_CORS, ...matchHeaders(match) }).flat();
