import type { ExperimentBody, ExperimentResultsBody } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';
import { plain } from '../webhooks/plain.js';
import { BYTE_ORDER_MARK } from './table.js';

const ONE = {
  ...COMPANY_ARGUMENT,
  experiment: { type: 'positional', required: true, description: 'Id of the test.' },
} as const;

const pathOf = ({ company, experiment }: { company?: string | undefined; experiment: string }): string =>
  `${companyPath(company)}/experiments/${encodeURIComponent(experiment)}`;

const list = defineCommand({
  meta: { name: 'list', description: 'List tests, newest first.' },
  args: {
    ...COMPANY_ARGUMENT,
    funnel: { type: 'string', valueHint: 'subdomain', description: 'Only tests of this funnel.' },
  },
  async run({ args }) {
    const query = new URLSearchParams({ limit: '100', ...(args.funnel ? { funnel: args.funnel } : {}) });
    const { data } = (await connect().request('GET', `${companyPath(args.company)}/experiments?${query}`)) as {
      data: ExperimentBody[];
    };
    for (const { id, state, kind, funnel, name } of data) {
      console.log([id, state.padEnd(9), kind.padEnd(13), funnel ?? '–', plain(name)].join('  '));
    }
    if (data.length === 0) console.log('There are no tests.');
  },
});

const show = defineCommand({
  meta: { name: 'show', description: 'Show a test as JSON: what was decided, and the plan.' },
  args: ONE,
  async run({ args }) {
    console.log(JSON.stringify(await connect().request('GET', pathOf(args)), null, 2));
  },
});

const results = defineCommand({
  meta: { name: 'results', description: 'Show what a test says so far.' },
  args: {
    ...ONE,
    csv: { type: 'boolean', description: 'Sums of days as a CSV file.' },
    json: { type: 'boolean', description: 'The whole report as JSON.' },
  },
  async run({ args }) {
    if (args.csv && args.json) throw new UsageError('--csv and --json exclude each other.');
    const found = await connect().request('GET', `${pathOf(args)}/results${args.csv ? '.csv' : ''}`);
    if (args.csv) process.stdout.write(`${BYTE_ORDER_MARK}${found}`);
    else if (args.json) console.log(JSON.stringify(found, null, 2));
    else console.log(formatResults(found as ExperimentResultsBody));
  },
});

function formatResults({ experiment, measures, ratio, fullDays, timeZone }: ExperimentResultsBody): string {
  const head = `${plain(experiment.name)}: ${experiment.state}, ${fullDays} full days (${timeZone}).`;
  const shares = ratio.isAlarm
    ? `The arms do not have their shares of the units (p = ${ratio.pValue}): there is no result.`
    : `The shares of the arms agree with their weights (p = ${ratio.pValue}).`;
  const lines = measures.flatMap(({ measure, role, arms }) => [
    '',
    `${measure} (${role})`,
    ...arms.map(({ key, units, openUnits, value, sentence }) =>
      [
        `  ${key}  ${units} units${openUnits > 0 ? `, ${openUnits} more are open` : ''}, ${value ?? 'not measured'}`,
        ...(sentence ? [plain(sentence.en)] : []),
      ].join('. '),
    ),
  ]);
  return [head, shares, ...lines].join('\n');
}

/** `svc experiments list|show|results`. docs/insight.md N13. */
export const experiments = defineCommand({
  meta: { name: 'experiments', description: 'Tests of funnels.' },
  subCommands: { list, show, results },
});
