import { createSentenceTranslator } from '../../shared/translate-sentence.js';

/** Why an attempt failed, in the user's language; undefined: the service or the marketing system says something that this release does not know. */
export const translateFailure = createSentenceTranslator([
  ['The endpoint responded with 410 Gone; no further attempts are made.', 'webhooks.failure.gone'],
  ['The endpoint responded with {status}; redirects are not followed.', 'webhooks.failure.redirect'],
  ['The endpoint responded with {status}.', 'webhooks.failure.status'],
  ['The endpoint did not respond within {seconds} s.', 'webhooks.failure.timeout'],
  ['The host name cannot be resolved.', 'webhooks.failure.host-name'],
  ['The host is not on the public Internet; only public addresses are called.', 'webhooks.failure.not-public'],
  ['The call failed.', 'webhooks.failure.failed'],
  ['The analysis has no e-mail address; nothing was sent.', 'webhooks.failure.no-address'],
  [
    'The products are currently unavailable. The delivery is retried until they are available.',
    'webhooks.failure.no-products',
  ],
  ['The host cannot be reached: it refused the connection.', 'webhooks.failure.refused'],
  ['The host cannot be reached: it broke the connection off.', 'webhooks.failure.broken'],
  ['The host cannot be reached: its certificate has expired.', 'webhooks.failure.expired'],
  ['The host cannot be reached: its certificate is not signed by an authority.', 'webhooks.failure.self-signed'],
  ['The host cannot be reached: its certificate is for another name.', 'webhooks.failure.other-name'],
  ['The host cannot be reached: the connection failed.', 'webhooks.failure.connection'],
]);
