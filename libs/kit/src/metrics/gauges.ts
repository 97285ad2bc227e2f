/** Current values. docs/metrics.md. */
export const GAUGES = {
  svc_build_info: {
    help: 'Always 1; the labels say what runs.',
    labels: ['version', 'revision'],
  },
  svc_schema_migrations: {
    help: 'Migrations of the schema by state: applied (known to this build and in the database), pending (known and not in the database), newer (in the database and unknown to this build).',
    labels: ['state'],
  },
  nodejs_eventloop_utilization: {
    help: 'Share of the time since the last scrape in which the event loop was busy, 0 to 1.',
    labels: [],
  },
  http_server_active_requests: {
    help: 'Requests that are being answered, without matches from memory.',
    labels: [],
  },
  db_client_connection_count: {
    help: 'Connections of the database pool by state: used or idle.',
    labels: ['state'],
  },
  db_client_connection_pending_requests: {
    help: 'Queries that wait for a connection of the database pool.',
    labels: [],
  },
  svc_follower_lag_seconds: {
    help: 'Age of what is known of another service or of other replicas: time since the beginning of the last complete run of a follower.',
    labels: ['follows'],
  },
  svc_follower_last_success_timestamp_seconds: {
    help: 'End of the last complete run of a follower.',
    labels: ['follows'],
  },
  svc_insight_lag_seconds: {
    help: 'Age of the sums that reports read: time since when everything that was stored is part of them. Sums of visits, and of analyses with their events.',
    labels: ['sums'],
  },
  svc_experiment_ratio_alarms: {
    help: 'Running tests whose arms do not have their shares of the units, of all companies: they have no result.',
    labels: [],
  },
  svc_experiment_split_alarms: {
    help: 'Running tests whose units of the last 28 days, split in two equal halves by chance once a day, seem to differ: an error of the system, or chance in at most 5 of 100 checks.',
    labels: [],
  },
  svc_matcher_companies: {
    help: 'Companies that are compiled in memory.',
    labels: [],
  },
  svc_matcher_cache_bytes: {
    help: 'Estimated memory of caches by kind: companies, rankings.',
    labels: ['kind'],
  },
  svc_chat_catalog_bytes: {
    help: 'Estimated memory of compiled catalogs.',
    labels: [],
  },
  svc_checks_running: {
    help: 'Checks of funnels that are running.',
    labels: [],
  },
  svc_replays_running: {
    help: 'Replays that are running.',
    labels: [],
  },
  svc_selfie_queue: {
    help: 'Selfies that wait for a process.',
    labels: [],
  },
  svc_jobs_dead: {
    help: 'Dead jobs, which will not be retried and are kept for inspection.',
    labels: ['task'],
  },
  svc_jobs_ready: {
    help: 'Jobs that are due and not running.',
    labels: ['task'],
  },
  svc_job_oldest_ready_seconds: {
    help: 'Time for which the oldest of these jobs has been due.',
    labels: ['task'],
  },
  svc_deliveries_pending: {
    help: 'Deliveries that wait, including those of disabled endpoints.',
    labels: ['target'],
  },
  svc_delivery_endpoints_disabled: {
    help: 'Endpoints of merchants that are disabled because they failed for too long.',
    labels: [],
  },
  svc_imports_held: {
    help: 'Imports that wait for a decision.',
    labels: [],
  },
} as const;
export type GaugeName = keyof typeof GAUGES;
