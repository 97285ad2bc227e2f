import { type Findings, splitWords } from '@svc/domain';
import type { CheckProgress, FunnelCheck } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { ManagementError } from '../../management-client.js';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';
import { showProgress } from '../show-progress.js';

/** `svc check beauty`: what no visitor finds and what acts nowhere; fails when answers lead to no match. */
export const check = defineCommand({
  meta: { name: 'check', description: 'Check a funnel before it is published: dead ends, and parts without effect.' },
  args: {
    ...COMPANY_ARGUMENT,
    subdomain: { type: 'positional', required: true, description: 'Sub-domain of the funnel.' },
    published: { type: 'boolean', description: 'Check the published version instead of the draft.' },
    json: { type: 'boolean', description: 'The whole report as JSON.' },
  },
  async run({ args }) {
    const path = `${companyPath(args.company)}/funnels/${encodeURIComponent(args.subdomain)}/check`;
    const content = JSON.stringify(args.published ? { version: 'published' } : {});
    const report = await readReport(connect().lines('POST', path, { type: 'application/json', content }));
    console.log(args.json ? JSON.stringify(report, null, 2) : describe(args.subdomain, report).join('\n'));
    if (report.deadPaths > 0) process.exitCode = 1;
  },
});

/** What a phase counts. */
const PHASES: Record<CheckProgress['phase'], string> = {
  PATHS: 'answer paths found',
  WALK: 'answer paths walked',
  DEAD_ENDS: 'paths without a match explained',
};

/** The report, which is the last line; the lines before it are shown as they come. */
async function readReport(lines: AsyncIterable<unknown>): Promise<FunnelCheck> {
  const display = showProgress(process.stderr);
  try {
    for await (const line of lines) {
      const { progress, report } = line as { progress?: CheckProgress; report?: FunnelCheck };
      if (report) return report;
      if (progress) display.update({ ...progress, what: PHASES[progress.phase] });
    }
  } finally {
    display.end();
  }
  throw new ManagementError(200, 'UNREACHABLE', 'The check ended without a report.');
}

const IDLE_REASONS = {
  EXPIRED: 'its "until" is over',
  CONDITION: 'its "when" holds on no checked path',
  NO_TARGET: 'no variant of the assortment meets its targets',
} as const;

const PAGE_WITHOUT_TABS =
  'The result page is enabled but has no enabled tab, so it shows no products: enable a tab or disable the page.';

/** Why a dead end does not keep a draft from being published. */
const NOT_BLOCKING: Record<FunnelCheck['deadEnds']['first'][number]['kind'], string> = {
  ANSWERS: '',
  PUBLISHED: '; so in the published version',
  COLOR_TYPE: '; some color types only',
};

/** The report in lines. */
function describe(subdomain: string, report: FunnelCheck): string[] {
  const { eligible, idleOptions, conflicts } = report;
  const findings = [
    ...list('Dead ends (answers with which nothing matches)', report.deadEnds, ({ kind, answers, paths }) => {
      const given = answers.length > 0 ? answers.map(splitWords).join(', ') : 'any answers';
      return `${given} (${count(paths, 'path', 'paths')}${NOT_BLOCKING[kind]})`;
    }),
    ...(report.blockingDeadEnds > 0
      ? [
          `${count(report.blockingDeadEnds, 'dead end keeps', 'dead ends keep')} the draft from being published without --force.`,
        ]
      : []),
    ...list('Variants that no path reaches', report.unreachableVariants, (id) => id),
    ...list('Tabs that are empty on every path', report.emptyTabs, (key) => key),
    ...(report.resultPageWithoutTabs ? [PAGE_WITHOUT_TABS] : []),
    ...list('Rules that do nothing', report.idleRules, (idle) => `${idle.rule}: ${IDLE_REASONS[idle.reason]}`),
    ...list('Conflicts of rules', conflicts, ({ kind, rules: [first, second], paths }) => {
      const what =
        kind === 'EXCLUDES_REQUIRED' ? `excludes all that ${first} requires` : `and ${first} require nothing in common`;
      return `${second} ${what} (${count(paths, 'path', 'paths')})`;
    }),
    ...list('Options without effect', idleOptions, ({ key, option }) => `${key} = ${option}`),
    ...(eligible.pathsOverLimit > 0
      ? [`${eligible.assortment} variants are eligible; one match allows at most ${eligible.limit}.`]
      : []),
  ];
  return [heading(subdomain, report), ...(findings.length > 0 ? findings : ['Nothing was found.'])];
}

function heading(subdomain: string, { version, paths }: FunnelCheck): string {
  const name = version ? `${subdomain}, version ${version.number}` : subdomain;
  if (paths.method === 'all') return `${name}: all ${count(paths.checked, 'answer path', 'answer paths')} checked.`;
  const pairs =
    paths.method === 'pairwise'
      ? 'every two answers together at least once'
      : `${paths.undecidedPairs} pairs of answers are left out`;
  return `${name}: ${paths.checked} of up to ${paths.total} answer paths checked, ${pairs}.`;
}

/** Nothing for an empty list. */
function list<T>(title: string, { total, first }: Findings<T>, line: (item: T) => string): string[] {
  if (total === 0) return [];
  const more = total - first.length;
  return [
    `${title}: ${total}`,
    ...first.map((item) => `  ${line(item)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
