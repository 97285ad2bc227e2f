import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, it } from 'vitest';
import { describeDelivery } from './describe-delivery.js';
import type { ReceivedWebhook } from './listener.js';

const script = fileURLToPath(new URL('../../../svc.mjs', import.meta.url));
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const product = (id: string) => ({ variant_id: id, title: 'Velvet', variant_title: 'Ivory' });
const payload = {
  action: 'Analysis Completed',
  funnel_name: 'beauty',
  funnel_value: 'beauty-eu',
  analysis_id: 'a1',
  analysis_url: 'http://beauty.localhost/r/a1',
  analysis_result: 'LIGHT_SPRING',
  created_at: '2026-11-21T10:00:00.000Z',
  first_name: 'Ada',
  last_name: null,
  email: 'ada@x.example',
  hair_color: 'BROWN',
  eye_color: null,
  concerns: ['dry', 'red'],
  products_all: ['V1', 'V2', 'V3', 'V4', 'V5', 'V6'].map(product),
  beauty_all: ['V1'],
  tabs: [{ key: 'FACE', name: 'Face', products: [product('V1')] }],
};

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** `svc webhooks listen …`, in an environment without anything. */
function start(...options: string[]): { child: ChildProcess; out: () => string; exited: Promise<number | null> } {
  const child = spawn(process.execPath, [script, 'webhooks', 'listen', '--port', '0', ...options], {
    env: { PATH: process.env.PATH } as NodeJS.ProcessEnv,
  });
  running.push(child);
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (out += chunk));
  return { child, out: () => out, exited: new Promise((resolve) => child.once('close', resolve)) };
}

function post(url: string, body: string, signed: string = body) {
  const now = new Date();
  return fetch(url, {
    method: 'POST',
    body,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign('msg_1', now, signed),
    },
  });
}

it('webhooks listen says what to put into the company file, verifies and prints deliveries, and ends with Ctrl-C', async () => {
  const { child, out, exited } = start('--secret', SECRET, '--status', '500');
  await expect.poll(out).toContain('ALLOW_PRIVATE_NETWORK=true');
  const url = /Listening on (\S+)/.exec(out())?.[1] ?? '';
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(out()).toContain(`webhook: { url: "${url}", secret: "${SECRET}" }`);
  const body = JSON.stringify(payload);
  expect((await post(url, body)).status).toBe(500);
  expect((await post(url, body)).status).toBe(500);
  const forged = await post(url, `${body} `, body);
  expect([forged.status, await forged.text()]).toEqual([401, 'Refused: No matching signature found.\n']);
  expect((await fetch(url)).status).toBe(405);
  await expect.poll(out).toContain('Refused: No matching signature found.');
  expect(out()).toContain('msg_1  signature is right  answered 500\n');
  expect(out()).toContain('msg_1  signature is right  the 2nd time  answered 500\n');
  expect(out()).not.toContain('\u001b');
  child.kill('SIGINT');
  expect(await exited).toBe(0);
});

it('a secret that is none, and a status that is none, are said', async () => {
  const wrong = start('--secret', 'abc');
  expect(await wrong.exited).toBe(2);
  expect(wrong.out()).toContain('--secret is "whsec_"');
  const status = start('--status', '1000');
  expect(await status.exited).toBe(2);
  expect(status.out()).toContain('--status must be an integer from 200 to 599.');
});

it('a delivery is described by who, what was answered and what was recommended', () => {
  const webhook: ReceivedWebhook = {
    at: new Date('2026-11-21T10:00:01Z'),
    id: 'msg_1',
    time: 1,
    status: 200,
    body: JSON.stringify({ ...payload, source: 'x\u001b[31m' }),
  };
  expect(
    describeDelivery(webhook, (_, text) => text),
  ).toBe(`2026-11-21T10:00:01.000Z  msg_1  signature is right  answered 200
  event     Analysis Completed  beauty  2026-11-21T10:00:00.000Z
  analysis  a1  http://beauty.localhost/r/a1
  result    LIGHT_SPRING
  shopper   Ada  ada@x.example
  answers   hair_color=BROWN  concerns=dry,red  source=x\\u001b[31m
  products  6: Velvet – Ivory (V1), Velvet – Ivory (V2), Velvet – Ivory (V3), Velvet – Ivory (V4), Velvet – Ivory (V5), and 1 more
  tab       FACE (Face):  1: Velvet – Ivory (V1)
`);
  expect(describeDelivery({ ...webhook, body: 'oops' }, (_, text) => text)).toContain('The body is not JSON: oops');
});
