import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { getProcessMetrics, type Logger, type Metrics, ServiceError } from '@svc/kit';
import type { Admission } from '../admission/admission.js';
import { getPath, getRequestClass, isOrdinary, type RequestClass } from '../admission/request-class.js';
import { getRequestId } from '../parse/request-id.js';
import { getCommonHeaders } from './common-headers.js';
import { toErrorResponse } from './error-response.js';
import { hasUnreadBody, respondAndClose } from './respond-and-close.js';

export interface ShedLoadDeps {
  admission: Pick<Admission, 'admits' | 'enter'>;
  metrics: Metrics;
  log: Logger;
}

const MESSAGE = 'Too many requests are in progress. The request must be repeated after the seconds in Retry-After.';
/** What refused requests are answered with. One object each: an error is expensive to create, because of its stack. */
export const OVERLOADED = new ServiceError('UNAVAILABLE', MESSAGE);
const MATCHER_OVERLOADED = new ServiceError('MATCHER_FAILURE', MESSAGE);

/** Answered by the application: CORS headers depend on the company, and pages are HTML. */
const ANSWERED_BY_APP = new Set<RequestClass>(['submission', 'result', 'page']);
const refusedByApp = new WeakSet<IncomingMessage>();

/** Whether the application must answer this request with `OVERLOADED`, without calling a service. */
export const isRefused = (req: IncomingMessage): boolean => refusedByApp.has(req);

/** Node reads and drops what remains of a body that is not longer, so that the connection can be kept. */
const MAX_DROPPED_BYTES = 64 * 1024;
/** How long a request of management waits for room: longer than a commit or a collection of garbage holds all answers up. */
const PAUSE_MS = 400;
const LOOK_EVERY_MS = 50;
/** Requests that wait for room. More are refused immediately. */
const MAX_WAITING = 128;
/** One log line per so many milliseconds. */
const LOG_EVERY_MS = 10_000;

/**
 * Refuses requests that the system cannot answer in time, as early and as cheaply as possible: before routing, before a body is read. A
 * request is in work from the end of its body, so that slow clients take no place, until its answer is ready.
 * docs/adr/0033-load-shedding.md.
 */
export function shedLoad(
  { admission, metrics, log }: ShedLoadDeps,
  next: (req: IncomingMessage, res: ServerResponse) => Promise<void>, // Never rejects.
): (req: IncomingMessage, res: ServerResponse) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const refuse = (name: RequestClass, req: IncomingMessage, res: ServerResponse) => {
    metrics.count('svc_http_admissions_total', { class: name, outcome: 'REFUSED' });
    getProcessMetrics()?.count('svc_http_rejected_total', { reason: 'overload' });
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      loggedAt = performance.now();
      log.warn({ class: name }, 'overloaded: requests are refused');
    }
    if (ANSWERED_BY_APP.has(name)) {
      refusedByApp.add(req);
      void next(req, res);
    } else {
      answer(name === 'match' ? MATCHER_OVERLOADED : OVERLOADED, req, res);
    }
  };
  const work = async (name: RequestClass, req: IncomingMessage, res: ServerResponse) => {
    metrics.count('svc_http_admissions_total', { class: name, outcome: 'ADMITTED' });
    let leave: ((isSuccess: boolean) => void) | undefined;
    const enter = () => {
      leave = admission.enter(name, isOrdinary(name, req));
    };
    if (hasUnreadBody(req)) req.once('end', enter);
    else enter();
    await next(req, res);
    req.off('end', enter);
    leave?.(res.statusCode < 400);
  };
  // Management is refused first, at the first sign of load, and a short pause of the system looks the same. No shopper waits for its answers,
  // so it waits for the pause to end.
  let waiting = 0;
  const waitForRoom = async (name: RequestClass, req: IncomingMessage, res: ServerResponse) => {
    waiting += 1;
    const until = performance.now() + PAUSE_MS;
    do await delay(LOOK_EVERY_MS);
    while (!admission.admits(name) && !res.destroyed && performance.now() < until);
    waiting -= 1;
    if (res.destroyed) return;
    if (admission.admits(name)) void work(name, req, res);
    else refuse(name, req, res);
  };
  return (req, res) => {
    const name = getRequestClass(req);
    if (name === undefined) void next(req, res);
    else if (admission.admits(name)) void work(name, req, res);
    else if (name === 'management' && waiting < MAX_WAITING) void waitForRoom(name, req, res);
    else refuse(name, req, res);
  };
}

function answer(error: ServiceError, req: IncomingMessage, res: ServerResponse): void {
  const response = toErrorResponse(error, getRequestId(req));
  const headers = { ...getCommonHeaders(getPath(req)), ...response.headers };
  if (hasUnreadBody(req) && !isDropped(req)) {
    void respondAndClose(req, res, { ...response, headers });
    return;
  }
  res.writeHead(response.status, { ...headers, 'Content-Length': response.body.length });
  // As text, Node sends it with the head in one write instead of two.
  res.end(response.body.toString());
}

const isDropped = ({ headers }: IncomingMessage): boolean =>
  headers.expect === undefined && Number(headers['content-length']) <= MAX_DROPPED_BYTES;
