import { type ChannelCredentials, credentials } from '@grpc/grpc-js';

/** How a process proves to other services who it is, and whom it believes. ADR 62. */
export interface InternalTls {
  /** PEM: its certificate, with intermediate ones, and its private key. */
  readonly cert: Buffer;
  readonly key: Buffer;
  /** PEM: authorities that sign the certificates of all services. */
  readonly ca: Buffer;
  /** Names in certificates whose owners may call this process. */
  readonly callers: readonly string[];
}

let current: InternalTls | undefined;

/** Certificates of this process; undefined: calls are not encrypted. Servers and clients that are made later use them. */
export const getInternalTls = (): InternalTls | undefined => current;

/** Called once, before the program starts. */
export function setInternalTls(tls: InternalTls | undefined): void {
  current = tls;
}

/** A client accepts a server whose certificate is valid for the host in its address. */
export function toChannelCredentials(tls: InternalTls | undefined): ChannelCredentials {
  return tls ? credentials.createSsl(tls.ca, tls.key, tls.cert) : credentials.createInsecure();
}
