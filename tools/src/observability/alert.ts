/** What an alert says, and how it is tested. */
export interface Alert {
  /** Its runbook is docs/runbooks/<name>.md. */
  name: string;
  severity: 'page' | 'ticket';
  /** A page that may wait until the morning: the label `hours: day`. */
  isDaytime?: true;
  /** PromQL. */
  expr: string;
  /** How long the expression must hold. */
  for?: string;
  /** One sentence; may use labels of the expression as Prometheus templates do. */
  summary: string;
  runbook: Runbook;
  /** Series after which it fires. */
  firing: TestCase;
  /** Similar series after which it does not. */
  silent: TestCase;
}

/** The five parts of a runbook, in Markdown. */
export interface Runbook {
  shoppers: string;
  confirm: string;
  firstMeasures: string;
  rootCause: string;
  followUp: string;
}

export interface TestCase {
  /** By series, the values of promtool: `0+10x60` is 0, 10, …, 600, each an interval apart. */
  series: Record<string, string>;
  /** Between values, and between evaluations. Default: a minute. */
  interval?: '30m' | '6h';
  /** When the alert is looked at, for example `30m`. */
  at: string;
}
