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
