import type { IncomingMessage, ServerResponse } from 'node:http';
import { hashForLog, type Logger } from '@svc/kit';
import type { RateLimits } from '../limits/rate-limits.js';
import { type FinishedMatch, JSON_TYPE } from '../match/finished-match.js';
import type { MatchCache } from '../match/match-cache.js';
import { matchHeaders } from '../match/match-cache-policy.js';
import { MATCH_CORS } from '../middleware/cors.js';
import { SECURITY_HEADERS } from '../middleware/security-headers.js';
import { headerValues } from '../parse/header-values.js';
import { parseHost } from '../parse/host.js';
import { matchesEtag } from '../parse/if-none-match.js';
import { requestIdOf } from '../parse/request-id.js';
import type { ReadSource, Source } from './sources.js';

export interface WarmMatchDeps {
  cache: MatchCache;
  limits: RateLimits | undefined;
  log: Logger;
  baseName: string;
  readSource: ReadSource;
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Answers a repeated match request from its finished bytes, before Koa: routing, context and middleware cost a third of
 * what sending such a response takes (docs/performance.md P1). Host rules, request id, rate limits, CORS and
 * conditional requests are those of the normal way; whatever is not a plain hit goes there.
 */
export function warmMatches(deps: WarmMatchDeps, normalWay: Listener): Listener {
  const { cache, limits, baseName, readSource } = deps;
  const prepared = new WeakMap<FinishedMatch, Prepared>();
  const send = (req: IncomingMessage, res: ServerResponse, match: FinishedMatch) => {
    let wire = prepared.get(match);
    if (!wire) {
      wire = prepare(match);
      prepared.set(match, wire);
    }
    const requestId = requestIdOf(req);
    if (match.etag !== undefined && matchesEtag(req.headers['if-none-match'], match.etag)) {
      res.writeHead(304, ['X-Request-Id', requestId, ...wire.head304]);
      res.end();
    } else {
      res.writeHead(200, ['X-Request-Id', requestId, ...wire.head200]);
      if (wire.text === undefined) res.end(match.body);
      else res.end(wire.text, 'latin1');
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
    checkLimits(limits, readSource(req)).then(
      () => send(req, res, match),
      () => normalWay(req, res), // Over the limit: the normal way says so, with its headers.
    );
  };
}

/** The same limits as of a match that is not in the cache. Rejects beyond them. */
async function checkLimits(limits: RateLimits, { address, isShared }: Source): Promise<void> {
  if (!isShared) await limits.check('misses', address);
  await limits.count('source', address);
}

function isOurs(req: IncomingMessage, baseName: string): boolean {
  const hosts = headerValues(req, 'host');
  const host = hosts.length === 1 ? parseHost(hosts[0] as string, baseName) : undefined;
  return host !== undefined && host.kind !== 'funnel';
}

/** What is the same in every answer with one match, in the forms that Node sends fastest. */
interface Prepared {
  head200: string[];
  head304: string[];
  /** The body, a byte per character, where that is faster than the bytes themselves. */
  text: string | undefined;
}

/** Up to this length head and body travel as one string in one write; beyond it copying costs more than it saves. */
const MAX_TEXT_LENGTH = 16 * 1024;

function prepare(match: FinishedMatch): Prepared {
  const { body } = match;
  const head304 = Object.entries({ ...SECURITY_HEADERS, ...MATCH_CORS, ...matchHeaders(match) }).flat();
  return {
    head304,
    head200: [...head304, 'Content-Type', JSON_TYPE, 'Content-Length', String(body.length)],
    text: body.length <= MAX_TEXT_LENGTH ? body.toString('latin1') : undefined,
  };
}
