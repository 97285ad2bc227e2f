import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { defineCommand } from 'citty';
import { checkFile } from './check-file.js';
import { COMPANY_ARGUMENT, companyPath, connect } from './connection.js';

interface ImportRun {
  id: string;
  state: string;
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** The first ones only. */
  rejected: { line: number; column: string; reason: string }[];
  rejectedCount: number;
  reason?: string;
  notes?: string[];
}

const importFile = defineCommand({
  meta: { name: 'import', description: 'Import a CSV file and wait for the report.' },
  args: {
    ...COMPANY_ARGUMENT,
    file: { type: 'positional', required: true, description: 'CSV file in the native format.' },
    'dry-run': { type: 'boolean', description: 'Report only; change nothing.' },
  },
  async run({ args }) {
    checkFile(args.file);
    const query = args['dry-run'] ? '?wait=true&dryRun=true' : '?wait=true';
    const run = (await connect().request('POST', `${companyPath(args.company)}/catalog/imports${query}`, {
      type: 'text/csv',
      content: Readable.toWeb(createReadStream(args.file)) as ReadableStream,
    })) as ImportRun;
    console.log(report(run));
    if (run.state !== 'SUCCEEDED') process.exitCode = 1;
  },
});

const runs = defineCommand({
  meta: { name: 'runs', description: 'List the latest imports.' },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    const { data } = (await connect().request('GET', `${companyPath(args.company)}/catalog/imports?limit=20`)) as {
      data: ImportRun[];
    };
    for (const run of data) console.log(`${run.id}  ${run.state}  ${run.read} rows read`);
  },
});

/** `svc catalog import|runs`. */
export const catalog = defineCommand({
  meta: { name: 'catalog', description: 'The product catalogue.' },
  subCommands: { import: importFile, runs },
});

function report(run: ImportRun): string {
  const unlisted = run.rejectedCount - run.rejected.length;
  return [
    `${run.state}${run.reason ? `: ${run.reason}` : ''}`,
    `${run.read} rows read: ${run.created} created, ${run.updated} updated, ${run.unchanged} unchanged, ${run.rejectedCount} rejected; ${run.removed} removed`,
    ...(run.notes ?? []).map((note) => `note: ${note}`),
    ...run.rejected.map(({ line, column, reason }) => `line ${line}${column ? `, ${column}` : ''}: ${reason}`),
    ...(unlisted > 0 ? [`… and ${unlisted} more rows`] : []),
  ].join('\n');
}
