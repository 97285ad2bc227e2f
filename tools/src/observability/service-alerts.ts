import type { Alert } from './alert.js';

const UP = 'up{job="svc",app="matcher-svc",instance="a"}';

/** Services to which autoscaling can still add replicas, by `app`; nothing where there is no autoscaling. */
const BELOW_MAXIMUM =
  'label_replace(kube_horizontalpodautoscaler_status_current_replicas < on (namespace, horizontalpodautoscaler) kube_horizontalpodautoscaler_spec_max_replicas, "app", "$1", "horizontalpodautoscaler", "(?:.*-)?(gateway|catalog-sync|[a-z]+-svc)")';

/** Whether processes run, and run the same. */
export const SERVICE_ALERTS: readonly Alert[] = [
  {
    name: 'ProbeFailing',
    severity: 'page',
    expr: 'probe_success{job="svc-probe"} == 0',
    for: '5m',
    summary: 'The black-box probe of {{ $labels.instance }} has failed for 5 minutes.',
    runbook: {
      shoppers: 'Shoppers outside get the same failure as the probe.',
      confirm: `- From inside: \`curl -sS http://<gateway>:9464/readyz\`. Is it 200, the cause is DNS, the certificate or the proxy.
- From outside: \`curl -svo /dev/null https://<base domain>/healthz\` shows which of them.`,
      firstMeasures:
        'DNS: restore the record. Certificate: renew it (`CertificateExpires`). System: follow `ServiceDown` and the objectives.',
      rootCause:
        'The log of the proxy, and `probe_http_status_code`, `probe_dns_lookup_time_seconds` and `probe_ssl_earliest_cert_expiry` of the probe.',
      followUp: 'If no other alert fired, the inside was healthy: add a check of the part between.',
    },
    firing: { series: { 'probe_success{job="svc-probe",instance="https://a"}': '0x10' }, at: '6m' },
    silent: { series: { 'probe_success{job="svc-probe",instance="https://a"}': '0 0 1 0 0 0 1 0 0 0' }, at: '9m' },
  },
  {
    name: 'ServiceDown',
    severity: 'page',
    expr: 'sum by (app) (up{job="svc"}) == 0',
    for: '2m',
    summary: 'No replica of {{ $labels.app }} answers its metrics port.',
    runbook: {
      shoppers:
        'What fails depends on the service: see "What happens when something is down" in docs/architecture.md. A match is 503, never an empty list.',
      confirm:
        '- The last log lines of the replicas, and their exit codes: 2 is a wrong configuration, 1 a crash.\n- `GET /status` on the metrics port, if the process runs: schema, dependencies, age of the last success.',
      firstMeasures:
        'Wrong configuration: `main.js check-config` names it. Crash at start after a release: roll back. No memory: raise the limit.',
      rootCause: 'The line of level `fatal` has the error and its causes.',
      followUp: 'Add the configuration or the input to a test.',
    },
    firing: { series: { [UP]: '0x10' }, at: '3m' },
    silent: { series: { [UP]: '0x10', [UP.replace('"a"', '"b"')]: '1x10' }, at: '3m' },
  },
  {
    name: 'CrashLooping',
    severity: 'page',
    expr: 'changes(process_start_time_seconds{job="svc"}[15m]) > 3',
    summary: '{{ $labels.app }} on {{ $labels.instance }} started more than three times within 15 minutes.',
    runbook: {
      shoppers: 'Requests to this replica fail until clients leave it, within two seconds.',
      confirm:
        'The last line before each start: `fatal` for an unhandled error, none for a kill from outside (memory, liveness).',
      firstMeasures:
        'One replica only: remove it. All: roll back, or take the input away that kills them (a company, an import, a picture).',
      rootCause:
        'The stack trace names lines of the sources. Without one, compare memory with `OomKilled` and `/livez` with `EventLoopBusy`.',
      followUp: 'A test with the input that ended the process.',
    },
    firing: { series: { 'process_start_time_seconds{job="svc",app="gateway",instance="a"}': '0+100x15' }, at: '15m' },
    silent: {
      series: { 'process_start_time_seconds{job="svc",app="gateway",instance="a"}': '100x5 200x10' },
      at: '15m',
    },
  },
  {
    name: 'OomKilled',
    severity: 'ticket',
    expr: 'kube_pod_container_status_last_terminated_reason{reason="OOMKilled",container=~"gateway|.+-svc|catalog-sync"} == 1 and on (namespace, pod, container) increase(kube_pod_container_status_restarts_total[30m]) > 0',
    summary: '{{ $labels.container }} in {{ $labels.pod }} was killed because it exceeded its memory.',
    runbook: {
      shoppers: 'Requests in work on this replica failed; reads and matches were repeated on another one.',
      confirm:
        '`process_resident_memory_bytes` against the limit, and for matcher-svc `svc_matcher_cache_bytes`: caches must be below half of the limit.',
      firstMeasures:
        'matcher-svc: lower `MATCHER_CACHE_BYTES` or raise the limit. analysis-svc: each process for selfies takes up to 280 MB.',
      rootCause:
        'Memory that grows without end is a leak; a jump is one large input: the log shows imports and checks by company.',
      followUp: 'Adjust the limit in the values of the chart, and the capacity plan.',
    },
    firing: {
      series: {
        'kube_pod_container_status_last_terminated_reason{reason="OOMKilled",namespace="n",pod="p",container="matcher-svc"}':
          '1x40',
        'kube_pod_container_status_restarts_total{namespace="n",pod="p",container="matcher-svc"}': '0x20 1x20',
      },
      at: '25m',
    },
    silent: {
      series: {
        'kube_pod_container_status_last_terminated_reason{reason="OOMKilled",namespace="n",pod="p",container="matcher-svc"}':
          '1x90',
        'kube_pod_container_status_restarts_total{namespace="n",pod="p",container="matcher-svc"}': '1x90',
      },
      at: '80m',
    },
  },
  {
    name: 'EventLoopBusy',
    severity: 'page',
    expr: `avg by (app) (nodejs_eventloop_utilization{job="svc"}) > 0.85 unless on (app) ${BELOW_MAXIMUM}`,
    for: '10m',
    summary:
      'The event loops of {{ $labels.app }} have been busy for more than 85 % of 10 minutes, and no replica will be added.',
    runbook: {
      shoppers: 'Answers become slow; beyond the capacity the gateway refuses requests with 503 and `Retry-After`.',
      confirm:
        '`svc_http_rejected_total{reason="overload"}`, requests per second on the board *Overview*, and `kube_horizontalpodautoscaler_status_current_replicas`: while autoscaling can add replicas, this alert is silent.',
      firstMeasures:
        'Raise the maximum of replicas of this service. One source sends most requests: limit it at the proxy.',
      rootCause:
        'More traffic, or more work per request: compare `rate(process_cpu_seconds_total[5m])` divided by requests with last week.',
      followUp: 'Measure the capacity of a replica again and adjust the scaling.',
    },
    firing: { series: { 'nodejs_eventloop_utilization{job="svc",app="gateway",instance="a"}': '0.95x20' }, at: '12m' },
    silent: {
      series: {
        'nodejs_eventloop_utilization{job="svc",app="gateway",instance="a"}': '0.95x5 0.5x5 0.95x5',
        'nodejs_eventloop_utilization{job="svc",app="matcher-svc",instance="a"}': '0.95x20',
        'kube_horizontalpodautoscaler_status_current_replicas{namespace="n",horizontalpodautoscaler="shop-svc-matcher-svc"}':
          '3x20',
        'kube_horizontalpodautoscaler_spec_max_replicas{namespace="n",horizontalpodautoscaler="shop-svc-matcher-svc"}':
          '20x20',
      },
      at: '14m',
    },
  },
  {
    name: 'SchemaBehind',
    severity: 'ticket',
    expr: 'max by (app) (svc_schema_migrations{job="svc",state="pending"}) > 0',
    for: '5m',
    summary: '{{ $labels.app }} waits for {{ $value }} migrations.',
    runbook: {
      shoppers: 'Nothing, while replicas of the earlier release serve. New replicas are not ready.',
      confirm: '`/readyz` of a new replica names the migrations. The log of the migration job says why it did not run.',
      firstMeasures: 'Run `main.js migrate` with the login of the owner. A lock that it waits for: `LongTransaction`.',
      rootCause: 'The job failed, was not part of the release, or has no right to create a role or schema.',
      followUp: 'See "Migrations and upgrades" in docs/operations.md.',
    },
    firing: {
      series: { 'svc_schema_migrations{job="svc",app="funnel-svc",instance="a",state="pending"}': '2x10' },
      at: '6m',
    },
    silent: {
      series: { 'svc_schema_migrations{job="svc",app="funnel-svc",instance="a",state="pending"}': '2x3 0x10' },
      at: '9m',
    },
  },
  {
    name: 'VersionSkew',
    severity: 'ticket',
    expr: 'count by (app) (count by (app, version, revision) (svc_build_info{job="svc"})) > 1',
    for: '1h',
    summary: 'Replicas of {{ $labels.app }} have run different builds for an hour.',
    runbook: {
      shoppers: 'Usually nothing: neighboring releases work together.',
      confirm: '`count by (app, version, revision) (svc_build_info)`.',
      firstMeasures:
        'Find what keeps the roll from ending: a replica that is not ready, a node without room, a paused deployment.',
      rootCause: 'The events of the deployment.',
      followUp: 'Finish the roll or roll back: only two neighboring releases are tested together.',
    },
    firing: {
      series: {
        'svc_build_info{job="svc",app="gateway",instance="a",version="1.0.0",revision="x"}': '1x80',
        'svc_build_info{job="svc",app="gateway",instance="b",version="1.1.0",revision="y"}': '1x80',
      },
      at: '70m',
    },
    silent: {
      series: {
        'svc_build_info{job="svc",app="gateway",instance="a",version="1.0.0",revision="x"}': '1x80',
        'svc_build_info{job="svc",app="matcher-svc",instance="b",version="1.1.0",revision="y"}': '1x80',
      },
      at: '70m',
    },
  },
  {
    name: 'CertificateExpires',
    severity: 'ticket',
    expr: 'probe_ssl_earliest_cert_expiry{job="svc-probe"} - time() < 14 * 86400',
    summary: 'The certificate of {{ $labels.instance }} expires within 14 days.',
    runbook: {
      shoppers: 'Nothing yet; after the expiry browsers refuse the pages.',
      confirm: '`openssl s_client -connect <host>:443 -servername <host> </dev/null | openssl x509 -noout -enddate`',
      firstMeasures: 'Renew it. Automatic renewal: the log of the certificate manager says why it failed.',
      rootCause: 'A host that no longer points to the proxy cannot prove its name.',
      followUp: 'Repair the automatic renewal before the next one is due.',
    },
    firing: {
      series: { 'probe_ssl_earliest_cert_expiry{job="svc-probe",instance="https://a"}': '1000000x5' },
      at: '3m',
    },
    silent: {
      series: { 'probe_ssl_earliest_cert_expiry{job="svc-probe",instance="https://a"}': '2000000x5' },
      at: '3m',
    },
  },
];
