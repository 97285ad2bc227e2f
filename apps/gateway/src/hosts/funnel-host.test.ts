import { describe, expect, it } from 'vitest';
import { getPageOrigin, toFunnelHost } from './funnel-host.js';

const address = { scheme: 'https', baseDomain: 'svc.example:8443' } as const;

describe('a funnel’s host. docs/contract.md C2', () => {
  it('is sent to the services as a sub-domain or as a host name, never as both', () => {
    expect(toFunnelHost({ kind: 'funnel', subdomain: 'beauty' })).toEqual({
      name: { $case: 'subdomain', value: 'beauty' },
    });
    expect(toFunnelHost({ kind: 'funnel', host: 'quiz.glow.example' })).toEqual({
      name: { $case: 'host', value: 'quiz.glow.example' },
    });
    expect(() => toFunnelHost({ kind: 'api' })).toThrow();
  });

  it('has a public origin: with our port under our domain, without one of its own', () => {
    expect(getPageOrigin({ kind: 'funnel', subdomain: 'beauty' }, address)).toBe('https://beauty.svc.example:8443');
    expect(getPageOrigin({ kind: 'funnel', host: 'quiz.glow.example' }, address)).toBe('https://quiz.glow.example');
  });
});
