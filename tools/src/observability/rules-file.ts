import { stringify } from 'yaml';
import type { Alert, TestCase } from './alert.js';
import { ALERTS } from './alerts.js';
import { BURN_ALERTS } from './burn-alerts.js';
import { createRecordingRules } from './objectives.js';

const GENERATED = '# Written by `npm run observability` from tools/src/observability.\n';

export const toRunbookPath = ({ name }: Pick<Alert, 'name'>): string => `docs/runbooks/${name}.md`;

/** Rules of Prometheus: the objectives, then the alerts. */
export function createRulesFile(): string {
  const alerts = ALERTS.map((alert) => ({
    alert: alert.name,
    expr: alert.expr,
    ...(alert.for === undefined ? {} : { for: alert.for }),
    labels: { severity: alert.severity, ...(alert.isDaytime && { hours: 'day' }) },
    annotations: { summary: alert.summary, runbook_url: toRunbookPath(alert) },
  }));
  const groups = [
    { name: 'svc-objectives', interval: '1m', rules: createRecordingRules() },
    { name: 'svc-alerts', interval: '1m', rules: alerts },
  ];
  return GENERATED + stringify({ groups }, { lineWidth: 0 });
}

/**
 * Unit tests of the rules for promtool: each alert fires in one case and is silent in another. Cases with series of their own share a
 * test, since promtool builds a database for each and evaluates every rule in it; those of the objectives share one without the others,
 * which also count requests.
 * @param interval - of the cases.
 */
export function createRulesTestFile(interval: '1m' | '30m' | '6h'): string {
  const alerts = ALERTS.filter(({ firing }) => (firing.interval ?? '1m') === interval);
  const [ofObjectives, others] = [true, false].map((is) =>
    alerts.filter((alert) => BURN_ALERTS.includes(alert) === is),
  );
  const tests =
    interval === '1m'
      ? [...toTests('alerts of objectives', ofObjectives), ...toTests('alerts', others)]
      : [...(ofObjectives ?? []).flatMap((alert) => toTests(alert.name, [alert])), ...toTests('alerts', others)];
  const file = {
    rule_files: ['alerts.yaml'],
    evaluation_interval: interval,
    // Otherwise random: alerts would see what was recorded an interval ago, or nothing.
    group_eval_order: ['svc-objectives', 'svc-alerts'],
    tests,
  };
  return GENERATED + stringify(file, { lineWidth: 0 });
}

const toTests = (name: string, alerts: readonly Alert[] = []) =>
  alerts.length === 0
    ? []
    : [
        toTest(
          `${name}: firing`,
          alerts.map((alert) => [alert, alert.firing, true]),
        ),
        toTest(
          `${name}: silent`,
          alerts.map((alert) => [alert, alert.silent, false]),
        ),
      ];

function toTest(name: string, cases: readonly (readonly [Alert, TestCase, boolean])[]) {
  const series = new Map<string, string>();
  for (const [alert, test] of cases) {
    for (const [key, values] of Object.entries(test.series)) {
      if (series.has(key)) throw new Error(`Two alerts use ${key}; one of them is ${alert.name}.`);
      series.set(key, values);
    }
  }
  return {
    name,
    interval: cases[0]?.[1].interval ?? '1m',
    input_series: [...series].map(([key, values]) => ({ series: key, values })),
    promql_expr_test: cases.map(([alert, { at }, fires]) => ({
      expr: `count(ALERTS{alertname="${alert.name}",alertstate="firing"}) > bool 0`,
      eval_time: at,
      exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
    })),
  };
}
