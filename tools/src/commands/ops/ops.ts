import { defineCommand } from 'citty';
import { UsageError } from '../connection.js';
import { SCHEMAS } from './schema-names.js';

const ORDERS = ['transactions', 'clock'] as const;

/** Loaded only by these commands, since libraries of databases take longer to load than other commands to run. */
const load = () => import('./run-ops.js');

const verify = defineCommand({
  meta: { name: 'verify', description: 'Check restored databases before the services start. Changes nothing.' },
  args: {
    at: {
      type: 'string',
      valueHint: 'date-time',
      description: 'Time of the restore: there must be an analysis of the minute before.',
    },
  },
  async run({ args }) {
    const at = args.at === undefined ? undefined : toTime('--at', args.at);
    await (await load()).runVerify(at);
  },
});

const restamp = defineCommand({
  meta: {
    name: 'restamp',
    description: 'After dump and restore or logical replication: let all followers begin from the start.',
  },
  args: {
    by: {
      type: 'string',
      valueHint: ORDERS.join('|'),
      description: 'Order of changes from now on; default: as before. clock: where transactions have no common order.',
    },
  },
  async run({ args }) {
    const order = ORDERS.find((name) => name === args.by);
    if (args.by !== undefined && order === undefined) throw new UsageError(`--by must be one of ${ORDERS.join(', ')}.`);
    await (await load()).runRestamp(order);
  },
});

const afterRestore = defineCommand({
  meta: {
    name: 'after-restore',
    description: 'After the schema of one service alone was restored to an earlier time.',
  },
  args: { schema: { type: 'positional', required: true, description: `One of ${SCHEMAS.join(', ')}.` } },
  async run({ args }) {
    const schema = SCHEMAS.find((name) => name === args.schema);
    if (schema === undefined) throw new UsageError(`The schema must be one of ${SCHEMAS.join(', ')}.`);
    await (await load()).runAfterRestore(schema);
  },
});

const exportErasures = defineCommand({
  meta: { name: 'export-erasures', description: 'Print the hashes of erased analyses, for replay-erasures.' },
  args: {
    since: { type: 'string', valueHint: 'date-time', required: true, description: 'Erased at this time or later.' },
  },
  async run({ args }) {
    const since = toTime('--since', args.since);
    await (await load()).runExportErasures(since);
  },
});

const replayErasures = defineCommand({
  meta: { name: 'replay-erasures', description: 'Erase again what was erased after the time of a restore.' },
  args: {
    file: {
      type: 'positional',
      required: true,
      description: 'Logs of analysis-svc, or output of export-erasures; - for standard input.',
    },
    since: {
      type: 'string',
      valueHint: 'date-time',
      required: true,
      description: 'Time of the restore; an earlier one is safe.',
    },
  },
  async run({ args }) {
    const since = toTime('--since', args.since);
    await (await load()).runReplayErasures(args.file, since);
  },
});

const reencrypt = defineCommand({
  meta: {
    name: 'reencrypt',
    description: 'Encrypt stored secrets with the first key of SECRETS_KEY and IDENTITY_KEYS. Services may run.',
  },
  args: {
    'dry-run': {
      type: 'boolean',
      description: 'Change nothing; the exit code is 1 while a row needs an older key.',
    },
  },
  async run({ args }) {
    await (await load()).runReencrypt(args['dry-run'] === true);
  },
});

const drill = defineCommand({
  meta: {
    name: 'drill',
    description:
      'Use a system that runs on a restored copy: match stored analyses twice, create and match one. Set DELIVERY_CONCURRENCY=0 of analysis-svc: the copy would deliver.',
  },
  args: {
    url: { type: 'string', default: 'http://127.0.0.1:8080', description: 'Address of a gateway of the copy.' },
    'base-domain': { type: 'string', default: 'localhost', description: 'Its BASE_DOMAIN, without a port.' },
    analyses: { type: 'string', default: '1000', description: 'How many of the newest analyses are matched.' },
    metrics: {
      type: 'string',
      valueHint: 'file|url',
      description: 'When it succeeds: a file for the textfile collector, or a group of a Pushgateway.',
    },
  },
  async run({ args }) {
    const analyses = Number(args.analyses);
    if (!Number.isInteger(analyses) || analyses < 0) throw new UsageError('--analyses must be a number.');
    if (!URL.canParse(args.url)) throw new UsageError('--url must be an address, for example http://127.0.0.1:8080.');
    const { url: origin, 'base-domain': baseDomain, metrics } = args;
    await (await load()).runDrill({ origin, baseDomain, analyses, metrics });
  },
});

/** @throws UsageError */
function toTime(option: string, text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw new UsageError(`${option} must be a time, for example 2026-11-23T12:00:00Z.`);
}

/** `svc ops …`: work on databases, not through the API. docs/operations.md "After a restore", "Rotation of keys". */
export const ops = defineCommand({
  meta: {
    name: 'ops',
    description:
      'Databases after a restore, and keys of stored secrets. Reads DATABASE_URL, or DATABASE_URL_FUNNEL and so on for databases of their own.',
  },
  subCommands: {
    verify,
    restamp,
    'after-restore': afterRestore,
    'export-erasures': exportErasures,
    'replay-erasures': replayErasures,
    reencrypt,
    drill,
  },
});
