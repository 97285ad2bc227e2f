import { expect, it } from 'vitest';
import { toFunnelAddress } from './funnel-address.js';

const dashboard = { protocol: 'https:', host: 'dashboard.example.com:8443' };

it('the page of a funnel is next to the dashboard, or on the host of the funnel (docs/dashboard.md Y14.4)', () => {
  expect(toFunnelAddress({ subdomain: 'glow', host: null }, dashboard)).toBe('https://glow.example.com:8443/');
  expect(toFunnelAddress({ subdomain: 'glow', host: 'quiz.glow.example' }, dashboard)).toBe(
    'https://quiz.glow.example/',
  );
});
