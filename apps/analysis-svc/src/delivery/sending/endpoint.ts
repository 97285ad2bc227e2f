import type { CrmAccount, DeliveryTargetName, DeliveryTargets } from '@svc/domain';
import { sha256 } from '@svc/kit';
import { createCrmTarget } from '../crm/create-crm-target.js';
import { createCrmSender } from '../crm/crm-sender.js';
import { withoutCredentials } from './call-endpoint.js';
import type { Sender } from './outcome.js';
import { createWebhookSender } from './send-webhook.js';
import type { SenderDeps } from './sender-deps.js';

/** The endpoint that a company's deliveries to one target are currently sent to. */
export interface Endpoint {
  /** Without credentials. */
  url: string;
  /** SHA-256 of address and secret. An endpoint with another fingerprint is a new endpoint. */
  fingerprint: Buffer;
  sender: Sender;
}

/** The endpoint of a target; undefined when the company has none. */
export function createEndpoint(
  deps: SenderDeps,
  targets: DeliveryTargets,
  target: DeliveryTargetName,
): Endpoint | undefined {
  return target === 'webhook' ? createWebhookEndpoint(deps, targets.webhook) : createCrmEndpoint(deps, targets.crm);
}

function createWebhookEndpoint(deps: SenderDeps, webhook: DeliveryTargets['webhook']): Endpoint | undefined {
  if (!webhook) return undefined;
  const { url, secret } = webhook;
  return {
    url: withoutCredentials(url),
    fingerprint: toFingerprint(url, secret),
    sender: createWebhookSender(deps, webhook),
  };
}

function createCrmEndpoint(deps: SenderDeps, account: CrmAccount | null): Endpoint | undefined {
  if (!account) return undefined;
  const crm = createCrmTarget(deps, account);
  return {
    url: withoutCredentials(crm.url),
    fingerprint: toFingerprint(crm.url, account.apiKey),
    sender: createCrmSender(crm, account),
  };
}

const toFingerprint = (...parts: string[]): Buffer => sha256(JSON.stringify(parts));
