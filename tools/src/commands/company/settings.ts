import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';
import { versionNumber } from './rollback.js';

const versions = defineCommand({
  meta: { name: 'versions', description: 'List the versions of the settings, newest first, and what each changed.' },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    for await (const entry of allVersions(companyPath(args.company))) console.log(formatLine(entry));
  },
});

interface SettingsVersion {
  version: number;
  createdAt: string;
  changed: string[];
  inForce: boolean;
}

function formatLine({ version, createdAt, changed, inForce }: SettingsVersion): string {
  const what = changed.length > 0 ? changed.join(', ') : '(as it was when the history began)';
  return `${String(version).padStart(5)}  ${createdAt}  ${inForce ? 'in force' : '        '}  ${what}`;
}

async function* allVersions(path: string): AsyncGenerator<SettingsVersion> {
  const client = connect();
  let cursor: string | null | undefined;
  do {
    const query = `?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const page = (await client.request('GET', `${path}/settings/versions${query}`)) as {
      data: SettingsVersion[];
      nextCursor: string | null;
    };
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor);
}

const show = defineCommand({
  meta: {
    name: 'show',
    description: 'Print a version of the settings as a file for apply and replay.',
  },
  args: {
    ...COMPANY_ARGUMENT,
    version: { type: 'positional', required: true, description: 'Version of the settings.' },
    out: { type: 'string', valueHint: 'file', description: 'Write to this file instead of the terminal.' },
  },
  async run({ args }) {
    const path = `${companyPath(args.company)}/settings/versions/${versionNumber('VERSION', args.version)}`;
    const text = (await connect().request('GET', path, undefined, 'application/yaml')) as string;
    if (args.out) writeFileSync(args.out, text);
    else process.stdout.write(text);
  },
});

const rollback = defineCommand({
  meta: { name: 'rollback', description: 'Restore earlier settings: all that differ, or the named parts.' },
  args: {
    ...COMPANY_ARGUMENT,
    version: { type: 'positional', required: true, description: 'Version of the settings.' },
    part: {
      type: 'string',
      valueHint: 'part',
      description: 'tagging, sets, funnels/<sub-domain>/matching, …/resultPage or …/assortment; may be repeated.',
    },
  },
  async run({ args, rawArgs }) {
    const parts = partsIn(rawArgs);
    const body = { version: versionNumber('VERSION', args.version), ...(parts.length > 0 ? { parts } : {}) };
    const { changed, warnings = [] } = (await connect().request(
      'POST',
      `${companyPath(args.company)}/settings/rollback`,
      {
        type: 'application/json',
        content: JSON.stringify(body),
      },
    )) as { changed: string[]; warnings?: { path: string; message: string }[] };
    console.log(
      changed.length === 0
        ? 'Nothing changed.'
        : `As in version ${args.version} again:\n${changed.map((key) => `  ${key}`).join('\n')}`,
    );
    if (warnings.length > 0) console.error('Warnings:');
    for (const { path, message } of warnings) console.error(`  ${path || '/'}: ${message}`);
  },
});

/** Every value of `--part`; the command's own arguments have only the last. */
function partsIn(rawArgs: string[]): string[] {
  const options = { company: { type: 'string' }, part: { type: 'string', multiple: true } } as const;
  return parseArgs({ args: rawArgs, options, allowPositionals: true }).values.part ?? [];
}

/** `svc settings versions|show|rollback`. */
export const settings = defineCommand({
  meta: { name: 'settings', description: 'Earlier tagging, sets and matching settings.' },
  subCommands: { versions, show, rollback },
});
