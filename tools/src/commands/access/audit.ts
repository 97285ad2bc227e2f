import type { AuditEntry, AuditVerification } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';
import { plain } from '../webhooks/plain.js';

const LOG_ARGUMENTS = {
  ...COMPANY_ARGUMENT,
  platform: { type: 'boolean', description: 'The log of the platform: sign-ins, accounts, users.' },
} as const;

function getLogPath({ company, platform }: { company?: string | undefined; platform?: boolean | undefined }): string {
  if (platform && company) throw new UsageError('--company and --platform exclude each other.');
  return platform ? '/audit' : `${companyPath(company)}/audit`;
}

const DEFAULT_LIMIT = 20;

const list = defineCommand({
  meta: { name: 'list', description: 'List entries of the audit log, newest first.' },
  args: {
    ...LOG_ARGUMENTS,
    actor: { type: 'string', valueHint: 'id', description: 'Only actions of this user, or PLATFORM_TOKEN.' },
    action: { type: 'string', valueHint: 'action', description: 'Only this action, or all of a permission.' },
    from: { type: 'string', valueHint: 'time', description: 'Not before this time, for example 2026-11-01T00:00:00Z.' },
    to: { type: 'string', valueHint: 'time', description: 'Before this time.' },
    limit: { type: 'string', valueHint: 'number', description: `How many, 1 to 100; default ${DEFAULT_LIMIT}.` },
    json: { type: 'boolean', description: 'One JSON object per line.' },
  },
  async run({ args }) {
    const query = new URLSearchParams({ limit: args.limit ?? String(DEFAULT_LIMIT) });
    for (const name of ['actor', 'action', 'from', 'to'] as const) if (args[name]) query.set(name, args[name]);
    const page = (await connect().request('GET', `${getLogPath(args)}?${query}`)) as {
      data: AuditEntry[];
      nextCursor: string | null;
    };
    for (const entry of page.data) console.log(args.json ? JSON.stringify(entry) : formatLine(entry));
    if (args.json) return;
    if (page.data.length === 0) console.log('There are no such entries.');
    if (page.nextCursor) console.log('There are more; --limit shows up to 100, --to earlier ones.');
  },
});

function formatLine({ at, outcome, error, action, actor, subject, targets, changed, changes }: AuditEntry): string {
  const who = actor.email ?? actor.id ?? actor.kind;
  const ids = Object.entries(targets).map(([name, id]) => `${name}=${id}`);
  const about = subject ? [`user=${subject.email ?? subject.id}`] : [];
  const paths = changed.length > 0 ? [`changed: ${changed.join(', ')}`] : [];
  const values = changes.map(({ path, before, after }) => `${path}: ${before ?? 'none'} -> ${after ?? 'none'}`);
  const end = error ? `${outcome} ${error}` : (outcome ?? 'in progress');
  return [at, end.padEnd(8), action, who, ...about, ...ids, ...paths, ...values].map(plain).join('  ');
}

const verify = defineCommand({
  meta: {
    name: 'verify',
    description: 'Compute the hashes of the audit log again; the exit code is 1 if a record is missing or was changed.',
  },
  args: {
    ...LOG_ARGUMENTS,
    head: {
      type: 'string',
      valueHint: 'number:hash',
      description: 'What an earlier verification printed: whether the log still contains it.',
    },
  },
  async run({ args }) {
    const query = args.head ? `?${new URLSearchParams({ head: args.head })}` : '';
    const path = `${getLogPath(args)}/verification${query}`;
    const { records, first, head, problems } = (await connect().request('GET', path)) as AuditVerification;
    const from = first > 1 ? `, from ${first} on; earlier ones have expired` : '';
    console.log(`${records} ${records === 1 ? 'record' : 'records'}${from}.`);
    for (const { number, message } of problems) console.log(`${number}: ${message}`);
    if (problems.length > 0) process.exitCode = 1;
    else if (head) console.log(`Complete and unchanged. Keep this for --head:\n${head.number}:${head.hash}`);
  },
});

/** `svc audit list|verify`. */
export const audit = defineCommand({
  meta: { name: 'audit', description: 'Who did what, and whether that log is complete.' },
  subCommands: { list, verify },
});
