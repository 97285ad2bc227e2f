import { readFileSync } from 'node:fs';
import { FEED_SYSTEMS } from '@svc/domain';
import { defineCommand } from 'citty';
import { parse, stringify } from 'yaml';
import { checkFile } from '../check-file.js';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';
import { type Progress, showProgress } from '../show-progress.js';
import { formatLine, formatReport, type ImportRun } from './import-run.js';
import { sendFile } from './send-file.js';

const POLL_MS = 500;
const MIB = 1024 * 1024;

/** Bytes as long as they come, then rows. */
function toProgress({ bytes, totalBytes, rows }: NonNullable<ImportRun['progress']>): Progress {
  if (rows > 0) return { done: rows, total: 0, what: 'rows read' };
  return { done: Math.round(bytes / MIB), total: Math.round((totalBytes ?? 0) / MIB), what: 'MB received' };
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const importFile = defineCommand({
  meta: { name: 'import', description: 'Import a CSV file and wait for the report.' },
  args: {
    ...COMPANY_ARGUMENT,
    file: {
      type: 'positional',
      required: true,
      description: `CSV file: native, or an export of ${orList.format(Object.values(FEED_SYSTEMS))}.`,
    },
    'dry-run': { type: 'boolean', description: 'Report only; change nothing.' },
    format: { type: 'string', description: 'Format of the file. Default: detected from its header.' },
    mapping: { type: 'string', description: 'YAML or JSON file that maps the columns of this file.' },
  },
  async run({ args }) {
    checkFile(args.file);
    const query = new URLSearchParams({ wait: 'true' });
    if (args['dry-run']) query.set('dryRun', 'true');
    if (args.format) query.set('format', args.format);
    if (args.mapping) query.set('mapping', JSON.stringify(readMapping(args.mapping)));
    const path = `${companyPath(args.company)}/catalog`;
    const run = await sendFile(connect(), path, args.file, query, showProgress(process.stderr));
    print(run);
    // Apart from the report, which is the same for both.
    if (run.dryRun) console.error('Dry run: nothing was changed.');
    else if (run.state === 'HELD') {
      console.log(`To decide, run svc catalog apply ${run.id} or svc catalog discard ${run.id}.`);
    }
  },
});

const RUN_ARGUMENTS = {
  ...COMPANY_ARGUMENT,
  run: { type: 'positional', required: true, description: 'Id of a run whose state is HELD.' },
} as const;
const runPath = (args: { company?: string | undefined; run: string }) =>
  `${companyPath(args.company)}/catalog/imports/${encodeURIComponent(args.run)}`;

const applyRun = defineCommand({
  meta: { name: 'apply', description: 'Apply a held import.' },
  args: RUN_ARGUMENTS,
  async run({ args }) {
    print((await connect().request('POST', `${runPath(args)}/apply`)) as ImportRun);
  },
});

const discardRun = defineCommand({
  meta: { name: 'discard', description: 'Discard a held import.' },
  args: RUN_ARGUMENTS,
  async run({ args }) {
    await connect().request('DELETE', runPath(args));
    console.log('Import discarded. The catalog was not changed.');
  },
});

const mapping = defineCommand({
  meta: { name: 'mapping', description: "Show or set the column mapping of the company's files." },
  args: {
    ...COMPANY_ARGUMENT,
    file: {
      type: 'positional',
      required: false,
      description: 'YAML or JSON file. Without a file, the mapping is shown.',
    },
    clear: { type: 'boolean', description: 'Remove the mapping.' },
  },
  async run({ args }) {
    const path = `${companyPath(args.company)}/catalog/mapping`;
    if (args.clear) {
      await connect().request('DELETE', path);
      console.log('No columns are mapped.');
      return;
    }
    const content = args.file && { type: 'application/json', content: JSON.stringify(readMapping(args.file)) };
    const stored = content ? await connect().request('PUT', path, content) : await connect().request('GET', path);
    process.stdout.write(stringify(stored));
  },
});

const sync = defineCommand({
  meta: { name: 'sync', description: 'Fetch the feed now and wait for the report.' },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    const path = `${companyPath(args.company)}/catalog`;
    const { id } = (await connect().request('POST', `${path}/sync`)) as { id: string };
    const display = showProgress(process.stderr);
    try {
      for (;;) {
        const run = (await connect().request('GET', `${path}/imports/${id}`)) as ImportRun;
        if (run.state !== 'RUNNING') {
          display.end();
          print(run);
          return;
        }
        if (run.progress) display.update(toProgress(run.progress));
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    } finally {
      display.end();
    }
  },
});

const runs = defineCommand({
  meta: { name: 'runs', description: 'List the latest imports.' },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    const { data } = (await connect().request('GET', `${companyPath(args.company)}/catalog/imports?limit=20`)) as {
      data: ImportRun[];
    };
    for (const run of data) console.log(formatLine(run));
  },
});

/** `svc catalog import|sync|runs|apply|discard|mapping`. */
export const catalog = defineCommand({
  meta: { name: 'catalog', description: 'The product catalog.' },
  subCommands: { import: importFile, sync, runs, apply: applyRun, discard: discardRun, mapping },
});

function readMapping(file: string): unknown {
  checkFile(file);
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} must be valid YAML: ${(error as Error).message.trim()}`);
  }
}

/** Shows how a run ended; anything but success is a failure of the command. */
function print(run: ImportRun): void {
  console.log(formatReport(run));
  if (run.state !== 'SUCCEEDED') process.exitCode = 1;
}
