/** A service level of 28 days. docs/operations.md "Objectives". */
export interface Objective {
  /** The label `slo` of its series. */
  slo: string;
  /** Name of the alert that pages; absent: a ticket is enough. */
  alert?: string;
  /** Its page may wait until the morning. */
  isDaytime?: true;
  title: string;
  /** Share of good events. */
  target: number;
  /** Histogram of the events. Absent: requests, of which those with status 5xx are bad. */
  metric?: string;
  /** Selects the events that count. */
  selector: string;
  /** Upper bound of a good duration, one of the buckets; absent: only the status counts. */
  withinS?: string;
}

const ROUTE = 'http_route=';
const JOB = 'job="svc"';
const REQUESTS = 'http_server_request_duration_seconds';

export const OBJECTIVES: readonly Objective[] = [
  {
    slo: 'match',
    alert: 'SloBurnMatch',
    title: 'matches, from memory or not, are answered within 250 ms',
    target: 0.9995,
    selector: `http_request_method="GET",${ROUTE}"/api/v1/analyses/:analysisId/matches"`,
    withinS: '0.25',
  },
  {
    slo: 'create',
    alert: 'SloBurnCreate',
    title: 'analyses are stored within 500 ms; those with a selfie take longer and count here too',
    target: 0.999,
    selector: `http_request_method="POST",${ROUTE}~"/api/v1/analyses|/api/analyses"`,
    withinS: '0.5',
  },
  {
    slo: 'read',
    alert: 'SloBurnRead',
    title: 'funnels are read within 250 ms',
    target: 0.9995,
    selector: `http_request_method="GET",${ROUTE}"/api/v1/funnels/:funnelId"`,
    withinS: '0.25',
  },
  {
    slo: 'page',
    alert: 'SloBurnPage',
    title: 'pages of funnels and their results are answered within 250 ms',
    target: 0.9995,
    selector: `http_request_method="GET",${ROUTE}~"/|/r/:analysisId|/api/results/:analysisId"`,
    withinS: '0.25',
  },
  {
    slo: 'management',
    title: 'the management API does not fail',
    target: 0.995,
    selector: `${ROUTE}~"/api/admin/.*"`,
  },
  {
    slo: 'chat',
    alert: 'SloBurnChat',
    isDaytime: true,
    title: 'turns of chats do not fail',
    target: 0.999,
    selector: `http_request_method="POST",${ROUTE}~"/api/chat/v1/threads|/api/chat/v1/threads/:threadId/turns"`,
  },
  {
    slo: 'chat-first-block',
    alert: 'SloBurnChatFirstBlock',
    isDaytime: true,
    title: 'chats without a language model show the first block of an answer within 500 ms',
    target: 0.99,
    metric: 'svc_chat_first_block_seconds',
    selector: `${JOB},model="off"`,
    withinS: '0.5',
  },
  {
    slo: 'intake',
    alert: 'SloBurnIntake',
    isDaytime: true,
    title: 'visits, orders and refunds are taken in',
    target: 0.999,
    selector: `http_request_method="POST",${ROUTE}~"/api/v1/visits|/api/v1/orders|/api/v1/refunds"`,
  },
  {
    slo: 'delivery',
    title: 'deliveries are first attempted within a minute of the submission; failures of the endpoint do not count',
    target: 0.99,
    metric: 'svc_delivery_first_attempt_delay_seconds',
    selector: JOB,
    withinS: '60',
  },
  {
    slo: 'freshness',
    title: 'replicas of matcher-svc use a publication within 5 s',
    target: 0.999,
    metric: 'svc_publish_visible_seconds',
    selector: JOB,
    withinS: '5',
  },
  {
    slo: 'import',
    title: 'imports end within 15 minutes: succeeded, failed with a reason, or held',
    target: 0.99,
    metric: 'svc_import_seconds',
    selector: JOB,
    withinS: '900',
  },
];

/** Windows of the burn rates. */
const WINDOWS = ['5m', '30m', '1h', '6h', '3d'] as const;
export type Window = (typeof WINDOWS)[number];

export const badSeries = (window: Window): string => `svc:slo_bad:increase${window}`;
export const totalSeries = (window: Window): string => `svc:slo_total:increase${window}`;

export interface RecordingRule {
  record: string;
  labels: Record<string, string>;
  expr: string;
}

/** Bad events and events of each objective and window, so that alerts and boards read a few series. */
export function createRecordingRules(): RecordingRule[] {
  return OBJECTIVES.flatMap((objective) =>
    WINDOWS.flatMap((window) => {
      const labels = { slo: objective.slo };
      const total = `sum(increase(${objective.metric ?? REQUESTS}_count{${objective.selector}}[${window}]))`;
      return [
        { record: totalSeries(window), labels, expr: total },
        // No good event at all leaves no series to subtract.
        { record: badSeries(window), labels, expr: `${total} - (${toGood(objective, window)} or vector(0))` },
      ];
    }),
  );
}

function toGood({ metric = REQUESTS, selector, withinS }: Objective, window: Window): string {
  const good = metric === REQUESTS ? `${selector},http_response_status_code!~"5.."` : selector;
  return withinS === undefined
    ? `sum(increase(${metric}_count{${good}}[${window}]))`
    : `sum(increase(${metric}_bucket{${good},le="${withinS}"}[${window}]))`;
}
