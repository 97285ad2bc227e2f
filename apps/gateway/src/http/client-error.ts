import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { generalError, ServiceError } from '@svc/kit';

import { toErrorResponse } from './error-response.js';

/** Errors of Node's HTTP parser and timers as errors of ours. */
function toServiceError(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('REQUEST_HEADERS_TOO_LARGE', 'The request line and headers must have at most 64 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ServiceError('REQUEST_TOO_LARGE', 'The chunk extensions must be shorter.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return generalError('REQUEST_TIMEOUT');
    default:
      return new ServiceError('INVALID_REQUEST', 'The request must be valid HTTP/1.1.');
  }
}

/** How long a refused client may take to read its answer, milliseconds. */
const LINGER_MS = 1_000;
const answered = new WeakSet<Socket>();

/**
 * Answers requests that Node refuses before there is a request object: the common error body, `no-store`, and the CORS
 * header of the public route, since the route is not known yet. docs/reliability.md R7.3.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // Further bytes of a refused client fail as well; its answer was sent already.
  if (answered.has(socket)) return;
  // Node keeps the response in progress here. If its head is out, these bytes would land in the middle of its body.
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
    socket.destroy(error);
    return;
  }
  const { status, headers, body } = toErrorResponse(toServiceError(error.code), randomUUID());
  const head = { ...headers, 'Access-Control-Allow-Origin': '*', 'Content-Length': body.length, Connection: 'close' };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${getReasonPhrase(status)}\r\n${lines.join('')}\r\n`);
  socket.end(body);
  answered.add(socket);
  // Closing immediately over bytes that are still arriving would reset the connection before the answer is read; without a
  // timer the client would decide how long the connection stays half open.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

const getReasonPhrase = (status: number): string => STATUS_CODES[status] ?? 'Error';
