import { describe, expect, it } from 'vitest';
import { quickStarts, toApiOrigin } from './quick-starts.js';

const values = { api: 'https://svc.example', companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md', funnelId: 'funnel-1' };

describe('the quick starts (docs/dashboard.md Y4.5)', () => {
  it('name the API host, whatever its port', () => {
    expect(toApiOrigin({ protocol: 'https:', host: 'dashboard.svc.example' })).toBe('https://svc.example');
    expect(toApiOrigin({ protocol: 'http:', host: 'dashboard.localhost:8080' })).toBe('http://localhost:8080');
  });

  it('name the funnel wherever a key is used, the company key in pages only, and never a key', () => {
    for (const { language, code } of quickStarts(values)) {
      const isPage = language === 'HTML';
      expect([code.includes(values.funnelId), code.includes(values.companyKey)], language).toEqual([!isPage, isPage]);
      expect(code, language).toContain('https://svc.example/');
      expect(code.includes('SVC_API_KEY'), language).toBe(!isPage);
    }
  });
});
