/** Counters with their labels. Names and labels contain no data of persons, companies or requests. */
export const COUNTERS = {
  svc_selfies_total: {
    help: 'Selfies by outcome: USED, or the reason why the picture was ignored.',
    labels: ['outcome'],
  },
  svc_selfie_model_unavailable_total: {
    help: 'Processes for selfies that started without the face model.',
    labels: [],
  },
  svc_jobs_total: {
    help: 'Attempts of jobs by outcome: DONE, RETRIED (will be retried), DEAD (will not be retried).',
    labels: ['task', 'outcome'],
  },
  svc_deliveries_total: {
    help: 'Delivery attempts by outcome: DELIVERED, RETRIED (will be retried), HELD (the endpoint is disabled), DEAD (will not be retried), POSTPONED (not attempted, because its products could not be read).',
    labels: ['target', 'outcome'],
  },
  svc_http_admissions_total: {
    help: 'Requests by class and outcome: ADMITTED, REFUSED because of the load, or FROM_MEMORY (a match that was answered from memory). Without probes, HEAD, OPTIONS and files.',
    labels: ['class', 'outcome'],
  },
  svc_match_cache_total: {
    help: 'Match requests by result: warm (answered from memory), coalesced (answered with a match that another request began), cold.',
    labels: ['result'],
  },
  svc_rankings_total: {
    help: 'Rankings of whole assortments by result: hit (in memory), miss (computed).',
    labels: ['result'],
  },
} as const;
export type CounterName = keyof typeof COUNTERS;

/** Current values; the same on every replica. */
export const GAUGES = {
  svc_jobs_dead: {
    help: 'Dead jobs, which will not be retried and are kept for inspection.',
    labels: ['task'],
  },
  svc_deliveries_pending: {
    help: 'Deliveries that wait, including those of disabled endpoints.',
    labels: ['target'],
  },
  db_client_connection_count: {
    help: 'Connections of the database pool by state: used or idle.',
    labels: ['state'],
  },
  db_client_connection_pending_requests: {
    help: 'Queries that wait for a connection of the database pool.',
    labels: [],
  },
} as const;
export type GaugeName = keyof typeof GAUGES;

/** Durations in seconds. */
export const HISTOGRAMS = {
  http_server_request_duration_seconds: {
    help: 'Time from the arrival of a request to its response. Without matches from memory and requests refused because of the load.',
    labels: ['http_request_method', 'http_route', 'http_response_status_code'],
  },
  rpc_server_call_duration_seconds: {
    help: 'Time that this service took for a call.',
    labels: ['rpc_method', 'rpc_response_status_code'],
  },
  rpc_client_call_duration_seconds: {
    help: 'Time that a call to another service took, retries included.',
    labels: ['rpc_method', 'rpc_response_status_code', 'server_service'],
  },
} as const;
export type HistogramName = keyof typeof HISTOGRAMS;
/** Upper bounds of the buckets of all histograms. */
export const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Labels = Record<string, string>;

/** Counts of one process. */
export interface Metrics {
  count(name: CounterName, labels?: Record<string, string>): void;
  set(name: GaugeName, value: number, labels?: Record<string, string>): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = { count() {}, set() {} };
