import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createOutbound, systemClock } from '@svc/kit';
import { freePort } from '@svc/kit/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender } from './sending/send-webhook.js';
import { SECRET } from './testing/start-deliveries.js';

const docs = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
const [receiver, library] = [...docs.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code as string);
const BODY = JSON.stringify({ analysis_id: 'a1', analysis_result: 'LIGHT_SPRING', products_all: [{}, {}], ü: '😀' });

describe('the receiver of docs/webhooks.md "Verifying"', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  let child: ChildProcess;
  let url: string;
  let out = '';
  beforeAll(async () => {
    writeFileSync(join(folder, 'receive.mjs'), receiver as string);
    do await start(await freePort());
    while (child.exitCode !== null);
  });
  /** Until it listens, or has ended since another process took the port meanwhile. */
  async function start(port: number): Promise<void> {
    url = `http://127.0.0.1:${port}/`;
    out = '';
    const env = { WEBHOOK_SECRET: SECRET, PORT: String(port) };
    child = spawn(process.execPath, [join(folder, 'receive.mjs')], { env: env as unknown as NodeJS.ProcessEnv });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        out += chunk;
      });
    }
    const closed = new Promise((resolve) => child.once('close', resolve));
    while (child.exitCode === null && (await fetch(url).catch(() => undefined))?.status !== 401) await delay(20);
    if (child.exitCode === null) return;
    await closed;
    if (!out.includes('EADDRINUSE')) throw new Error(out);
  }
  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('accepts a delivery once and rejects requests of other senders', async () => {
    const outbound = createOutbound({ allowPrivateNetwork: true });
    const send = (secret: string) =>
      createWebhookSender({ outbound, clock: systemClock }, { url, secret }).send(
        { id: 'msg_1', body: BODY },
        new AbortController().signal,
      );
    expect(await send(SECRET)).toMatchObject({ kind: 'DELIVERED', status: 204 });
    expect(await send(SECRET)).toMatchObject({ kind: 'DELIVERED' });
    expect(await send(`whsec_${Buffer.alloc(32).toString('base64')}`)).toMatchObject({ kind: 'FAILED', status: 401 });
    await expect.poll(() => out).toBe('msg_1: a1 is LIGHT_SPRING, 2 products\n');
    await outbound.close();
  });

  it('rejects an additional byte, an old timestamp and a missing signature', async () => {
    const signed = (at: Date) => ({
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign('msg_2', at, BODY),
    });
    const post = (headers: Record<string, string>, body = BODY) =>
      fetch(url, { method: 'POST', headers, body }).then((answer) => answer.status);
    expect(await post(signed(new Date()), `${BODY} `)).toBe(401);
    expect(await post(signed(new Date(Date.now() - 302_000)))).toBe(401);
    expect(await post({})).toBe(401);
    expect(await post({ ...signed(new Date()), 'webhook-signature': 'v1,' })).toBe(401);
    const sent = signed(new Date());
    const signatures = `v1,AAAA v2,x ${sent['webhook-signature']}`;
    expect(await post({ ...sent, 'webhook-signature': signatures })).toBe(204);
  });

  it('the receiver that uses the library behaves in the same way', async () => {
    // Inside the workspace, so that the package can be resolved.
    const place = fileURLToPath(new URL('../../test-results/', import.meta.url));
    mkdirSync(place, { recursive: true });
    const file = join(place, `verify-${process.pid}.mjs`);
    writeFileSync(file, library as string);
    process.env.WEBHOOK_SECRET = SECRET;
    try {
      const { verify } = await import(/* @vite-ignore */ file);
      const now = new Date();
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(SECRET).sign('msg_1', now, BODY),
      };
      expect(verify(Buffer.from(BODY), headers)).toMatchObject({ analysis_id: 'a1' });
      expect(() => verify(Buffer.from(`${BODY} `), headers)).toThrow('No matching signature');
    } finally {
      rmSync(file);
      delete process.env.WEBHOOK_SECRET;
    }
  });
});
