import { randomBytes } from 'node:crypto';
import { readEnv } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { readShopifySettings, SHOPIFY_ENV } from './settings.js';

const read = (source: Record<string, string>) => readShopifySettings(readEnv(SHOPIFY_ENV, source));
const WHOLE = {
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'secret',
  SECRETS_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://api.example.com/',
};

describe('settings of the Shopify app', () => {
  it('without key and secret there is no app', () => {
    expect(read({})).toBeUndefined();
    expect(read({ PUBLIC_URL: 'https://api.example.com' })).toBeUndefined();
  });

  it('complete settings contain the address of shops and the redirect address', () => {
    const settings = read(WHOLE);
    expect(settings?.shopUrl('glow.myshopify.com')).toBe('https://glow.myshopify.com');
    expect(settings?.callbackUrl).toBe('https://api.example.com/shopify/callback');
    expect(settings?.webhooksUrl).toBe('https://api.example.com/shopify/webhooks');
  });

  it('signatures with the secret and, during a rotation, with the previous one are accepted', () => {
    expect(read(WHOLE)?.signingSecrets).toEqual(['secret']);
    const rotating = read({ ...WHOLE, SHOPIFY_API_SECRET_PREVIOUS: 'old' });
    expect(rotating).toMatchObject({ apiSecret: 'secret', signingSecrets: ['secret', 'old'] });
    const problem = /SHOPIFY_API_SECRET_PREVIOUS must differ from SHOPIFY_API_SECRET, which must be set too/;
    expect(() => read({ ...WHOLE, SHOPIFY_API_SECRET_PREVIOUS: 'secret' })).toThrow(problem);
    expect(() => read({ SHOPIFY_API_SECRET_PREVIOUS: 'old' })).toThrow(problem);
  });

  it('the error lists all missing variables together, without values', () => {
    expect(() => read({ SHOPIFY_API_KEY: 'key' })).toThrow(
      'SHOPIFY_API_SECRET must be set if SHOPIFY_API_KEY is set; PUBLIC_URL is not set; Shopify sends browsers and webhooks ' +
        'there; SECRETS_KEY is not set; make one with "openssl rand -base64 32"',
    );
    expect(() => read({ ...WHOLE, SECRETS_KEY: 'short', SHOPIFY_API_BASE: 'http://127.0.0.1' })).toThrow(
      'SHOPIFY_API_BASE must be an address with {shop} in it; SECRETS_KEY must be 32 bytes as base64, or several separated by commas',
    );
  });
});
