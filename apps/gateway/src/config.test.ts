import { describeEnv, readEnv } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { GATEWAY_ENV, getBaseName, getPageAddress, readPlatformTokens } from './config.js';
import { PLATFORM_TOKEN } from './testing/start-gateway.js';

const read = (env: Record<string, string>) => readEnv(GATEWAY_ENV, env);

describe('the configuration', () => {
  it('needs only the platform token, and listens on this machine only by default', () => {
    expect(read({ PLATFORM_TOKEN })).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      RATE_LIMITS: 'on',
      TRUST_PROXY: 0,
    });
  });

  it('refuses a platform token of fewer than 32 characters, which could be guessed', () => {
    expect(() => read({ PLATFORM_TOKEN: 'x'.repeat(31) })).toThrow('PLATFORM_TOKEN must have at least 32 characters');
    expect(read({ PLATFORM_TOKEN: 'x'.repeat(32) })).toHaveProperty('PLATFORM_TOKEN');
  });

  it('accepts two platform tokens during a rotation (docs/operations.md "Rotation of secrets")', () => {
    const [one, other] = ['x'.repeat(32), 'y'.repeat(40)];
    const tokens = (text: string) => readPlatformTokens({ PLATFORM_TOKEN: text });
    expect(tokens(one)).toEqual([one]);
    expect(tokens(`${one}, ${other}`)).toEqual([one, other]);
    expect(() => tokens(`${one},short`)).toThrow('each token of PLATFORM_TOKEN must have at least 32 characters');
    expect(() => tokens(`${one},`)).toThrow('at least 32');
    expect(() => tokens(`${one},${other},${one}`)).toThrow('one token, or two separated by a comma');
  });

  it('reports every problem in one error, and never a value', () => {
    expect(() => read({ PORT: 'x', RATE_LIMITS: 'maybe', TRUST_PROXY: '-1' })).toThrow(
      /PORT .*PLATFORM_TOKEN is not set.*RATE_LIMITS .*TRUST_PROXY /,
    );
    expect(() => read({ PORT: 'secret' })).not.toThrow(/secret/);
  });

  it('documents every variable', () => {
    const help = describeEnv(GATEWAY_ENV);
    for (const name of Object.keys(GATEWAY_ENV)) expect(help).toContain(name);
  });

  it('takes the host name of BASE_DOMAIN, without its port (docs/contract.md C2.2)', () => {
    expect(getBaseName({ BASE_DOMAIN: undefined })).toBe('localhost');
    expect(getBaseName({ BASE_DOMAIN: 'API.Svc.example:443' })).toBe('api.svc.example');
    expect(() => getBaseName({ BASE_DOMAIN: 'https://svc.example' })).toThrow(/BASE_DOMAIN/);
  });

  it('gives addresses of pages away with https, except on this machine; PUBLIC_SCHEME says otherwise (C2.2)', () => {
    const address = (env: Record<string, string>) => {
      const { scheme, baseDomain } = getPageAddress(read({ PLATFORM_TOKEN, ...env }));
      return `${scheme}://${baseDomain}`;
    };
    expect(address({})).toBe('http://localhost:8080');
    expect(address({ PORT: '9000' })).toBe('http://localhost:9000');
    expect(address({ BASE_DOMAIN: 'Svc.localhost:1' })).toBe('http://svc.localhost:1');
    expect(address({ BASE_DOMAIN: '127.0.0.1:8080' })).toBe('http://127.0.0.1:8080');
    expect(address({ BASE_DOMAIN: 'svc.example' })).toBe('https://svc.example');
    expect(address({ BASE_DOMAIN: 'svc.test:8080', PUBLIC_SCHEME: 'http' })).toBe('http://svc.test:8080');
  });
});
