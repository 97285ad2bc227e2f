import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { VERIFY_SAMPLES } from './verify-samples.js';

type IsGenuine = (secret: string, headers: Record<string, string>, body: string) => boolean;

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const FORMER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const sign = (secret: string, message: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(message)
    .digest('base64')}`;

function deliver({ secrets = [SECRET], ageS = 0, body = '{"a":"ä"}' } = {}) {
  const time = String(Math.floor(Date.now() / 1_000) - ageS);
  const signatures = secrets.map((secret) => sign(secret, `msg_1.${time}.${body}`));
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') };
}

describe('the samples that verify deliveries (docs/dashboard.md Y9.6)', () => {
  it('are in five languages', () => {
    expect(VERIFY_SAMPLES.map(({ language }) => language)).toEqual(['Node.js', 'Python', 'PHP', 'Ruby', 'Go']);
  });

  it('accept what is genuine, also while two secrets sign, and nothing else', async () => {
    const code = VERIFY_SAMPLES.find(({ language }) => language === 'Node.js')?.code ?? '';
    const { isGenuine } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine: IsGenuine;
    };
    const body = '{"a":"ä"}';
    expect(isGenuine(SECRET, deliver(), body)).toBe(true);
    expect(isGenuine(SECRET, deliver({ secrets: [FORMER, SECRET] }), body)).toBe(true);
    expect(isGenuine(FORMER, deliver({ secrets: [SECRET, FORMER] }), body)).toBe(true);
    expect(isGenuine(SECRET, deliver({ secrets: [FORMER] }), body)).toBe(false);
    expect(isGenuine(SECRET, deliver(), `${body} `)).toBe(false);
    expect(isGenuine(SECRET, { ...deliver(), 'webhook-id': 'msg_2' }, body)).toBe(false);
    for (const ageS of [301, -302]) expect(isGenuine(SECRET, deliver({ ageS }), body)).toBe(false);
  });
});
