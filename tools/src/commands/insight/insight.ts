import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';
import { BYTE_ORDER_MARK, formatTable } from './table.js';

const DAYS = {
  from: {
    type: 'string',
    valueHint: 'day',
    description: 'First day, for example 2026-11-01. Default: 27 days before --to.',
  },
  to: { type: 'string', valueHint: 'day', description: 'Last day, inclusive. Default: today.' },
} as const;

const OUTPUT = {
  csv: { type: 'boolean', description: 'The table as a CSV file, for spreadsheets.' },
  json: { type: 'boolean', description: 'The whole report as JSON.' },
} as const;

/** @param what - is filtered. */
const toFilterArguments = (what: string) =>
  ({
    version: { type: 'string', valueHint: 'id', description: `${what} of this version only.` },
    locale: { type: 'string', valueHint: 'language', description: `${what} in this language only.` },
    source: { type: 'string', valueHint: 'name', description: `${what} with this tracking source only.` },
  }) as const;

const VISIT_ARGUMENTS = {
  ...COMPANY_ARGUMENT,
  funnel: { type: 'string', required: true, valueHint: 'subdomain', description: 'Sub-domain of the funnel.' },
  ...DAYS,
  ...toFilterArguments('Visits'),
  ...OUTPUT,
} as const;

const KINDS: string[] = ['verified', 'reported'];
const ROWS: string[] = ['day', 'variant', 'tab', 'rule'];

const ORDER_ARGUMENTS = {
  ...COMPANY_ARGUMENT,
  funnel: {
    type: 'string',
    valueHint: 'subdomain',
    description: 'Only what analyses of this funnel are credited with.',
  },
  ...DAYS,
  ...toFilterArguments('What analyses'),
  timezone: {
    type: 'string',
    valueHint: 'name',
    description: 'Of the days, for example Europe/Berlin. Default: that of the company.',
  },
  kind: {
    type: 'enum',
    options: KINDS,
    description: 'Only orders that a server reported (verified), or only those of browsers (reported).',
  },
  by: {
    type: 'enum',
    options: ROWS,
    description:
      'What the rows are. Default: day. By variant only of orders that are still kept (400 days). By tab or rule a line counts in each tab ' +
      'that its variant was in, and for each rule that moved it.',
  },
  ...OUTPUT,
} as const;

const FILTERS = ['funnel', 'from', 'to', 'version', 'locale', 'source', 'timezone', 'kind'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

async function show(
  report: string,
  args: Filters & {
    by?: string | undefined;
    company?: string | undefined;
    csv?: boolean | undefined;
    json?: boolean | undefined;
  },
): Promise<void> {
  if (args.csv && args.json) throw new UsageError('--csv and --json exclude each other.');
  const names = args.json ? FILTERS : [...FILTERS, 'by' as const];
  const query = new URLSearchParams(
    names.flatMap((name): [string, string][] => {
      const value = args[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ).toString();
  const path = `${companyPath(args.company)}/insight/${report}${args.json ? '' : '.csv'}${query && `?${query}`}`;
  const found = await connect().request('GET', path);
  if (args.json) console.log(JSON.stringify(found, null, 2));
  else if (args.csv) process.stdout.write(`${BYTE_ORDER_MARK}${found}`);
  else console.log(formatTable(String(found)));
}

const visits = (report: string, description: string) =>
  defineCommand({
    meta: { name: report, description },
    args: VISIT_ARGUMENTS,
    run: ({ args }) => show(report, args),
  });

/** `svc insight overview|steps|answers|matches|sources|revenue`. docs/insight.md N7, N12. */
export const insight = defineCommand({
  meta: { name: 'insight', description: 'Figures of funnels and what analyses are credited with.' },
  subCommands: {
    overview: visits('overview', 'Visits, starts and finishes by day.'),
    steps: visits('steps', 'Where visits end, by question of one version.'),
    answers: visits('answers', 'What shoppers answer, by question.'),
    matches: visits('matches', 'What shoppers do with what they are recommended, by variant.'),
    sources: visits('sources', 'Visits by tracking source, language, device and version.'),
    revenue: defineCommand({
      meta: {
        name: 'revenue',
        description: 'What analyses are credited with, by day of the order, variant, tab or rule.',
      },
      args: ORDER_ARGUMENTS,
      run: ({ args }) => show('revenue', args),
    }),
  },
});
