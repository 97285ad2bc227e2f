import type { WebhookEndpoint } from '@svc/domain';
import type { Clock, Outbound } from '@svc/kit';
import { Webhook } from 'standardwebhooks';
import { callEndpoint, type EndpointAnswer, shownUrl } from './call-endpoint.js';
import type { Outcome, Sender } from './outcome.js';

export const USER_AGENT = 'svc-webhooks/1';

/**
 * Sends to a merchant's webhook in the Standard Webhooks format: the bytes that are sent are those that are signed, the id stays
 * over retries and the timestamp is new. Only 2xx counts, 410 says that nothing is wanted any more.
 * docs/contract.md C15; docs/reliability.md R4.2.
 */
export function webhookSender(
  deps: { outbound: Outbound; clock: Clock; timeoutMs?: number | undefined },
  endpoint: WebhookEndpoint,
): Sender {
  return {
    async send({ id, body }, signal) {
      const now = deps.clock.now();
      const headers = {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      };
      const signature = sign(endpoint.secret, id, now, body);
      if (signature === undefined) return unsigned(endpoint.url, headers);
      const call = { url: endpoint.url, headers, secretHeaders: { 'webhook-signature': signature }, body };
      return toOutcome(await callEndpoint(deps, call, signal));
    },
  };
}

/** Undefined: the secret is not one. */
function sign(secret: string, id: string, now: Date, body: string): string | undefined {
  try {
    return new Webhook(secret).sign(id, now, body);
  } catch {
    return undefined;
  }
}

const unsigned = (url: string, requestHeaders: Record<string, string>): Outcome => ({
  kind: 'FAILED',
  url: shownUrl(url),
  status: null,
  error: 'The secret of the webhook is not "whsec_" and base64; nothing was sent.',
  requestHeaders,
  responseBody: null,
  throttled: false,
});

function toOutcome({ problem, text: _, ...answer }: EndpointAnswer): Outcome {
  const { status } = answer;
  if (status === null) return { ...answer, kind: 'FAILED', error: problem };
  if (status >= 200 && status < 300) return { ...answer, kind: 'DELIVERED', error: null };
  if (status === 410)
    return { ...answer, kind: 'GONE', error: 'The endpoint answered 410: it wants nothing any more.' };
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return { ...answer, kind: 'FAILED', error: `The endpoint answered ${status}${redirect}.` };
}
