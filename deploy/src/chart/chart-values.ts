import { stringify } from 'yaml';
import type { Service } from '../../services.ts';

const MARK = '# Written from services.ts by `npm run deploy:generate`; everything above is written by hand.\n';

/**
 * `chart/values.yaml`: the part written by hand, and the sizes of the services.
 * @param committed - the file as it is, for the first part.
 */
export function createValues(services: readonly Service[], committed: string): string {
  const [byHand = ''] = committed.split(MARK);
  const settings = services.map((service) => [service.name, createSettings(service)]);
  return `${byHand.trimEnd()}\n\n${MARK}${stringify({ services: Object.fromEntries(settings) }, { lineWidth: 0 })}`;
}

function createSettings({ database, requests, memoryLimitMiB, replicas, scaleAtCpuPercent }: Service) {
  return {
    replicas: replicas.min,
    resources: {
      cpu: `${requests.cpuMillis}m`,
      memory: `${requests.memoryMiB}Mi`,
      memoryLimit: `${memoryLimitMiB}Mi`,
    },
    autoscaling: {
      enabled: true,
      min: replicas.min,
      max: replicas.max,
      cpuPercent: scaleAtCpuPercent,
      keda: { enabled: false, serverAddress: '', query: '', threshold: '0.6' },
    },
    pdb: {},
    topologySpread: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
    env: {},
    extraEnv: [],
    ...(database && { database: { url: '', existingSecret: '', existingSecretKey: 'DATABASE_URL' } }),
    podAnnotations: {},
    nodeSelector: {},
    tolerations: [],
    priorityClassName: '',
  };
}
