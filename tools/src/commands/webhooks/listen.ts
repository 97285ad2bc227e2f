import { randomBytes } from 'node:crypto';
import { defineCommand } from 'citty';
import { UsageError } from '../connection.js';
import { describeDelivery } from './describe-delivery.js';
import { type ReceivedWebhook, startListener } from './listener.js';

const DEFAULT_PORT = 4_400;

/** `svc webhooks listen`: a webhook endpoint on this machine, for development of the real one. */
export const listen = defineCommand({
  meta: {
    name: 'listen',
    description: 'Receive deliveries on this machine, verify their signatures and print them; Ctrl-C ends it.',
  },
  args: {
    port: {
      type: 'string',
      valueHint: 'number',
      description: `Port on loopback; default ${DEFAULT_PORT}; 0 for a free one.`,
    },
    secret: { type: 'string', valueHint: 'whsec_…', description: 'Secret of the webhook. Default: a new one.' },
    status: {
      type: 'string',
      valueHint: '200|500|410|…',
      description: 'Status of the response, to test how the service reacts to it.',
    },
    json: { type: 'boolean', description: 'Print only the bodies, one per line.' },
  },
  async run({ args }) {
    const secret = args.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
    if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
      throw new UsageError('--secret is "whsec_" and the secret in base64 (24 random bytes or more).');
    }
    const listener = await startListener({
      port: integer('--port', args.port, DEFAULT_PORT, 0, 65_535),
      status: integer('--status', args.status, 200, 200, 599),
      secret,
      onReceived: args.json ? printJson : printDelivery(),
    });
    if (!args.json) console.log(instructions(listener.url, secret));
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    await listener.close();
  },
});

function integer(name: string, text: string | undefined, otherwise: number, min: number, max: number): number {
  if (text === undefined) return otherwise;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`${name} must be an integer from ${min} to ${max}.`);
  return value;
}

const instructions = (
  url: string,
  secret: string,
): string => `Listening on ${url} (Ctrl-C ends it). In the company file:

  webhook: { url: "${url}", secret: "${secret}" }

Services refuse loopback addresses unless they run with ALLOW_PRIVATE_NETWORK=true (ALLOW_PRIVATE_NETWORK=true npm start).
`;

function printJson({ problem, body }: ReceivedWebhook): void {
  if (problem === undefined) console.log(body);
  else console.error(problem);
}

/** Colors on a terminal only; NO_COLOR turns them off. */
function printDelivery(): (webhook: ReceivedWebhook) => void {
  const isColored = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const paint = (code: number, text: string) => (isColored ? `\u001b[${code}m${text}\u001b[0m` : text);
  return (webhook) => console.log(describeDelivery(webhook, paint));
}
