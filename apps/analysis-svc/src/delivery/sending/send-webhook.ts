import type { DeliveryTargets } from '@svc/domain';
import type { Clock, Outbound } from '@svc/kit';
import { Webhook } from 'standardwebhooks';
import { callEndpoint, type EndpointResponse, withoutCredentials } from './call-endpoint.js';
import type { Outcome, Sender } from './outcome.js';

export const USER_AGENT = 'svc-webhooks/1';

/**
 * Sends messages to a merchant's webhook in the Standard Webhooks format: signs exactly the bytes that are sent; the id is the
 * same in all retries, the timestamp is new. Only a 2xx status is a success; 410 disables the endpoint.
 * docs/contract.md C15; docs/reliability.md R4.2.
 */
export function createWebhookSender(
  deps: { outbound: Outbound; clock: Clock; timeoutMs?: number | undefined },
  endpoint: NonNullable<DeliveryTargets['webhook']>,
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
      const { secret, formerSecret } = endpoint;
      const signature = sign(formerSecret === undefined ? [secret] : [secret, formerSecret], id, now, body);
      if (signature === undefined) return rejectUnsigned(endpoint.url, headers);
      const call = { url: endpoint.url, headers, secretHeaders: { 'webhook-signature': signature }, body };
      return toOutcome(await callEndpoint(deps, call, signal));
    },
  };
}

/** A signature of each secret; undefined when one is invalid. */
function sign(secrets: readonly string[], id: string, now: Date, body: string): string | undefined {
  try {
    return secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' ');
  } catch {
    return undefined;
  }
}

const rejectUnsigned = (url: string, requestHeaders: Record<string, string>): Outcome => ({
  kind: 'FAILED',
  url: withoutCredentials(url),
  status: null,
  error: 'The webhook secret must be "whsec_" followed by base64; nothing was sent.',
  requestHeaders,
  responseBody: null,
  throttled: false,
});

function toOutcome({ problem, text: _, ...answer }: EndpointResponse): Outcome {
  const { status } = answer;
  if (status === null) return { ...answer, kind: 'FAILED', error: problem };
  if (status >= 200 && status < 300) return { ...answer, kind: 'DELIVERED', error: null };
  if (status === 410)
    return { ...answer, kind: 'GONE', error: 'The endpoint responded with 410 Gone; no further attempts are made.' };
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return { ...answer, kind: 'FAILED', error: `The endpoint responded with ${status}${redirect}.` };
}
