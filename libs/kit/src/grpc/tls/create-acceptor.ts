import type { X509Certificate } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { Logger } from '../../log/logger.js';
import type { InternalTls } from './internal-tls.js';

/** After this time of silence the kernel asks whether the host of a client still exists. */
const TCP_KEEPALIVE_MS = 30_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** A client that is refused tries again all the time: the same reason is logged once in this time. */
const LOG_EVERY_MS = 60_000;

/**
 * The listening socket of a gRPC server. With TLS it passes on only connections of callers that have a certificate of the authority
 * with a name in `callers`; others are closed and logged. docs/operations.md "TLS between services".
 */
export function createAcceptor(tls: InternalTls | undefined, log: Logger, accept: (socket: Socket) => void): Server {
  const tcp = { noDelay: true, keepAlive: true, keepAliveInitialDelay: TCP_KEEPALIVE_MS };
  if (!tls) return createServer(tcp, accept);
  const logged = new Map<string, number>();
  const report = (reason: string, source: string | undefined) => {
    const now = performance.now();
    if (now - (logged.get(reason) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
    logged.clear();
    logged.set(reason, now);
    log.warn({ reason, source }, 'refused a connection of a caller');
  };
  const { cert, key, ca, callers } = tls;
  const options = {
    ...tcp,
    cert,
    key,
    ca,
    requestCert: true,
    // `findProblem` decides: Node would close the connection without the reason.
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    minVersion: 'TLSv1.3' as const,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  };
  const server = createTlsServer(options, (socket) => {
    const problem = findProblem(socket, callers);
    if (problem === undefined) return accept(socket);
    report(problem, socket.remoteAddress);
    socket.destroy();
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    // A probe of the port that opens a connection and closes it again is no caller.
    if (error.code !== 'ECONNRESET') report(error.code ?? error.message, socket.remoteAddress);
  });
  return server;
}

/** Why a caller may not call; undefined if it may. */
function findProblem(socket: TLSSocket, callers: readonly string[]): string | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return 'it shows no certificate';
  if (!socket.authorized) return `its certificate is not valid: ${socket.authorizationError}`;
  if (listNames(certificate).some((name) => callers.includes(name))) return undefined;
  return `its certificate has none of the names ${callers.join(', ')}`;
}

/** Names and URIs for which the certificate of a caller is valid. Node quotes those with unusual characters, which then match nothing. */
function listNames({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName.split(', ').flatMap((name) => /^(?:DNS|URI):([^"]+)$/.exec(name)?.[1] ?? []);
}
