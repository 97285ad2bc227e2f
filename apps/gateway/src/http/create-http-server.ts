import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { noteRequest, ServiceError } from '@svc/kit';
import { getRequestId } from '../parse/request-id.js';
import { checkWhileConnected } from './check-while-connected.js';
import { answerClientError } from './client-error.js';
import { toErrorResponse } from './error-response.js';
import { BODY_TIMEOUT_MS } from './read-body.js';
import { hasUnreadBody } from './respond-and-close.js';

/** Most header fields of one request. */
const MAX_HEADERS = 100;

/**
 * Longest request, milliseconds: Node knows one limit for the whole server, and a CSV upload may take 10 minutes. All other
 * bodies have `BODY_TIMEOUT_MS`.
 */
const REQUEST_TIMEOUT_MS = 11 * 60_000;

/** How often Node looks for clients that are slow, milliseconds. */
const CHECK_EVERY_MS = 1_000;

/**
 * The HTTP server with the limits of docs/reliability.md R7.3 to R7.5: what Node refuses by itself is answered with our
 * error body. It does not listen yet.
 * @param listener - gets every request that is well-formed HTTP, those that expect `100 Continue` too.
 * @param unreadBodyTimeoutMs - how long the unread rest of a body may take after the answer.
 */
export function createHttpServer(
  listener: (req: IncomingMessage, res: ServerResponse) => void,
  unreadBodyTimeoutMs = BODY_TIMEOUT_MS,
): Server {
  const server = createServer({
    // A query of 8 KiB and one byte must reach us, to be answered with 414.
    maxHeaderSize: 64 * 1024,
    headersTimeout: 10_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    // Longer than the 60 s of common load balancers, so that they, not we, close idle connections.
    keepAliveTimeout: 75_000,
    // `hosts` counts Host headers itself and answers in JSON.
    requireHostHeader: false,
    insecureHTTPParser: false,
  });
  checkWhileConnected(server, CHECK_EVERY_MS);
  server.maxConnections = 2_000;
  // Counted below: Node drops the fields beyond its own limit, or since version 24 rejects them as too many bytes. The limit
  // in bytes still bounds them: at worst 16,000 fields, 3 ms of processor time.
  server.maxHeadersCount = 0;
  const guarded = (req: IncomingMessage, res: ServerResponse) => {
    noteRequest();
    if (hasUnreadBody(req)) boundUnreadBody(req, res, unreadBodyTimeoutMs);
    const headerCount = req.rawHeaders.length / 2;
    if (headerCount > MAX_HEADERS) refuseHeaders(req, res, headerCount);
    else listener(req, res);
  };
  server.on('request', guarded);
  // The body reader sends `100 Continue`, when it knows that it wants the body.
  server.on('checkContinue', guarded);
  server.on('checkExpectation', guarded);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerClientError(error, socket as Socket));
  return server;
}

/** Node reads to its end what a handler leaves of a body, for as long as a whole request may take. */
function boundUnreadBody(req: IncomingMessage, res: ServerResponse, timeoutMs: number): void {
  res.once('finish', () => {
    if (req.complete) return;
    const timer = setTimeout(() => req.socket.destroy(), timeoutMs);
    req.once('close', () => clearTimeout(timer));
  });
}

function refuseHeaders(req: IncomingMessage, res: ServerResponse, count: number): void {
  const message = `The request has ${count} header fields; it must have at most ${MAX_HEADERS}.`;
  const error = new ServiceError('REQUEST_HEADERS_TOO_LARGE', message);
  const { status, headers, body } = toErrorResponse(error, getRequestId(req));
  res.writeHead(status, { ...headers, 'Access-Control-Allow-Origin': '*', Connection: 'close' });
  res.end(body);
}
