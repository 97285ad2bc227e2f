/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { texts as german } from '../../i18n/de/webhooks.js';
import { texts as english } from '../../i18n/en/webhooks.js';
import { createTranslator, type Texts } from '../../i18n/translator.js';
import { translateFailure } from './failures.js';

const en = createTranslator('en', english as unknown as Texts).t;
const de = createTranslator('de', german as unknown as Texts).t;

/** What is said, with values in it, and the file whose code says it up to the first value. */
const FAILURES = [
  [
    'The endpoint responded with 410 Gone; no further attempts are made.',
    'analysis-svc/src/delivery/sending/send-webhook.ts',
  ],
  ['The endpoint responded with 302; redirects are not followed.', 'analysis-svc/src/delivery/sending/send-webhook.ts'],
  ['The endpoint responded with 500.', 'analysis-svc/src/delivery/sending/send-webhook.ts'],
  ['The endpoint did not respond within 10 s.', 'analysis-svc/src/delivery/sending/call-endpoint.ts'],
  ['The call failed.', 'analysis-svc/src/delivery/sending/call-endpoint.ts'],
  ['The analysis has no e-mail address; nothing was sent.', 'analysis-svc/src/delivery/crm/crm-sender.ts'],
  [
    'The products are currently unavailable. The delivery is retried until they are available.',
    'analysis-svc/src/delivery/jobs/delivery-task.ts',
  ],
  ['The host name cannot be resolved.', '../libs/kit/src/net/safe-connector.ts'],
  [
    'The host is not on the public Internet; only public addresses are called.',
    '../libs/kit/src/net/safe-connector.ts',
  ],
] as const;
const UNREACHABLE = [
  'it refused the connection',
  'it broke the connection off',
  'its certificate has expired',
  'its certificate is not signed by an authority',
  'its certificate is for another name',
  'the connection failed',
];

describe('why an attempt failed (docs/dashboard.md Y9.7)', () => {
  it.each(FAILURES)('“%s” is as the service says it in English, and German in German', (said, file) => {
    expect(translateFailure(said, en)).toBe(said);
    const translated = translateFailure(said, de);
    expect(translated).toBeDefined();
    expect([translated === said, /[{}]/.test(translated ?? '')]).toEqual([false, false]);
    const code = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
    expect(code).toContain(said.replace(/(?<=with |within )\d+( s)?[.;].*$/, '$'));
  });

  it('a host that cannot be reached is said with each reason of the service', () => {
    const code = readFileSync(new URL('../../../../../libs/kit/src/net/outbound-error.ts', import.meta.url), 'utf8');
    const reasons = new Set([...code.matchAll(/(?:: |\?\? )'(i[^']+|the [^']+)'/g)].map(([, reason]) => reason));
    expect([...reasons]).toEqual(expect.arrayContaining(UNREACHABLE));
    for (const reason of UNREACHABLE) {
      const said = `The host cannot be reached: ${reason}.`;
      expect(translateFailure(said, en)).toBe(said);
      expect(translateFailure(said, de)).toMatch(/^Der Server ist nicht erreichbar\. /);
    }
  });

  it('an unknown sentence is left to be shown as it is', () => {
    expect(translateFailure('Klaviyo responded with 400: invalid.', de)).toBeUndefined();
  });
});
