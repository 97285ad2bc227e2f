import type { EnvSpec } from '@svc/kit';
import { type DeployedName, METRICS_PORT, type Service } from '../../services.ts';
import { toAddressVariable } from '../table/read-environment.ts';

/** Variables that the chart sets itself, because others of its objects depend on their values. */
const SET_BY_CHART =
  /^(METRICS_PORT|GRPC_PORT|PORT|MIGRATE|CHAT_MODEL_(URL|NAME)|GRPC_TLS(_CERT_FILE|_KEY_FILE|_CA_FILE)?)$/;

/** Variables that operators may set: no secrets, and none that the chart sets. */
export function listSettableVariables(spec: EnvSpec): [name: string, doc: string][] {
  return Object.entries(spec)
    .filter(([name, { isSecret }]) => !isSecret && !SET_BY_CHART.test(name))
    .map(([name, { doc }]) => [name, doc]);
}

/** `chart/files/services.json`: what templates know of the services, and operators cannot change. */
export function createChartFacts(
  services: readonly Service[],
  environments: ReadonlyMap<DeployedName, EnvSpec>,
): string {
  const ports = new Map(services.map(({ name, grpcPort }) => [name, grpcPort]));
  const facts = services.map((service) => {
    const { name, grpcPort, httpPort, database, internet, languageModel = false } = service;
    const { temporaryMiB, peers, environment = {} } = service;
    const secrets = Object.entries(environments.get(name) ?? {})
      .filter(([, { isSecret }]) => isSecret)
      .map(([variable, { fallback }]) => ({ name: variable, required: fallback === undefined }));
    return [
      name,
      {
        ...(grpcPort === undefined ? { httpPort } : { grpcPort }),
        metricsPort: METRICS_PORT,
        database,
        internet,
        languageModel,
        temporaryMiB,
        peers,
        ports: Object.fromEntries(peers.map((peer) => [peer, ports.get(peer)])),
        addresses: Object.fromEntries(peers.map((peer) => [peer, toAddressVariable(peer)])),
        secrets,
        environment,
      },
    ];
  });
  return `${JSON.stringify(Object.fromEntries(facts), null, 2)}\n`;
}
