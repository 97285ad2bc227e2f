import { readFileSync } from 'node:fs';
import type { ExperimentBody, ExperimentResultsBody } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { parse } from 'yaml';
import { checkFile } from '../check-file.js';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';
import { plain } from '../webhooks/plain.js';
import { BYTE_ORDER_MARK } from './table.js';

const JSON_TYPE = 'application/json';

const ONE = {
  ...COMPANY_ARGUMENT,
  experiment: { type: 'positional', required: true, description: 'Id of the test.' },
} as const;

const toPath = ({ company, experiment }: { company?: string | undefined; experiment: string }): string =>
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
    console.log(JSON.stringify(await connect().request('GET', toPath(args)), null, 2));
  },
});

const create = defineCommand({
  meta: { name: 'create', description: 'Create a test as a draft, from a YAML or JSON file.' },
  args: {
    ...COMPANY_ARGUMENT,
    file: { type: 'positional', required: true, description: 'name, kind, funnel, hypothesis, minimumEffect, arms.' },
  },
  async run({ args }) {
    checkFile(args.file);
    const content = JSON.stringify(readDesign(args.file));
    const path = `${companyPath(args.company)}/experiments`;
    const made = (await connect().request('POST', path, { type: JSON_TYPE, content })) as ExperimentBody;
    console.log(`${made.id}  ${describePlan(made)}`);
  },
});

const start = defineCommand({
  meta: { name: 'start', description: 'Start a test. Its plan and arms are fixed from then on.' },
  args: {
    ...ONE,
    'dry-check': {
      type: 'boolean',
      description: 'For 24 hours every arm is like the first one, and only the shares are checked.',
    },
  },
  async run({ args }) {
    const content = JSON.stringify({ dryCheck: args['dry-check'] === true });
    const started = await connect().request('POST', `${toPath(args)}/start`, { type: JSON_TYPE, content });
    const { state, ...test } = started as ExperimentBody;
    console.log(`${plain(test.name)}: ${state}. ${describePlan({ state, ...test })}`);
  },
});

const stop = defineCommand({
  meta: { name: 'stop', description: 'Stop a test. It does not start again.' },
  args: ONE,
  async run({ args }) {
    const { name, state } = (await connect().request('POST', `${toPath(args)}/stop`)) as ExperimentBody;
    console.log(`${plain(name)}: ${state}.`);
  },
});

function readDesign(file: string): unknown {
  try {
    // JSON is YAML.
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} must be valid YAML or JSON: ${(error as Error).message.trim()}`);
  }
}

function describePlan({ plan }: ExperimentBody): string {
  if (!plan) return 'It cannot be planned yet: the last 28 days have no orders.';
  const days = plan.days === null ? 'no units were measured yet' : `about ${plan.days} days`;
  const warning = plan.isUnlikelyToDecide ? ' Under 200 units a week in an arm: it will probably not decide.' : '';
  return `${plan.plannedUnits} units per arm, ${days}.${warning}`;
}

const results = defineCommand({
  meta: { name: 'results', description: 'Show what a test says so far.' },
  args: {
    ...ONE,
    csv: { type: 'boolean', description: 'Sums of days as a CSV file.' },
    json: { type: 'boolean', description: 'The whole report as JSON.' },
  },
  async run({ args }) {
    if (args.csv && args.json) throw new UsageError('--csv and --json exclude each other.');
    const found = await connect().request('GET', `${toPath(args)}/results${args.csv ? '.csv' : ''}`);
    if (args.csv) process.stdout.write(`${BYTE_ORDER_MARK}${found}`);
    else if (args.json) console.log(JSON.stringify(found, null, 2));
    else console.log(formatResults(found as ExperimentResultsBody));
  },
});

function formatResults(results: ExperimentResultsBody): string {
  const { experiment, measures, ratio, fullDays, timeZone, guards, splitCheck } = results;
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
  const worse = guards.flatMap(({ guard, arms }) =>
    arms.filter(({ isWorse }) => isWorse).map(({ key }) => `${key} makes this worse: ${guard}.`),
  );
  const split = splitCheck?.isAlarm
    ? ['Two equal halves of the units seem to differ: do not decide by this test before a later check agrees.']
    : [];
  return [head, shares, ...worse, ...split, ...lines].join('\n');
}

/** `svc experiments list|show|create|start|stop|results`. docs/insight.md N13. */
export const experiments = defineCommand({
  meta: { name: 'experiments', description: 'Tests of funnels.' },
  subCommands: { list, show, create, start, stop, results },
});
