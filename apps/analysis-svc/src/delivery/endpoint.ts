import type { CrmAccount, DeliveryTargetName, DeliveryTargets } from '@svc/domain';
import { type Clock, type Outbound, sha256 } from '@svc/kit';
import { shownUrl } from './call-endpoint.js';
import { crmSender } from './crm/crm-sender.js';
import { crmTargetOf } from './crm/crm-target-of.js';
import type { Sender } from './outcome.js';
import { webhookSender } from './send-webhook.js';

/** Where a company's deliveries of one kind go at this moment. */
export interface Endpoint {
  /** Without credentials. */
  url: string;
  /** SHA-256 of address and secret: another one is another endpoint. */
  fingerprint: Buffer;
  sender: Sender;
}

/** What senders need. */
export interface SenderDeps {
  outbound: Outbound;
  clock: Clock;
  /** Longest call; for tests. */
  timeoutMs?: number | undefined;
}

/** The endpoint of a target; undefined: the company has none. */
export function endpointOf(
  deps: SenderDeps,
  targets: DeliveryTargets,
  target: DeliveryTargetName,
): Endpoint | undefined {
  return target === 'webhook' ? webhookEndpoint(deps, targets.webhook) : crmEndpoint(deps, targets.crm);
}

function webhookEndpoint(deps: SenderDeps, webhook: DeliveryTargets['webhook']): Endpoint | undefined {
  if (!webhook) return undefined;
  const { url, secret } = webhook;
  return { url: shownUrl(url), fingerprint: fingerprintOf(url, secret), sender: webhookSender(deps, webhook) };
}

function crmEndpoint(deps: SenderDeps, account: CrmAccount | null): Endpoint | undefined {
  if (!account) return undefined;
  const crm = crmTargetOf(deps, account);
  return {
    url: shownUrl(crm.url),
    fingerprint: fingerprintOf(crm.url, account.apiKey),
    sender: crmSender(crm, account),
  };
}

const fingerprintOf = (...parts: string[]): Buffer => sha256(JSON.stringify(parts));
