/** Why a request to an address of a merchant got no answer. */
export type OutboundProblem =
  | 'ADDRESS' // the URL may not be called
  | 'UNREACHABLE' // no connection, or it broke
  | 'TIMEOUT'
  | 'REDIRECTS' // more than were allowed
  | 'TOO_LARGE';

/** A request that failed before an answer, or in the middle of one. `message` is fit for the merchant's eyes. */
export class OutboundError extends Error {
  constructor(
    readonly problem: OutboundProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OutboundError';
  }
}

/** Converts a failure of the connection or of the body to an error whose message is for the merchant. */
export function toOutboundError(error: unknown): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause;
  }
  const code = (error as { code?: string } | null)?.code ?? '';
  if (/TIMEOUT/.test(code)) return new OutboundError('TIMEOUT', 'The host did not answer in time.', { cause: error });
  const reason = REASONS[code] ?? 'the connection failed';
  return new OutboundError('UNREACHABLE', `The host cannot be reached: ${reason}.`, { cause: error });
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it broke the connection off',
  UND_ERR_SOCKET: 'it broke the connection off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer has not the length that it announced',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not signed by an authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};
