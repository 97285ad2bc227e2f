import { stringify } from 'yaml';
import { METRICS_PORT, SERVICES } from '../../services.ts';
import { LOGGING, RESTRICTED, readFromHost, readImage } from './container.ts';

const PROFILE = { profiles: ['obs'] };
const FOLDER = './observability';

/** Containers of the profile `obs`: they keep metrics, traces and log lines of one machine. docs/operations.md "Telemetry with Compose". */
export const OBSERVABILITY_CONTAINERS = {
  collector: {
    image: readImage('collector', 'otel/opentelemetry-collector-contrib:0.139.0'),
    ...PROFILE,
    ...RESTRICTED,
    // Log files of the engine belong to root.
    user: '0:0',
    command: ['--config=/etc/collector.yaml'],
    volumes: [
      `${FOLDER}/collector.yaml:/etc/collector.yaml:ro`,
      `${readFromHost('CONTAINER_LOGS', '/var/lib/docker/containers')}:/var/lib/docker/containers:ro`,
    ],
    networks: ['private'],
  },
  prometheus: {
    image: readImage('prometheus', 'prom/prometheus:v3.5.0'),
    ...PROFILE,
    ...RESTRICTED,
    command: [
      '--config.file=/etc/prometheus/prometheus.yaml',
      '--storage.tsdb.path=/prometheus',
      '--storage.tsdb.retention.time=30d',
    ],
    volumes: [
      `${FOLDER}/prometheus.yaml:/etc/prometheus/prometheus.yaml:ro`,
      '../observability/alerts.yaml:/etc/prometheus/alerts.yaml:ro',
      'metrics:/prometheus',
    ],
    networks: ['private'],
  },
  tempo: {
    image: readImage('tempo', 'grafana/tempo:2.8.2'),
    ...PROFILE,
    ...RESTRICTED,
    command: ['-config.file=/etc/tempo.yaml'],
    volumes: [`${FOLDER}/tempo.yaml:/etc/tempo.yaml:ro`, 'traces:/var/tempo'],
    networks: ['private'],
  },
  loki: {
    image: readImage('loki', 'grafana/loki:3.5.8'),
    ...PROFILE,
    ...RESTRICTED,
    command: ['-config.file=/etc/loki.yaml'],
    volumes: [`${FOLDER}/loki.yaml:/etc/loki.yaml:ro`, 'logs:/loki'],
    networks: ['private'],
  },
  grafana: {
    image: readImage('grafana', 'grafana/grafana:12.2.0'),
    ...PROFILE,
    ...RESTRICTED,
    logging: LOGGING,
    environment: {
      GF_SECURITY_ADMIN_PASSWORD__FILE: '/run/secrets/grafana_password',
      GF_ANALYTICS_REPORTING_ENABLED: 'false',
      GF_ANALYTICS_CHECK_FOR_UPDATES: 'false',
      GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES: 'false',
      GF_USERS_ALLOW_SIGN_UP: 'false',
    },
    secrets: ['grafana_password'],
    volumes: [
      `${FOLDER}/datasources.yaml:/etc/grafana/provisioning/datasources/svc.yaml:ro`,
      `${FOLDER}/boards.yaml:/etc/grafana/provisioning/dashboards/svc.yaml:ro`,
      '../observability/boards:/var/lib/grafana/boards:ro',
      'boards:/var/lib/grafana',
    ],
    // Of this machine only: the page shows everything that is measured.
    ports: [`127.0.0.1:${readFromHost('GRAFANA_PORT', '3000')}:3000`],
    networks: ['private', 'internet'],
  },
};

export const OBSERVABILITY_VOLUMES = { metrics: {}, traces: {}, logs: {}, boards: {} };

/** `compose/observability/prometheus.yaml`: the metrics ports of all replicas, with the labels that alerts and boards expect. */
export function createPrometheusFile(): string {
  const file = {
    global: { scrape_interval: '15s', evaluation_interval: '1m' },
    rule_files: ['alerts.yaml'],
    scrape_configs: SERVICES.map(({ name }) => ({
      job_name: name,
      dns_sd_configs: [{ names: [name], type: 'A', port: METRICS_PORT, refresh_interval: '10s' }],
      relabel_configs: [
        { target_label: 'job', replacement: 'svc' },
        { target_label: 'app', replacement: name },
      ],
    })),
  };
  return `# Profile obs. Generated from services.ts by \`npm run deploy:generate\`.\n${stringify(file, { aliasDuplicateObjects: false })}`;
}
