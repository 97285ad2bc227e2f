import { toCsvCell } from '@svc/domain';
import type { ExperimentResultsBody } from './experiment-schema.js';

const COLUMNS = ['day', 'arm', 'measure', 'units', 'successes', 'sum', 'sumOfSquares'] as const;

/** Sums of days as a table: UTF-8 with a byte order mark, RFC 4180. docs/insight.md N12.5. */
export function toResultsCsv({
  experiment,
  definition,
  days,
  timeZone,
  asOf,
  completeUntil,
}: ExperimentResultsBody): string {
  const head = {
    ...{ Definition: definition, Test: experiment.name, Funnel: experiment.funnel ?? '', State: experiment.state },
    Currency: experiment.currency ?? '',
    ...{ 'Time zone': timeZone, 'As of': asOf, 'Complete until': completeUntil ?? '' },
  };
  const toLine = (cells: readonly string[]) => `${cells.map(toCsvCell).join(',')}\r\n`;
  const lines = days.map((day) => toLine(COLUMNS.map((column) => String(day[column]))));
  return `\uFEFF${Object.entries(head).map(toLine).join('')}\r\n${toLine(COLUMNS)}${lines.join('')}`;
}
