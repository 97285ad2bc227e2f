import { afterAll, beforeAll, describe } from 'vitest';
import { erasure } from '../../suites/management/erasure.js';
import { insightAnalyses } from '../../suites/management/insight-analyses.js';
import { interruptedApply } from '../../suites/management/interrupted-apply.js';
import { publishingUnchecked } from '../../suites/management/publishing.js';
import { matchingOverRestarts } from '../../suites/matching/restarts.js';
import { durability } from '../../suites/operation/durability.js';
import { type Cluster, startCluster } from '../../support/services.js';

/**
 * Management.md on services that can be killed one by one, with a database that can be looked into; and what needs the same services, with
 * companies of its own.
 */
describe('management on separate services', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ replicas: 1 });
  });
  afterAll(() => cluster?.stop());

  const system = () => ({ origin: cluster.gateways[0]?.origin as string, platformToken: cluster.platformToken });
  insightAnalyses(system);
  durability(() => cluster);
  erasure(() => cluster.databaseUrl, system);
  interruptedApply(() => cluster, system);
  publishingUnchecked(() => cluster, system);
  matchingOverRestarts(() => cluster);
});
