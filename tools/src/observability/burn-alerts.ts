import type { Alert } from './alert.js';
import { badSeries, OBJECTIVES, type Objective, totalSeries, type Window } from './objectives.js';

/** Fewer bad events than these say nothing about a system with few requests. */
const MIN_BAD = 20;
const MANY_BAD = 100;

/** Bad events consume the budget of 28 days `rate` times as fast as it lasts, in the long window and still in the short one. */
function burns({ slo, target }: Objective, rate: number, long: Window, short: Window): string {
  // Written out: floating point would make 0.0005 of it 0.0005000000000000004.
  const limit = Number((rate * (1 - target)).toPrecision(6));
  const ratio = (window: Window) =>
    `${badSeries(window)}{slo="${slo}"} / ${totalSeries(window)}{slo="${slo}"} > ${limit}`;
  return `(${ratio(long)} and ${ratio(short)} and ${badSeries(long)}{slo="${slo}"} >= ${MIN_BAD})`;
}

const count = ({ selector }: Objective, status: string): string => {
  const labels = selector
    .split(',')
    .map((pair) =>
      pair.replace(/=~"([^|"]*)[^"]*"/, (_, first: string) => `="${first.replace('.*', 'v1/companies')}"`),
    );
  return `http_server_request_duration_seconds_count{${labels.join(',')},http_response_status_code="${status}"}`;
};

const bucket = (objective: Objective, status: string): string =>
  objective.withinS === undefined
    ? count(objective, status).replace('status_code="200"', 'status_code="204"')
    : count(objective, status).replace('_count{', '_bucket{').replace(/}$/, `,le="${objective.withinS}"}`);

const WHERE = `- Which route and status: \`sum by (http_route, http_response_status_code) (rate(http_server_request_duration_seconds_count{http_response_status_code=~"5.."}[5m]))\`
- Which service: \`sum by (server_service, rpc_method, rpc_response_status_code) (rate(rpc_client_call_duration_seconds_count{rpc_response_status_code!="OK"}[5m]))\`
- How slow: \`histogram_quantile(0.99, sum by (le, rpc_method) (rate(rpc_server_call_duration_seconds_bucket[5m])))\``;

const MEASURES = `- A release began shortly before: roll back by one release; the schema stays.
- One service fails: follow its alert, or restart one replica and compare.
- Every service is slow: look at PostgreSQL (\`PoolSaturated\`, \`LongTransaction\`) and at the processors (\`EventLoopBusy\`).`;

/** Series of events of which `bad` in a minute are not good, in addition to `good` that are. */
function toSeries(objective: Objective, good: number, bad: string): Record<string, string> {
  const { metric, selector, withinS } = objective;
  const all = `0+${good}x70`;
  if (metric === undefined) {
    return { [count(objective, '200')]: all, [bucket(objective, '200')]: all, [count(objective, '503')]: bad };
  }
  const labels = `${selector},app="chat-svc",instance="a"`;
  // Bad ones are in higher buckets: only the total has them.
  return { [`${metric}_bucket{${labels},le="${withinS}"}`]: all, [`${metric}_count{${labels}}`]: addUp(good, bad) };
}

/** Sum of two series of promtool that begin with 0 and grow by the minute, or have one last value. */
const addUp = (perMinute: number, other: string): string => {
  const [, more] = /^0[+](\d+)x70$/.exec(other) ?? [];
  if (more !== undefined) return `0+${perMinute + Number(more)}x70`;
  const [, last] = /^0[+]0x69 (\d+)$/.exec(other) ?? [];
  return `0+${perMinute}x69 ${perMinute * 70 + Number(last)}`;
};

const toBurnAlert = (objective: Objective, { shoppers, confirm = WHERE }: Texts): Alert => ({
  name: objective.alert as string,
  severity: 'page',
  ...(objective.isDaytime && { isDaytime: true }),
  expr: [burns(objective, 14.4, '1h', '5m'), burns(objective, 6, '6h', '30m')].join(' or '),
  summary: `The objective "${objective.title}" loses its budget of 28 days within days.`,
  runbook: {
    shoppers,
    confirm,
    firstMeasures: MEASURES,
    rootCause:
      'Take the trace id of a failed request from the log of the gateway (`"status":5`) and follow it through the log lines and the spans of the services.',
    followUp:
      'Write down what share of the budget is used. Add a test for the cause, and an alert if only the objective noticed it.',
  },
  firing: { series: toSeries(objective, 100, '0+20x70'), at: '65m' },
  silent: { series: toSeries(objective, 1_000, '0+0x69 5'), at: '65m' },
});

interface Texts {
  shoppers: string;
  /** Default: `WHERE`. */
  confirm?: string;
}

const TEXTS: Record<string, Texts> = {
  match: { shoppers: 'Shops show no results, or show them late. Nothing is lost: analyses are stored.' },
  create: {
    shoppers:
      'Shoppers finish the questionnaire and get an error, or wait. A client that repeats with its `Idempotency-Key` loses nothing.',
  },
  read: { shoppers: 'Shops cannot show the questionnaire.' },
  page: { shoppers: 'The pages of funnels stay empty or show an error.' },
  chat: {
    shoppers: 'The chat answers with an error and offers to send the message again. Everything else works.',
    confirm: `- Which outcome: \`sum by (outcome) (rate(svc_chat_turns_total[5m]))\`. UNAVAILABLE: too slow, too many at the same time, or a service that chat-svc needs is down; INTERNAL: a bug, with a line at \`error\`\n${WHERE}`,
  },
  'chat-first-block': {
    shoppers: 'Answers of the chat arrive late; after 2 s a message fails. Everything else works.',
    confirm: `- Which turns: \`sum by (outcome) (rate(svc_chat_turns_total[5m]))\`. Many \`preparing\`: catalogs are compiled, since \`svc_chat_catalog_bytes\` is at its limit of 200 MB or replicas have just started
- Which call: \`histogram_quantile(0.99, sum by (le, server_service, rpc_method) (rate(rpc_client_call_duration_seconds_bucket{app="chat-svc"}[5m])))\`
- Which statement: \`histogram_quantile(0.99, sum by (le, db_query_summary) (rate(db_client_operation_duration_seconds_bucket{app="chat-svc"}[5m])))\`
- Busy: \`nodejs_eventloop_utilization{app="chat-svc"}\``,
  },
  intake: {
    shoppers:
      'Nothing. Visits that fail are missing in reports; shops repeat orders with their key, so those are late.',
    confirm: `- \`sum by (outcome) (rate(svc_visit_batches_total[5m]))\`\n${WHERE}`,
  },
};

const slow = OBJECTIVES.map((objective) => burns(objective, 1, '3d', '6h')).join(' or ');
const [match] = OBJECTIVES as readonly [Objective];

/** Multi-window burn rates, and what they do not see where there are few requests. */
export const BURN_ALERTS: readonly Alert[] = [
  ...OBJECTIVES.filter(({ alert }) => alert !== undefined).map((objective) =>
    toBurnAlert(objective, TEXTS[objective.slo] as Texts),
  ),
  {
    name: 'SloBurnSlow',
    severity: 'ticket',
    expr: slow,
    summary: 'The objective {{ $labels.slo }} will miss its 28 days if nothing changes.',
    runbook: {
      shoppers: 'Some requests fail or are slow; most shoppers notice nothing.',
      confirm: `- Which objective: the label \`slo\`.\n${WHERE}`,
      firstMeasures:
        'None is urgent. Compare the last releases and the growth of traffic over three days on the board *Overview*.',
      rootCause:
        'Usually one slow statement, one large company or one endpoint: sort by route, then by method, then by `db_query_summary`.',
      followUp: 'Plan the correction before the budget is used up.',
    },
    firing: {
      interval: '30m',
      series: {
        [count(match, '200')]: '0+3000x150',
        [bucket(match, '200')]: '0+3000x150',
        [count(match, '503')]: '0+6x150',
      },
      at: '73h',
    },
    silent: {
      interval: '30m',
      series: {
        [count(match, '200')]: '0+3000x150',
        [bucket(match, '200')]: '0+3000x150',
        [count(match, '503')]: '0+1x150',
      },
      at: '73h',
    },
  },
  {
    name: 'SloBadEvents',
    severity: 'ticket',
    expr: `${badSeries('6h')} > ${MANY_BAD}`,
    summary: 'More than 100 requests of {{ $labels.slo }} failed or were slow within 6 hours.',
    runbook: {
      shoppers: 'At least 100 requests failed or were slow. On a system with few requests this may be many of them.',
      confirm: WHERE,
      firstMeasures: MEASURES,
      rootCause:
        'Look at the time of the failures: one burst points to a restart or a release, a steady rate to a defect.',
      followUp: 'If the burst was a planned restart, check the drain (`SHUTDOWN_DELAY_MS`) and the readiness probes.',
    },
    firing: {
      interval: '30m',
      series: {
        [count(match, '200')]: '0+30000x20',
        [bucket(match, '200')]: '0+30000x20',
        [count(match, '503')]: '0+30x20',
      },
      at: '8h',
    },
    silent: {
      interval: '30m',
      series: {
        [count(match, '200')]: '0+30000x20',
        [bucket(match, '200')]: '0+30000x20',
        [count(match, '503')]: '0+3x20',
      },
      at: '8h',
    },
  },
];
