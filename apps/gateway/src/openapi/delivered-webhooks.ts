import { webhookPayloadExample } from '../resources/funnel-host/submission-examples.js';
import { jsonContent } from '../route/answer.js';

const header = (name: string, description: string, example: string) => ({
  in: 'header',
  name,
  description,
  required: true,
  schema: { type: 'string' },
  example,
});

/** What is sent to a merchant's address: `webhooks` of OpenAPI 3.1. docs/webhooks.md. */
export const deliveredWebhooks = {
  analysisCompleted: {
    post: {
      operationId: 'analysisCompleted',
      tags: ['Funnel host'],
      summary: 'An analysis was submitted on a funnel host',
      description:
        'Standard Webhooks: verify the signature, answer with 2xx within 15 s, and remember webhook-id, since it may come twice. ' +
        'Ten attempts over three days; redirects are not followed.',
      security: [],
      parameters: [
        header('webhook-id', 'The same over all attempts.', 'msg_7Xk2QmZr9Lw4TnYb1VcHsd'),
        header('webhook-timestamp', 'Of this attempt, seconds since 1970.', '1795255200'),
        header(
          'webhook-signature',
          '"v1," and the base64 of HMAC-SHA256 over webhook-id, ".", webhook-timestamp, "." and the body.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: { required: true, content: jsonContent('WebhookPayload', { completed: webhookPayloadExample }) },
      responses: {
        '2XX': { description: 'It is delivered.' },
        '410': { description: 'Nothing more is sent until the endpoint is switched on again.' },
        '429': { description: 'Everything waits as long as Retry-After says, an hour at most.' },
        default: { description: 'A failed attempt.' },
      },
    },
  },
};
