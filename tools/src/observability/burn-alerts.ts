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

const toBurnAlert = (objective: Objective, shoppers: string): Alert => ({
  name: objective.alert as string,
  severity: 'page',
  expr: [burns(objective, 14.4, '1h', '5m'), burns(objective, 6, '6h', '30m')].join(' or '),
  summary: `The objective "${objective.title}" loses its budget of 28 days within days.`,
  runbook: {
    shoppers,
    confirm: WHERE,
    firstMeasures: MEASURES,
    rootCause:
      'Take the trace id of a failed request from the log of the gateway (`"status":5`) and follow it through the log lines and the spans of the services.',
    followUp:
      'Write down what share of the budget is used. Add a test for the cause, and an alert if only the objective noticed it.',
  },
  firing: {
    series: {
      [count(objective, '200')]: '0+100x70',
      [bucket(objective, '200')]: '0+100x70',
      [count(objective, '503')]: '0+10x70',
    },
    at: '65m',
  },
  silent: {
    series: {
      [count(objective, '200')]: '0+1000x70',
      [bucket(objective, '200')]: '0+1000x70',
      [count(objective, '503')]: '0+0x69 5',
    },
    at: '65m',
  },
});

const SHOPPERS: Record<string, string> = {
  match: 'Shops show no results, or show them late. Nothing is lost: analyses are stored.',
  create:
    'Shoppers finish the questionnaire and get an error, or wait. A client that repeats with its `Idempotency-Key` loses nothing.',
  read: 'Shops cannot show the questionnaire.',
  page: 'The pages of funnels stay empty or show an error.',
};

const slow = OBJECTIVES.map((objective) => burns(objective, 1, '3d', '6h')).join(' or ');
const [match] = OBJECTIVES as readonly [Objective];

/** Multi-window burn rates, and what they do not see where there are few requests. */
export const BURN_ALERTS: readonly Alert[] = [
  ...OBJECTIVES.filter(({ alert }) => alert !== undefined).map((objective) =>
    toBurnAlert(objective, SHOPPERS[objective.slo] as string),
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
