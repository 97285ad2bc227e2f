import type { IncomingMessage, ServerResponse } from 'node:http';
import { getProcessMetrics, hashForLog, type Logger, type Metrics, type ProcessMetrics } from '@svc/kit';
import { getPath } from '../admission/request-class.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { FinishedMatch } from '../match/finished-match.js';
import type { MatchCache } from '../match/match-cache.js';
import { toMatchReply } from '../match/match-reply.js';
import { getHeaderValues } from '../parse/header-values.js';
import { parseHost } from '../parse/host.js';
import { matchesEtag } from '../parse/if-none-match.js';
import { getRequestId } from '../parse/request-id.js';
import { getCommonHeaders } from './common-headers.js';
import type { ReadSource, Source } from './sources.js';

export interface WarmMatchDeps {
  cache: MatchCache;
  limits: RateLimits | undefined;
  metrics: Metrics;
  log: Logger;
  baseName: string;
  readSource: ReadSource;
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Answers a repeated match request from memory, before Koa: routing, context and middleware cost a third of what sending such a
 * response takes (docs/performance.md P1). Response, common headers, host rules, request id, limits and conditional requests are those
 * of all other requests, by the same functions. Requests without a match in memory, and those over a limit, continue with `next`.
 */
export function serveWarmMatches(deps: WarmMatchDeps, next: Listener): Listener {
  const { cache, limits, baseName, readSource } = deps;
  const encoded = new WeakMap<FinishedMatch, EncodedMatch>();
  const durations = createWarmDurations();
  const send = (req: IncomingMessage, res: ServerResponse, match: FinishedMatch) => {
    const startedAt = performance.now();
    let response = encoded.get(match);
    if (!response) {
      response = encode(match, getCommonHeaders(getPath(req)));
      encoded.set(match, response);
    }
    const requestId = getRequestId(req);
    if (match.etag !== undefined && matchesEtag(req.headers['if-none-match'], match.etag)) {
      res.writeHead(304, ['X-Request-Id', requestId, ...response.head304]);
      res.end();
    } else {
      res.writeHead(200, ['X-Request-Id', requestId, ...response.head200]);
      if (response.text === undefined) res.end(match.body);
      else res.end(response.text, 'latin1');
    }
    deps.metrics.count('svc_http_admissions_total', COUNTED);
    const metrics = getProcessMetrics();
    if (metrics) {
      metrics.count('svc_match_cache_total', WARM);
      durations.observe(metrics, res.statusCode, (performance.now() - startedAt) / 1_000);
    }
    if (deps.log.isLevelEnabled('debug')) {
      const analysis = hashForLog(match.analysisId);
      deps.log.debug({ requestId, status: res.statusCode, analysis }, 'request from warm cache');
    }
  };
  return (req, res) => {
    const match = req.method === 'GET' ? cache.get(req.url as string) : undefined;
    if (!match || !isApiHost(req, baseName)) return next(req, res);
    if (!limits) return send(req, res, match);
    checkLimits(limits, readSource(req)).then(
      () => send(req, res, match),
      () => next(req, res), // Over the limit: the route answers, with the headers of the limit.
    );
  };
}

/** Durations of responses from memory, by the two statuses that they have. */
function createWarmDurations() {
  const bound = new WeakMap<ProcessMetrics, Record<number, (seconds: number) => void>>();
  return {
    observe(metrics: ProcessMetrics, statusCode: number, seconds: number): void {
      let observers = bound.get(metrics);
      if (!observers) {
        const bind = (status: number) =>
          metrics.bind('http_server_request_duration_seconds', {
            http_request_method: 'GET',
            http_route: MATCH_ROUTE,
            http_response_status_code: String(status),
          });
        observers = { 200: bind(200), 304: bind(304) };
        bound.set(metrics, observers);
      }
      observers[statusCode]?.(seconds);
    },
  };
}

/** The pattern of the route that answers all other matches. */
const MATCH_ROUTE = '/api/v1/analyses/:analysisId/matches';
const WARM = { result: 'warm' };
const COUNTED = { class: 'match', outcome: 'FROM_MEMORY' };

/** The limits of a match that is not in the cache. Rejects beyond them. */
async function checkLimits(limits: RateLimits, { address, isShared }: Source): Promise<void> {
  if (!isShared) await limits.check('misses', address);
  await limits.count('source', address);
}

function isApiHost(req: IncomingMessage, baseName: string): boolean {
  const hosts = getHeaderValues(req, 'host');
  const host = hosts.length === 1 ? parseHost(hosts[0] as string, baseName) : undefined;
  return host?.kind === 'api' || host?.kind === 'dashboard';
}

/** The response of one match, except for its request id, in the forms that Node sends fastest. */
interface EncodedMatch {
  head200: string[];
  head304: string[];
  /** The body, a byte per character, where that is faster than the bytes themselves. */
  text: string | undefined;
}

/** Up to this length head and body travel as one string in one write; beyond it copying costs more than it saves. */
const MAX_TEXT_LENGTH = 16 * 1024;

function encode(match: FinishedMatch, commonHeaders: Readonly<Record<string, string>>): EncodedMatch {
  const { body } = match;
  const { headers, type } = toMatchReply(match);
  const head304 = Object.entries({ ...commonHeaders, ...headers }).flat();
  return {
    head304,
    head200: [...head304, 'Content-Type', type as string, 'Content-Length', String(body.length)],
    text: body.length <= MAX_TEXT_LENGTH ? body.toString('latin1') : undefined,
  };
}
