import { afterAll, beforeAll, describe } from 'vitest';
import { experiments } from '../../suites/management/experiments.js';
import { funnelAi } from '../../suites/matching/funnel-ai.js';
import { interactionEvents } from '../../suites/matching/interaction-events.js';
import { type Cluster, startCluster } from '../../support/services.js';

/** What two gateways and two matchers have in common, each suite with companies of its own. */
describe('two gateways and two matchers', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ environment: { EVENT_AGGREGATION_INTERVAL_MS: '200' } });
  });
  afterAll(() => cluster?.stop());

  for (const suite of [experiments, funnelAi, interactionEvents]) suite(() => cluster);
});
