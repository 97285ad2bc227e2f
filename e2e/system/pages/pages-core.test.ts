import { afterAll, beforeAll, describe } from 'vitest';
import { components } from '../../suites/pages/components.js';
import { funnelHost } from '../../suites/pages/funnel-host.js';
import { type Launched, launch } from '../../support/processes.js';

/** What browsers request of the system: pages of funnels, and what components need. One system for both. */
describe('pages', () => {
  let system: Launched;
  beforeAll(async () => {
    system = await launch({ DEMO: 'false' });
  });
  afterAll(() => system?.stop());

  for (const suite of [components, funnelHost]) suite(() => system);
});
