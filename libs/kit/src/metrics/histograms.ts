/** Upper bounds of the buckets of durations, seconds. */
export const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Of work that may take minutes. */
export const LONG_BUCKETS_S = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
/** Of sizes of assortments. */
export const VARIANT_BUCKETS = [100, 500, 2_000, 5_000, 20_000, 50_000, 200_000];

interface HistogramDefinition {
  help: string;
  labels: readonly string[];
  /** Default: those of durations. */
  buckets?: readonly number[];
}

/** Durations in seconds unless the name says otherwise. docs/metrics.md. */
export const HISTOGRAMS = {
  http_server_request_duration_seconds: {
    help: 'Time from the arrival of a request to its response. Without requests refused because of the load.',
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
  db_client_operation_duration_seconds: {
    help: 'Time that a statement took, the wait for a connection included. The summary is its name, or other.',
    labels: ['db_query_summary', 'error_type'],
  },
  db_client_connection_wait_time_seconds: {
    help: 'Time that a query waited for a connection of the database pool.',
    labels: [],
  },
  svc_matcher_loads_seconds: {
    help: 'Time to read and compile what is known of a company, also when only a part of it was new.',
    labels: [],
  },
  svc_matcher_compile_seconds: {
    help: 'Time to compile a catalog, the wait for a thread included.',
    labels: [],
  },
  svc_matcher_variants: {
    help: 'Variants of compiled catalogs.',
    labels: [],
    buckets: VARIANT_BUCKETS,
  },
  svc_publish_visible_seconds: {
    help: 'Time from the publication of a version until a replica that has the company in memory uses it. Each replica measures it.',
    labels: [],
  },
  svc_selfie_seconds: {
    help: 'Time from the arrival of a selfie to its result, the wait for a process included.',
    labels: [],
  },
  svc_job_seconds: {
    help: 'Time that an attempt of a job took.',
    labels: ['task'],
    buckets: LONG_BUCKETS_S,
  },
  svc_delivery_first_attempt_delay_seconds: {
    help: 'Time from a submission to the end of the first attempt to deliver it.',
    labels: [],
    buckets: LONG_BUCKETS_S,
  },
  svc_chat_first_block_seconds: {
    help: 'Time from the arrival of a turn of a chat to its answer, which is complete before its first block is sent. Without turns that fail. Model: on if the company allows a language model, otherwise off.',
    labels: ['model'],
  },
  svc_import_seconds: {
    help: 'Time that an import took.',
    labels: [],
    buckets: LONG_BUCKETS_S,
  },
} as const satisfies Record<string, HistogramDefinition>;
export type HistogramName = keyof typeof HISTOGRAMS;
