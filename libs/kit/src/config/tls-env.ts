import { env } from './env.js';

/** Variables of TLS between services, for every program. docs/operations.md "TLS between services". */
export const TLS_ENV = {
  GRPC_TLS: env.enum({
    values: ['on', 'off'],
    optional: true,
    doc: 'on: calls between services are encrypted, and both sides show a certificate. off: they are not, in a private network. Unset: off, and GRPC_HOST must be a loopback address.',
  }),
  GRPC_TLS_CERT_FILE: env.string({ optional: true, doc: 'Certificate of this program, PEM, with intermediate ones.' }),
  GRPC_TLS_KEY_FILE: env.string({ optional: true, doc: 'Its private key, PEM.' }),
  GRPC_TLS_CA_FILE: env.string({ optional: true, doc: 'Authorities that sign the certificates of all services, PEM.' }),
  GRPC_TLS_RESTART_WITHIN_S: env.integer({
    default: 600,
    min: 0,
    max: 86_400,
    doc: 'A changed certificate stops the process after a random time up to this, so that replicas do not restart together.',
  }),
};

/** For programs that are called. @param callers - names of the programs that call it. */
export const tlsServerEnv = (callers: readonly string[]) => ({
  ...TLS_ENV,
  GRPC_TLS_CALLERS: env.string({
    default: callers.join(','),
    doc: 'Names (DNS or URI) in the certificates of programs that may call this one, separated by commas.',
  }),
});

export interface TlsConfig {
  GRPC_TLS?: 'on' | 'off' | undefined;
  GRPC_TLS_CERT_FILE?: string | undefined;
  GRPC_TLS_KEY_FILE?: string | undefined;
  GRPC_TLS_CA_FILE?: string | undefined;
  GRPC_TLS_CALLERS?: string | undefined;
  GRPC_TLS_RESTART_WITHIN_S?: number | undefined;
  GRPC_HOST?: string | undefined;
}
