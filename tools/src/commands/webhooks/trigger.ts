import type { WebhookTest } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';
import { formatAttempt } from './format-attempt.js';
import { plain } from './plain.js';

const BODY = { type: 'application/json', content: JSON.stringify({ target: 'webhook' }) };

/** `svc webhooks trigger`: one example to the webhook. The exit code is 1 when the endpoint does not accept it. */
export const trigger = defineCommand({
  meta: { name: 'trigger', description: 'Send one example to the webhook now, and show what came back.' },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    const path = `${companyPath(args.company)}/webhooks/test`;
    const test = (await connect().request('POST', path, BODY)) as WebhookTest;
    console.log([...formatAttempt(test.id, test), '', plain(test.requestBody)].join('\n'));
    if (test.error !== null) process.exitCode = 1;
  },
});
