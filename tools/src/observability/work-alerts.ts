import type { Alert } from './alert.js';

const MATCHER = 'job="svc",app="matcher-svc",instance="a"';
const ANALYSIS = 'job="svc",app="analysis-svc",instance="a"';

const INSIGHT = 'job="svc",app="insight-svc",instance="a"';

/** Followers, sums, jobs, deliveries, caches, limits. */
export const WORK_ALERTS: readonly Alert[] = [
  {
    name: 'FollowerLag',
    severity: 'page',
    expr: 'max by (app, instance, follows) (svc_follower_lag_seconds{job="svc"}) > 30',
    for: '1m',
    summary: '{{ $labels.instance }} has not seen the changes of {{ $labels.follows }} for {{ $value }} s.',
    runbook: {
      shoppers:
        'Matches use an earlier state: products that were removed may still be shown, published changes do not show. With `erasures`: orders, events or conversations of erased analyses are still stored.',
      confirm:
        '- Which one: the labels `app` and `follows`. `funnels` needs funnel-svc, `catalogs` catalog-sync, `erasures` analysis-svc, `replicas` the own database.\n- Its log has one line `failed; will be repeated` with the task `follow …`.',
      firstMeasures:
        'The source is down: follow its alert. One replica only: restart it. `replicas`: `DatabaseUnreachable`.',
      rootCause:
        'Reachable, and still behind: a company that cannot be read fails each run; the line names the error. A long transaction holds back cursors (`LongTransaction`).',
      followUp: 'A company that blocks its follower is a defect: keep its data and add a test.',
    },
    firing: { series: { [`svc_follower_lag_seconds{${MATCHER},follows="catalogs"}`]: '0+60x10' }, at: '5m' },
    silent: { series: { [`svc_follower_lag_seconds{${MATCHER},follows="catalogs"}`]: '3x3 40 3x6' }, at: '5m' },
  },
  {
    name: 'InsightLag',
    severity: 'ticket',
    expr: 'max by (sums) (svc_insight_lag_seconds{job="svc"}) > 900',
    for: '5m',
    summary: 'Reports lack what shoppers did in the last {{ $value }} s (sums of {{ $labels.sums }}).',
    runbook: {
      shoppers: 'Nothing. Figures of the dashboard are late; nothing is lost.',
      confirm:
        '- Which sums: `visits` are added up from the own database every minute, `analyses` from what is followed: `svc_follower_lag_seconds{app="insight-svc"}` for `analyses` and `events`.\n- The log of insight-svc has one line `failed; will be repeated` with the task `sums of …`.\n- `histogram_quantile(0.99, sum by (le, db_query_summary) (rate(db_client_operation_duration_seconds_bucket{app="insight-svc"}[5m])))`',
      firstMeasures:
        'A follower is behind: follow its source (`FollowerLag`). The database is down or slow: `DatabaseUnreachable`, `LongTransaction`. Otherwise restart one replica: sums are made again as a whole, so nothing is counted twice.',
      rootCause:
        'One day that cannot be added up fails each run; the line names the error. A changed time zone adds up all kept days of its company again, which takes minutes for a large one.',
      followUp: 'A company that blocks the sums is a defect: keep its visits and add a test.',
    },
    firing: { series: { [`svc_insight_lag_seconds{${INSIGHT},sums="visits"}`]: '0+60x30' }, at: '25m' },
    silent: { series: { [`svc_insight_lag_seconds{${INSIGHT},sums="visits"}`]: '0+60x17 30x12' }, at: '25m' },
  },
  {
    name: 'ExperimentRatio',
    severity: 'ticket',
    expr: 'max(svc_experiment_ratio_alarms{job="svc"}) > 0',
    for: '30m',
    summary: '{{ $value }} running tests have arms without their shares of the units.',
    runbook: {
      shoppers: 'Nothing. The merchant sees that the test has no result.',
      confirm:
        '- Which ones: the results of running tests of the dashboard, or `svc experiments results`, say "there is no result".\n- `svc_visit_batches_total` by outcome: refused reports of one arm are missing units.',
      firstMeasures:
        'One test: its arms differ in what is reported, for example a page that fails or redirects; the merchant stops it. Many tests simultaneously: reports are lost or assigned wrongly; compare releases of the gateway, of funnel-svc and of the page, and roll back.',
      rootCause:
        'A difference between the arms before the first question, crawlers of one arm, or an assignment that is not the same on all replicas.',
      followUp: 'A cause within the service is a defect: add a test that counts the units of each arm.',
    },
    firing: { series: { [`svc_experiment_ratio_alarms{${INSIGHT}}`]: '1x60' }, at: '40m' },
    silent: { series: { [`svc_experiment_ratio_alarms{${INSIGHT}}`]: '0x60' }, at: '40m' },
  },
  {
    name: 'ExperimentSplit',
    severity: 'ticket',
    expr: 'max(svc_experiment_split_alarms{job="svc"}) > 1',
    for: '30m',
    summary: '{{ $value }} tests find a difference between two equal halves of their units.',
    runbook: {
      shoppers: 'Nothing. Results of tests may be wrong; the page of each test says so.',
      confirm:
        '- The log of insight-svc has a line `two equal halves of the units of a test seem to differ` for each, with units, interval and p-value.\n- One alarm may be chance: at most 5 of 100 checks. Each test is split again once a day, by a new salt.',
      firstMeasures:
        'Two or more tests, or one test on two days: no test should be decided by its results until the cause is known. Inform the merchants of these tests.',
      rootCause:
        'Units that are not independent (one shopper counts many times), values that are added up wrongly, or an assignment that depends on more than the unit.',
      followUp: 'A cause within the service is a defect: add a simulation of it to the tests of statistics.',
    },
    firing: { series: { [`svc_experiment_split_alarms{${INSIGHT}}`]: '2x60' }, at: '40m' },
    silent: { series: { [`svc_experiment_split_alarms{${INSIGHT}}`]: '1x60' }, at: '40m' },
  },
  {
    name: 'JobsStuck',
    severity: 'ticket',
    expr: 'max by (app, task) (svc_job_oldest_ready_seconds{job="svc"}) > 600',
    summary: 'A job {{ $labels.task }} of {{ $labels.app }} has been due for more than 10 minutes.',
    runbook: {
      shoppers: 'Nothing directly. Webhooks, synchronization of shops or cleaning are late.',
      confirm:
        '`svc_jobs_ready`, `rate(svc_jobs_total[5m])` by outcome, and `select task, lane, count(*) from jobs where dead_at is null group by 1, 2 order by 3 desc limit 10`.',
      firstMeasures:
        'No job ends: restart the replicas. One lane is long: one merchant sends more than its server takes; the others are not affected.',
      rootCause: 'A job that hangs until its lease ends, or too little concurrency.',
      followUp: 'Raise the concurrency only if the database and the endpoints are idle.',
    },
    firing: { series: { [`svc_job_oldest_ready_seconds{${ANALYSIS},task="deliver"}`]: '0+60x20' }, at: '15m' },
    silent: { series: { [`svc_job_oldest_ready_seconds{${ANALYSIS},task="deliver"}`]: '30x20' }, at: '15m' },
  },
  {
    name: 'JobsDead',
    severity: 'ticket',
    expr: 'sum by (app, task) (increase(svc_jobs_total{job="svc",outcome="DEAD"}[1h])) > 0',
    summary: 'Jobs {{ $labels.task }} of {{ $labels.app }} failed for the last time.',
    runbook: {
      shoppers: 'Nothing directly.',
      confirm:
        '`select id, task, attempt, dead_at, last_error from jobs where dead_at is not null order by dead_at desc limit 10`; payloads contain ids only.',
      firstMeasures: 'When the cause is gone: `update jobs set dead_at = null, run_at = now() where id = <id>`.',
      rootCause: '`last_error`, and the log line `a job is dead` with the whole error.',
      followUp: 'Dead jobs are deleted after 30 days: decide before.',
    },
    firing: { series: { [`svc_jobs_total{${ANALYSIS},task="deliver",outcome="DEAD"}`]: '0x30 1x40' }, at: '50m' },
    silent: { series: { [`svc_jobs_total{${ANALYSIS},task="deliver",outcome="DEAD"}`]: '7x70' }, at: '65m' },
  },
  {
    name: 'DeliveriesBacklog',
    severity: 'ticket',
    expr: 'max by (target) (svc_deliveries_pending{job="svc"}) > 1000 and max by (target) (delta(svc_deliveries_pending{job="svc"}[30m])) > 0',
    for: '30m',
    summary: '{{ $value }} deliveries to {{ $labels.target }} wait, and become more.',
    runbook: {
      shoppers: 'Nothing. Merchants receive analyses late.',
      confirm:
        '`rate(svc_deliveries_total[5m])` by outcome: POSTPONED means that products cannot be read, RETRIED that endpoints fail, HELD that they are disabled.',
      firstMeasures:
        'POSTPONED: follow matcher-svc and catalog-sync. RETRIED of one merchant: its server; others have lanes of their own.',
      rootCause: 'The delivery log of the company in the management API.',
      followUp: 'Contact the merchant if its endpoint stays disabled.',
    },
    firing: { series: { [`svc_deliveries_pending{${ANALYSIS},target="webhook"}`]: '2000+10x80' }, at: '75m' },
    silent: { series: { [`svc_deliveries_pending{${ANALYSIS},target="webhook"}`]: '4000-10x80' }, at: '75m' },
  },
  {
    name: 'DeliveriesLate',
    severity: 'ticket',
    expr: `(1 - sum(increase(svc_delivery_first_attempt_delay_seconds_bucket{job="svc",le="60"}[6h])) / sum(increase(svc_delivery_first_attempt_delay_seconds_count{job="svc"}[6h]))) > 0.06 and sum(increase(svc_delivery_first_attempt_delay_seconds_count{job="svc"}[6h])) > 100`,
    summary: 'More than 6 % of the deliveries of 6 hours were first attempted after more than a minute.',
    runbook: {
      shoppers: 'Nothing. Merchants receive analyses late.',
      confirm: '`svc_job_oldest_ready_seconds{task="deliver"}` and `svc_deliveries_total{outcome="POSTPONED"}`.',
      firstMeasures:
        'As for `JobsStuck`; raise `DELIVERY_CONCURRENCY` if attempts wait although endpoints answer quickly.',
      rootCause: 'Slow endpoints of many merchants, or products that could not be read.',
      followUp: 'Compare with the objective of 99 % within a minute.',
    },
    firing: {
      interval: '30m',
      series: {
        [`svc_delivery_first_attempt_delay_seconds_bucket{${ANALYSIS},le="60"}`]: '0+30x20',
        [`svc_delivery_first_attempt_delay_seconds_count{${ANALYSIS}}`]: '0+60x20',
      },
      at: '8h',
    },
    silent: {
      interval: '30m',
      series: {
        [`svc_delivery_first_attempt_delay_seconds_bucket{${ANALYSIS},le="60"}`]: '0+60x20',
        [`svc_delivery_first_attempt_delay_seconds_count{${ANALYSIS}}`]: '0+60x20',
      },
      at: '8h',
    },
  },
  {
    name: 'EndpointDisabled',
    severity: 'ticket',
    expr: 'max(delta(svc_delivery_endpoints_disabled{job="svc"}[1h])) > 0',
    summary: 'An endpoint of a merchant was disabled within the last hour.',
    runbook: {
      shoppers: 'Nothing. The merchant no longer receives analyses; they are held.',
      confirm: 'The log line `endpoint disabled; its deliveries are held` has the id of the company.',
      firstMeasures:
        'Inform the merchant. A new address or secret in the company file enables it, and so does the management API.',
      rootCause: 'The merchant’s server answered 410, or failed for too long: docs/webhooks.md.',
      followUp: 'Held deliveries are sent when it is enabled again.',
    },
    firing: { series: { [`svc_delivery_endpoints_disabled{${ANALYSIS}}`]: '3x30 4x40' }, at: '60m' },
    silent: { series: { [`svc_delivery_endpoints_disabled{${ANALYSIS}}`]: '3x70' }, at: '60m' },
  },
  {
    name: 'MatcherEvictions',
    severity: 'ticket',
    expr: 'sum by (app, instance) (rate(svc_matcher_evictions_total{job="svc"}[5m])) > 1',
    for: '15m',
    summary: '{{ $labels.instance }} removes more than one company a second from its memory.',
    runbook: {
      shoppers: 'The first match of a company takes as long as its catalog needs to be compiled.',
      confirm:
        '`svc_matcher_cache_bytes{kind="companies"}` is at its limit, and `rate(svc_matcher_loads_seconds_count[5m])` is high.',
      firstMeasures: 'Raise `MATCHER_CACHE_BYTES` and the memory of the replicas.',
      rootCause: 'More active companies than fit. `svc_matcher_variants` shows whether a few are very large.',
      followUp: 'If memory cannot grow: requests of a company on the same replicas.',
    },
    firing: { series: { [`svc_matcher_evictions_total{${MATCHER}}`]: '0+120x30' }, at: '25m' },
    silent: { series: { [`svc_matcher_evictions_total{${MATCHER}}`]: '0+10x30' }, at: '25m' },
  },
  {
    name: 'SelfieQueue',
    severity: 'ticket',
    expr: 'min_over_time(svc_selfie_queue{job="svc"}[5m]) > 4',
    summary: 'More than 4 selfies have waited on {{ $labels.instance }} for 5 minutes.',
    runbook: {
      shoppers: 'Submissions with a selfie are slow; above 8 waiting ones they are refused with 503.',
      confirm:
        '`histogram_quantile(0.9, rate(svc_selfie_seconds_bucket[5m]))` and `rate(svc_selfies_total[5m])` by outcome.',
      firstMeasures: 'Another replica of analysis-svc, or more processors: one selfie occupies one.',
      rootCause: 'More selfies, or pictures that run into the time limit (`TIMEOUT`).',
      followUp: 'Adjust the scaling of analysis-svc.',
    },
    firing: { series: { [`svc_selfie_queue{${ANALYSIS}}`]: '7x10' }, at: '6m' },
    silent: { series: { [`svc_selfie_queue{${ANALYSIS}}`]: '7x3 0 7x6' }, at: '6m' },
  },
  {
    name: 'RateLimitedMany',
    severity: 'ticket',
    expr: 'sum(rate(svc_http_rejected_total{job="svc",reason="limits"}[10m])) > 0.2 * sum(rate(http_server_request_duration_seconds_count{job="svc"}[10m]))',
    for: '15m',
    summary: 'More than a fifth of all requests exceed a rate limit.',
    runbook: {
      shoppers: 'Those behind the same address get 429 with `Retry-After`.',
      confirm:
        '`sum by (http_route) (rate(http_server_request_duration_seconds_count{http_response_status_code="429"}[5m]))`. A log line about `X-Forwarded-For` means that `TRUST_PROXY` is wrong.',
      firstMeasures:
        '`TRUST_PROXY` must be the number of proxies, or all callers share one limit. One source: block it at the proxy.',
      rootCause: 'A shop that does not cache, a crawler, or guessing of keys (401 in the same minutes).',
      followUp: 'Help the merchant to cache: docs/contract.md.',
    },
    firing: {
      series: {
        'svc_http_rejected_total{job="svc",app="gateway",instance="a",reason="limits"}': '0+50x40',
        'http_server_request_duration_seconds_count{job="svc",app="gateway",instance="a"}': '0+100x40',
      },
      at: '30m',
    },
    silent: {
      series: {
        'svc_http_rejected_total{job="svc",app="gateway",instance="a",reason="limits"}': '0+5x40',
        'http_server_request_duration_seconds_count{job="svc",app="gateway",instance="a"}': '0+100x40',
      },
      at: '30m',
    },
  },
  {
    name: 'ImportsFailing',
    severity: 'ticket',
    expr: 'sum(increase(svc_imports_total{job="svc",outcome="LOST"}[1h])) > 0 or (sum(increase(svc_import_seconds_count{job="svc"}[6h])) - sum(increase(svc_import_seconds_bucket{job="svc",le="900"}[6h]))) > 0',
    summary: 'Imports took more than 15 minutes, or their outcome could not be recorded.',
    runbook: {
      shoppers: 'Products of some merchants are those of the last successful import.',
      confirm: '`svc_imports_total` by outcome, and the log lines of catalog-sync about imports.',
      firstMeasures: 'A run whose process is gone ends by itself within a minute; the merchant may repeat the import.',
      rootCause: 'The database could not store (disk, lock), or the file is at the limits.',
      followUp: 'Compare size and duration with docs/performance.md.',
    },
    firing: {
      series: {
        'svc_imports_total{job="svc",app="catalog-sync",instance="a",source="FEED",outcome="LOST"}': '0x30 1x40',
      },
      at: '50m',
    },
    silent: {
      series: {
        'svc_imports_total{job="svc",app="catalog-sync",instance="a",source="FEED",outcome="FAILED"}': '0+1x70',
      },
      at: '50m',
    },
  },
];
