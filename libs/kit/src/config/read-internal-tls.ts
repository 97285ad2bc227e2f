import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { isInProcess } from '../grpc/in-process/registry.js';
import type { InternalTls } from '../grpc/tls/internal-tls.js';
import { ConfigError } from './config-error.js';
import type { TlsConfig } from './tls-env.js';

const FILES = ['GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE', 'GRPC_TLS_CA_FILE'] as const;

/**
 * The certificates that the configuration names; undefined: calls are not encrypted.
 * @throws ConfigError for files that are missing, do not fit together or have expired, and for a service that would listen without TLS
 * on other addresses than this machine's although nothing says that it may.
 */
export function readInternalTls(config: TlsConfig): InternalTls | undefined {
  if (config.GRPC_TLS !== 'on') {
    if (config.GRPC_TLS === undefined && !isLocal(config.GRPC_HOST ?? 'localhost')) {
      throw new ConfigError([
        'GRPC_TLS must be on, or off in a private network, because GRPC_HOST is not a loopback address',
      ]);
    }
    return undefined;
  }
  const missing = FILES.filter((name) => config[name] === undefined);
  if (missing.length > 0) throw new ConfigError(missing.map((name) => `${name} must be set if GRPC_TLS is on`));
  const [cert, key, ca] = FILES.map((name) => readFile(name, config[name] as string)) as [Buffer, Buffer, Buffer];
  check(cert, key, ca);
  const callers = (config.GRPC_TLS_CALLERS ?? '').split(',').flatMap((name) => name.trim() || []);
  return { cert, key, ca, callers };
}

/** When the certificate expires. */
export function getExpiry({ cert }: Pick<InternalTls, 'cert'>): Date {
  return new Date(new X509Certificate(cert).validTo);
}

/** An address that only this machine reaches. */
function isLocal(host: string): boolean {
  return isInProcess(host) || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function readFile(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError([`${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}

function check(cert: Buffer, key: Buffer, ca: Buffer): void {
  const certificate = attempt('GRPC_TLS_CERT_FILE must contain a certificate in PEM', () => new X509Certificate(cert));
  const privateKey = attempt('GRPC_TLS_KEY_FILE must contain a private key in PEM', () => createPrivateKey(key));
  attempt('GRPC_TLS_CA_FILE must contain certificates in PEM', () => new X509Certificate(ca));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new ConfigError(['GRPC_TLS_KEY_FILE must contain the private key of the certificate in GRPC_TLS_CERT_FILE']);
  }
  const expiry = getExpiry({ cert });
  if (expiry.getTime() <= Date.now()) {
    throw new ConfigError([
      `the certificate in GRPC_TLS_CERT_FILE expired at ${expiry.toISOString()}; it must be renewed`,
    ]);
  }
  attempt('the files of GRPC_TLS must be usable for TLS', () => createSecureContext({ cert, key, ca }));
}

function attempt<T>(sentence: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new ConfigError([sentence]);
  }
}
