import { defineCommand } from 'citty';
import { enable, endpoints } from './endpoints.js';
import { listen } from './listen.js';
import { list, redeliver, show } from './log.js';
import { trigger } from './trigger.js';

/** `svc webhooks list|show|redeliver|endpoints|enable|trigger|listen`. docs/webhooks.md. */
export const webhooks = defineCommand({
  meta: { name: 'webhooks', description: 'Deliveries of finished analyses to the webhook and the CRM of a company.' },
  subCommands: { list, show, redeliver, endpoints, enable, trigger, listen },
});
