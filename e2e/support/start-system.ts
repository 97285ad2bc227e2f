import { type DatabaseLayout, readDatabaseLayout, startDatabases } from './databases.js';
import { type Launched, launch, temporaryDirectory } from './processes.js';
import { startCluster } from './services.js';

/** The system without the demo: in one process, or with `DATABASES` as processes on these. */
export function startSystem(environment: Record<string, string> = {}): Promise<Launched> {
  const layout = readDatabaseLayout();
  return layout ? startApart(layout, environment) : launch({ DEMO: 'false', ...environment });
}

/** Services as processes, on other databases than one for all. */
async function startApart(layout: DatabaseLayout, environment: Record<string, string>): Promise<Launched> {
  const databases = await startDatabases(layout);
  const cluster = await startCluster({ replicas: 1, databases, environment });
  const gateway = cluster.gateways[0];
  if (!gateway) throw new Error('There is no gateway.');
  const all = [
    gateway.process,
    cluster.funnel,
    cluster.analysis,
    cluster.catalog,
    cluster.identity,
    cluster.insight,
    cluster.chat,
    ...cluster.matchers,
  ];
  return {
    ...gateway.process,
    dataDir: temporaryDirectory(),
    origin: gateway.origin,
    port: Number(new URL(gateway.origin).port),
    platformToken: cluster.platformToken,
    output: () => all.map((one) => one.output()).join(''),
    async stop() {
      await cluster.stop();
      return gateway.process.exited;
    },
  };
}
