import { toCsvCell } from '@svc/domain';
import type { presentAnswers } from './present-answers.js';
import type { presentMatches } from './present-matches.js';
import type { presentOverview, presentSources, presentSteps } from './present-reports.js';
import type { Rate } from './rate.js';

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
function toCsv(
  report: Framed,
  filters: ReportFilters,
  table: readonly (readonly Cell[])[],
  figures: readonly (readonly Cell[])[] = [],
): string {
  const head: (readonly Cell[])[] = [
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
    ...figures,
  ];
  const toLine = (cells: readonly Cell[]) => `${cells.map((cell) => toCsvCell(String(cell ?? ''))).join(',')}\r\n`;
  return `${BYTE_ORDER_MARK}${head.map(toLine).join('')}\r\n${table.map(toLine).join('')}`;
}

interface Figure {
  definition: string;
  /** null: not measured. */
  value: number | Rate | null;
}

/** The figures of the whole period, with what each counts. */
const toFigureLines = (figures: Readonly<Record<string, Figure>>): Cell[][] => [
  ['figure', 'value', 'low', 'high', 'definition'],
  ...Object.entries(figures).map(([name, { value, definition }]) =>
    typeof value === 'number'
      ? [name, value, null, null, definition]
      : [name, value?.value ?? null, value?.low ?? null, value?.high ?? null, definition],
  ),
];

export const overviewCsv = (report: ReturnType<typeof presentOverview>, filters: ReportFilters): string => {
  const days = report.days.map(({ day, visits, starts, finishes, completions }) => [
    ...[day, visits, starts, finishes, completions],
  ]);
  const table = [['day', 'visits', 'starts', 'finishes', 'completions'], ...days];
  return toCsv(report, filters, table, toFigureLines(report.figures));
};

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

const FEW_TEXT = '< 5';

export const answersCsv = (report: ReturnType<typeof presentAnswers>, filters: ReportFilters): string =>
  toCsv(report, filters, [
    ['step', 'title', 'shown', 'key', 'caption', 'chosen', 'share', 'shareLow', 'shareHigh', 'isFolded'],
    ...report.steps.flatMap(({ stepId, title, shown, options }) =>
      options.map(({ key, caption, isFew, chosen, share, isFolded }) => [
        ...[stepId, title, shown, key, caption, isFew ? FEW_TEXT : chosen],
        ...[share?.value ?? null, share?.low ?? null, share?.high ?? null, String(isFolded)],
      ]),
    ),
  ]);

export const matchesCsv = (report: ReturnType<typeof presentMatches>, filters: ReportFilters): string => {
  const { cartValue, ...figures } = report.figures;
  const table = [
    [
      ...['variant', 'product', 'name', 'shown', 'clicked', 'clickRate', 'clickRateLow', 'clickRateHigh'],
      ...['addedToCart', 'bought'],
    ],
    ...report.variants.map(({ isFew, clickRate: rate, ...row }) => [
      ...[row.variantId, row.productName, row.variantName],
      ...(isFew ? [FEW_TEXT, FEW_TEXT] : [row.shown, row.clicked]),
      ...[rate?.value ?? null, rate?.low ?? null, rate?.high ?? null],
      ...(isFew ? [FEW_TEXT, FEW_TEXT] : [row.addedToCart, row.bought]),
    ]),
    ...report.neverMatched.variants.map(({ variantId, productName, variantName }) => [
      ...[variantId, productName, variantName, 0, 0, null, null, null, 0, 0],
    ]),
  ];
  const carts = cartValue.values.map(({ currency, value }): Cell[] => [
    ...['cartValue', `${value} ${currency}`, null, null, cartValue.definition],
  ]);
  return toCsv(report, filters, table, [...toFigureLines(figures), ...carts]);
};

export function sourcesCsv(report: ReturnType<typeof presentSources>, filters: ReportFilters): string {
  const { sources, locales, devices, versions } = report;
  const rows = Object.entries({ source: sources, locale: locales, device: devices, version: versions }).flatMap(
    ([by, list]) =>
      list.map(({ value, isFew, visits, starts, finishes, completionRate: rate }) => [
        ...[by, value],
        ...(isFew ? [FEW_TEXT, FEW_TEXT, FEW_TEXT] : [visits, starts, finishes]),
        ...[rate?.value ?? null, rate?.low ?? null, rate?.high ?? null],
      ]),
  );
  return toCsv(report, filters, [
    ['by', 'value', 'visits', 'starts', 'finishes', 'completionRate', 'completionRateLow', 'completionRateHigh'],
    ...rows,
  ]);
}
