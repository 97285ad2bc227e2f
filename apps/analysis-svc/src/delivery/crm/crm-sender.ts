import type { CrmAccount } from '@svc/domain';
import type { WebhookPayload } from '../build-webhook-payload.js';
import { shownUrl } from '../call-endpoint.js';
import type { Outcome, Sender } from '../outcome.js';
import type { CrmTarget } from './crm-target.js';
import { toCrmEvent } from './to-crm-event.js';

/** Tells a CRM what the body of a delivery says. Shoppers without an e-mail address are nobody there. */
export function crmSender(crm: CrmTarget, account: CrmAccount): Sender {
  return {
    async send({ id, body }, signal) {
      const event = toCrmEvent(id, JSON.parse(body) as WebhookPayload);
      return event ? crm.deliver(account, event, signal) : nobody(crm.url);
    },
  };
}

const nobody = (url: string): Outcome => ({
  kind: 'REJECTED',
  url: shownUrl(url),
  status: null,
  error: 'The analysis has no e-mail address; nothing was sent.',
  requestHeaders: {},
  responseBody: null,
  throttled: false,
});
