import { toCell } from '../to-cell.js';
import type { presentOverview, presentSources, presentSteps } from './present-reports.js';

type Cell = string | number | null;
/** `undefined`: not filtered by it. */
export type ReportFilters = Readonly<Record<string, string | undefined>>;

interface Framed {
  definition: string;
  funnel: string;
  from: string;
  to: string;
  timeZone: string;
  asOf: string;
  completeUntil: string | null;
}

/** Spreadsheets take the text for UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180, with what the report says about itself before its table. docs/insight.md N12.5. */
function toCsv(report: Framed, filters: ReportFilters, table: readonly (readonly Cell[])[]): string {
  const head: [string, Cell][] = [
    ['Definition', report.definition],
    ['Funnel', report.funnel],
    ['From', report.from],
    ['To', report.to],
    ['Time zone', report.timeZone],
    ['As of', report.asOf],
    ['Complete until', report.completeUntil],
    ...Object.entries(filters).flatMap(([name, value]): [string, Cell][] =>
      value === undefined ? [] : [[name, value]],
    ),
  ];
  const toLine = (cells: readonly Cell[]) => `${cells.map((cell) => toCell(String(cell ?? ''))).join(',')}\r\n`;
  return `${BYTE_ORDER_MARK}${head.map(toLine).join('')}\r\n${table.map(toLine).join('')}`;
}

export const overviewCsv = (report: ReturnType<typeof presentOverview>, filters: ReportFilters): string =>
  toCsv(report, filters, [
    ['day', 'visits', 'starts', 'finishes'],
    ...report.days.map(({ day, visits, starts, finishes }) => [day, visits, starts, finishes]),
  ]);

export const stepsCsv = (report: ReturnType<typeof presentSteps>, filters: ReportFilters): string =>
  toCsv(report, { ...filters, Version: report.versionId ?? undefined }, [
    [
      'step',
      'title',
      'shown',
      'answered',
      'back',
      'exits',
      'dropOff',
      'dropOffLow',
      'dropOffHigh',
      'medianMs',
      'p90Ms',
    ],
    ...report.steps.map((step) => [
      ...[step.stepId, step.title, step.shown, step.answered, step.back, step.exits],
      ...[step.dropOff?.value ?? null, step.dropOff?.low ?? null, step.dropOff?.high ?? null],
      ...[step.medianMs, step.p90Ms],
    ]),
  ]);

export function sourcesCsv(report: ReturnType<typeof presentSources>, filters: ReportFilters): string {
  const few = '< 5';
  const { sources, locales, devices, versions } = report;
  const rows = Object.entries({ source: sources, locale: locales, device: devices, version: versions }).flatMap(
    ([by, list]) =>
      list.map(({ value, isFew, visits, starts, finishes, completionRate: rate }) => [
        ...[by, value],
        ...(isFew ? [few, few, few] : [visits, starts, finishes]),
        ...[rate?.value ?? null, rate?.low ?? null, rate?.high ?? null],
      ]),
  );
  return toCsv(report, filters, [
    ['by', 'value', 'visits', 'starts', 'finishes', 'completionRate', 'completionRateLow', 'completionRateHigh'],
    ...rows,
  ]);
}
