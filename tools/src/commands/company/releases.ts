import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';
import { versionNumber } from './rollback.js';

interface Release {
  number: number;
  version: { id: string; number: number };
  releasedAt: string;
  releasedBy: string | null;
  note: string | null;
  restored: number | null;
  settingsVersion: number | null;
  inForce: boolean;
}

interface Released {
  release: number;
  number: number;
  versionId: string;
  warnings: { path: string; message: string }[];
}

type State = string | number;

const FUNNEL_ARGUMENTS = {
  ...COMPANY_ARGUMENT,
  subdomain: { type: 'positional', required: true, description: 'Sub-domain of the funnel.' },
} as const;
const NUMBER_ARGUMENT = {
  number: { type: 'positional', required: true, description: 'Number of the release; see "svc releases list".' },
} as const;
const PUBLISH_ARGUMENTS = {
  note: { type: 'string', valueHint: 'text', description: 'For the list of releases.' },
  force: { type: 'boolean', description: 'Publish without the check, even with dead ends.' },
} as const;

const list = defineCommand({
  meta: { name: 'list', description: 'List the releases of a funnel, newest first.' },
  args: FUNNEL_ARGUMENTS,
  async run({ args }) {
    for await (const release of allReleases(funnelPath(args))) console.log(formatLine(release));
  },
});

const show = defineCommand({
  meta: { name: 'show', description: 'Show a release, and what it changed.' },
  args: { ...FUNNEL_ARGUMENTS, ...NUMBER_ARGUMENT },
  async run({ args }) {
    const wanted = versionNumber('NUMBER', args.number);
    const path = funnelPath(args);
    const release = await findRelease(path, wanted);
    if (!release) throw new UsageError(`${args.subdomain} must have a release ${wanted}; see "svc releases list".`);
    console.log(formatLine(release));
    if (release.settingsVersion !== null) console.log(`Settings: version ${release.settingsVersion} in the end.`);
    if (wanted === 1) return;
    console.log(`Changes since release ${wanted - 1}:`);
    for (const sentence of await compare(path, wanted - 1, wanted)) console.log(`  ${sentence}`);
  },
});

const diff = defineCommand({
  meta: { name: 'diff', description: 'Print what differs between two states of a funnel, as sentences.' },
  args: {
    ...FUNNEL_ARGUMENTS,
    from: {
      type: 'string',
      valueHint: 'state',
      description: 'published (default), edit, draft, a version or a release.',
    },
    to: { type: 'string', valueHint: 'state', description: 'The same. Default: edit.' },
  },
  async run({ args }) {
    const sentences = await compare(funnelPath(args), toState(args.from ?? 'published'), toState(args.to ?? 'edit'));
    console.log(sentences.length === 0 ? 'Nothing differs.' : sentences.join('\n'));
  },
});

const release = defineCommand({
  meta: { name: 'release', description: 'Check and publish what is being edited, or the draft.' },
  args: {
    ...FUNNEL_ARGUMENTS,
    ...PUBLISH_ARGUMENTS,
    revision: {
      type: 'string',
      valueHint: 'number',
      description: 'Refuse another revision of the edit than this one.',
    },
    draft: { type: 'string', valueHint: 'id', description: 'Publish the draft, which must be this version.' },
  },
  async run({ args }) {
    if (args.draft !== undefined && args.revision !== undefined) {
      throw new UsageError('The command must not have both --draft and --revision.');
    }
    const path = funnelPath(args);
    const source =
      args.draft === undefined
        ? { revision: args.revision === undefined ? await loadRevision(path) : toRevision(args.revision) }
        : { versionId: args.draft };
    report(args.subdomain, await publish(`${path}/release`, { ...source, ...publishing(args) }));
  },
});

const restore = defineCommand({
  meta: { name: 'restore', description: 'Put a release in force again, with its settings.' },
  args: { ...FUNNEL_ARGUMENTS, ...NUMBER_ARGUMENT, ...PUBLISH_ARGUMENTS },
  async run({ args }) {
    const number = versionNumber('NUMBER', args.number);
    report(args.subdomain, await publish(`${funnelPath(args)}/releases/${number}/restore`, publishing(args)));
  },
});

/** `svc releases list|show|diff|release|restore`. docs/releases.md "Releases". */
export const releases = defineCommand({
  meta: {
    name: 'releases',
    description: 'Releases of a funnel: what was in force when, what differs, and the way back.',
  },
  subCommands: { list, show, diff, release, restore },
});

const funnelPath = ({ company, subdomain }: { company?: string | undefined; subdomain: string }) =>
  `${companyPath(company)}/funnels/${encodeURIComponent(subdomain)}`;

function formatLine({ number, version, releasedAt, releasedBy, note, restored, inForce }: Release): string {
  const words = [
    `version ${version.number}`,
    releasedAt,
    inForce ? 'in force' : '',
    releasedBy === null ? '' : `by ${releasedBy}`,
    restored === null ? '' : `as release ${restored}`,
    note ?? '',
  ];
  return `${String(number).padStart(4)}  ${words.filter(Boolean).join('  ')}`;
}

async function* allReleases(path: string): AsyncGenerator<Release> {
  const client = connect();
  let cursor: string | null | undefined;
  do {
    const query = `?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const page = (await client.request('GET', `${path}/releases${query}`)) as {
      data: Release[];
      nextCursor: string | null;
    };
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor);
}

async function findRelease(path: string, number: number): Promise<Release | undefined> {
  for await (const each of allReleases(path)) if (each.number === number) return each;
  return undefined;
}

async function compare(path: string, from: State, to: State): Promise<string[]> {
  const { changes } = (await send(`${path}/diff`, { from, to, locale: 'en' })) as { changes: { sentence: string }[] };
  return changes.map(({ sentence }) => sentence);
}

/** The number of a release, the name of a state, or the id of a version. */
const toState = (given: string): State => (/^[1-9]\d{0,8}$/.test(given) ? Number(given) : given);

/** Revisions are times in milliseconds. @throws UsageError */
function toRevision(given: string): number {
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new UsageError('--revision must be a number, for example 1795456800012.');
}

async function loadRevision(path: string): Promise<number> {
  return ((await connect().request('GET', `${path}/edit`)) as { revision: number }).revision;
}

const publishing = ({ note, force }: { note?: string | undefined; force?: boolean | undefined }) => ({
  ...(note === undefined ? {} : { note }),
  ...(force ? { force } : {}),
});

const publish = async (path: string, body: object): Promise<Released> => (await send(path, body)) as Released;

const send = (path: string, body: object) =>
  connect().request('POST', path, { type: 'application/json', content: JSON.stringify(body) });

function report(subdomain: string, { release: number, number: version, versionId, warnings }: Released): void {
  console.log(`Release ${number} of ${subdomain} is in force: version ${version} (${versionId}).`);
  if (warnings.length > 0) console.error('Warnings:');
  for (const { path, message } of warnings) console.error(`  ${path || '/'}: ${message}`);
}
