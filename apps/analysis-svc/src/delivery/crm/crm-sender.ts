import type { CrmAccount } from '@svc/domain';
import type { WebhookPayload } from '../payload/build-webhook-payload.js';
import { withoutCredentials } from '../sending/call-endpoint.js';
import type { Outcome, Sender } from '../sending/outcome.js';
import type { CrmTarget } from './crm-target.js';
import { toCrmEvent } from './to-crm-event.js';

/** Sends the content of a delivery to a CRM. Analyses without an e-mail address are rejected: a CRM identifies people by it. */
export function createCrmSender(crm: CrmTarget, account: CrmAccount): Sender {
  return {
    async send({ id, body }, signal) {
      const event = toCrmEvent(id, JSON.parse(body) as WebhookPayload);
      return event ? crm.deliver(account, event, signal) : rejectWithoutAddress(crm.url);
    },
  };
}

const rejectWithoutAddress = (url: string): Outcome => ({
  kind: 'REJECTED',
  url: withoutCredentials(url),
  status: null,
  error: 'The analysis has no e-mail address; nothing was sent.',
  requestHeaders: {},
  responseBody: null,
  throttled: false,
});
