import { Readable } from 'node:stream';
import { toCsvCell } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { AuditActorKind, type AuditEntry, type AuditUser, auditActorKinds, auditOutcomes } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { requiredTime, toIsoTime } from '../../../messages/iso-time.js';
import { json, page, plainContent, type Reply, sendBody, sendJson, sendPage } from '../../../route/answer.js';
import { optional, paging, toPage, type ValuesOf } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import {
  auditCsvExample,
  auditEntryExample,
  auditVerificationExample,
  brokenVerificationExample,
  headExample,
} from './audit-examples.js';

const PLATFORM = '/api/admin/v1/audit';
const ofCompany = { ...management, method: 'GET', permission: 'manage:audit.read', params: company } as const;
const ofPlatform = { ...management, method: 'GET', permission: 'manage:user.manage' } as const;

const PLATFORM_TOKEN = 'PLATFORM_TOKEN';
const MAX_LENGTH = 100;

const short = (value: string, name: string): string => {
  if (value.length <= MAX_LENGTH) return value;
  throw new ServiceError('INVALID_QUERY', `${name} must have at most ${MAX_LENGTH} characters.`);
};

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

function parseTime(value: string, name: string): Date {
  const time = new Date(value);
  if (TIME.test(value) && !Number.isNaN(time.getTime())) return time;
  throw new ServiceError('INVALID_QUERY', `${name} must be a time such as 2026-11-21T10:00:00Z.`);
}

const timeSchema = { type: 'string', format: 'date-time' };

const filter = {
  actor: optional({ description: `User id, or ${PLATFORM_TOKEN}.`, example: auditEntryExample.actor.id }, short),
  action: optional(
    { description: 'An action, or a permission and all its operations.', example: 'funnel.publish' },
    short,
  ),
  from: optional({ description: 'Inclusive.', example: '2026-11-01T00:00:00Z', schema: timeSchema }, parseTime),
  to: optional({ description: 'Exclusive.', example: '2026-12-01T00:00:00Z', schema: timeSchema }, parseTime),
};
type Filter = ValuesOf<typeof filter>;

const toRequest = (companyId: string, { actor = '', action = '', from, to }: Filter) => ({
  companyId,
  actorId: actor === PLATFORM_TOKEN ? '' : actor,
  actorKind:
    actor === PLATFORM_TOKEN
      ? AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN
      : AuditActorKind.AUDIT_ACTOR_KIND_UNSPECIFIED,
  action,
  ...(from ? { fromTime: from } : {}),
  ...(to ? { untilTime: to } : {}),
});

async function sendEntries(
  { audit }: Pick<Clients, 'audit'>,
  companyId: string,
  query: Filter & ValuesOf<typeof paging>,
): Promise<Reply<200>> {
  const request = { ...toRequest(companyId, query), ...toPage(query) };
  const { entries, nextPageToken } = await audit.listAuditEntries(request);
  return sendPage(entries.map(presentEntry), nextPageToken);
}

const list = {
  query: { ...paging, ...filter },
  queryStrictness: 'keys',
  answers: { 200: page('AuditPage', auditEntryExample) },
} as const;

const listAuditEntries = route({
  ...ofCompany,
  ...list,
  path: `${COMPANY}/audit`,
  id: 'listAuditEntries',
  summary: 'Audit log of the company, newest first',
  description: 'Changes, refused ones too, and reads of contact data, secrets and tables. Kept for 400 days.',
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      return sendEntries(clients, companyId, query);
    },
});

const listPlatformAuditEntries = route({
  ...ofPlatform,
  ...list,
  path: PLATFORM,
  id: 'listPlatformAuditEntries',
  summary: 'Audit log of the platform, newest first',
  description:
    'Sign-ins, changes of accounts, users and administrators of the platform, and what users attempted in companies of others.',
  handler:
    ({ clients }) =>
    ({ query }) =>
      sendEntries(clients, '', query),
});

const PAGE_SIZE = 200;
const COLUMNS = 'time;actor;address;action;subject;targets;outcome;error;changed;network;request;changes';

/** A table of all entries, page by page as it is read. */
async function sendTable(
  { audit }: Pick<Clients, 'audit'>,
  companyId: string,
  query: Filter,
  name: string,
): Promise<Reply<200>> {
  const load = (pageToken: string) =>
    audit.listAuditEntries({ ...toRequest(companyId, query), pageSize: PAGE_SIZE, pageToken });
  // What fails with the first page is still an error response.
  const first = await load('');
  async function* read(): AsyncGenerator<string> {
    yield `${COLUMNS}\r\n`;
    for (let found = first; ; found = await load(found.nextPageToken)) {
      yield found.entries.map((entry) => `${toRow(entry)}\r\n`).join('');
      if (found.nextPageToken === '') return;
    }
  }
  return sendBody(200, 'text/csv; charset=utf-8', Readable.from(read(), { objectMode: false }), {
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  });
}

function toRow(message: AuditEntry): string {
  const { at, actor, subject, action, targets, outcome, error, changed, changes, network, requestId } =
    presentEntry(message);
  return [
    ...[at, actor.name ?? actor.id ?? actor.kind, actor.email ?? '', action, subject?.name ?? subject?.id ?? ''],
    Object.entries(targets)
      .map(([name, id]) => `${name}=${id}`)
      .join(' '),
    ...[outcome ?? '', error ?? '', changed.join(' '), network, requestId],
    changes.map(({ path, before, after }) => `${path}: ${before ?? '-'} > ${after ?? '-'}`).join(', '),
  ]
    .map(toCsvCell)
    .join(';');
}

const table = {
  query: filter,
  queryStrictness: 'keys',
  audit: 'always',
  answers: { 200: { description: 'One line for each entry.', content: plainContent('text/csv', auditCsvExample) } },
} as const;
const SAFE_CELLS =
  'The same entries as a table. Cells that a spreadsheet would take for a formula begin with an apostrophe.';

const exportAudit = route({
  ...ofCompany,
  ...table,
  path: `${COMPANY}/audit.csv`,
  id: 'exportAudit',
  summary: 'Audit log of the company as a table',
  description: SAFE_CELLS,
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      return sendTable(clients, companyId, query, `audit-${params.handle}`);
    },
});

const exportPlatformAudit = route({
  ...ofPlatform,
  ...table,
  path: `${PLATFORM}.csv`,
  id: 'exportPlatformAudit',
  summary: 'Audit log of the platform as a table',
  description: SAFE_CELLS,
  handler:
    ({ clients }) =>
    ({ query }) =>
      sendTable(clients, '', query, 'audit-platform'),
});

const HEAD = /^([1-9]\d{0,14}):([0-9a-f]{64})$/;

const head = {
  head: optional(
    {
      description:
        'Number and hash of `head` of an earlier verification: whether the chain still contains this record.',
      example: headExample,
    },
    (value, name) => {
      const [, number, hash] = HEAD.exec(value) ?? [];
      if (number && hash) return { number: Number(number), hash: Buffer.from(hash, 'hex') };
      throw new ServiceError('INVALID_QUERY', `${name} must be a number, a colon and 64 hexadecimal digits.`);
    },
  ),
};

async function sendVerification(
  { audit }: Pick<Clients, 'audit'>,
  companyId: string,
  known: ValuesOf<typeof head>['head'],
): Promise<Reply<200>> {
  const request = { companyId, ...(known ? { knownHead: known } : {}) };
  const answer = await audit.verifyAuditChain(request, { timeoutMs: TIMEOUT_MS.check });
  return sendJson(200, {
    records: answer.recordCount,
    first: answer.firstNumber,
    head: answer.head ? { number: answer.head.number, hash: Buffer.from(answer.head.hash).toString('hex') } : null,
    problems: answer.problems,
  });
}

const verification = {
  query: head,
  queryStrictness: 'keys',
  description: 'Each record contains the hash of the one before it. This computes the hashes of all of them again.',
  answers: {
    200: json('What was found.', 'AuditVerification', {
      whole: auditVerificationExample,
      broken: brokenVerificationExample,
    }),
  },
} as const;

const verifyAudit = route({
  ...ofCompany,
  ...verification,
  path: `${COMPANY}/audit/verification`,
  id: 'verifyAudit',
  summary: 'Whether the audit log of the company is complete and unchanged',
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      return sendVerification(clients, companyId, query.head);
    },
});

const verifyPlatformAudit = route({
  ...ofPlatform,
  ...verification,
  path: `${PLATFORM}/verification`,
  id: 'verifyPlatformAudit',
  summary: 'Whether the audit log of the platform is complete and unchanged',
  handler:
    ({ clients }) =>
    ({ query }) =>
      sendVerification(clients, '', query.head),
});

/** The audit log. docs/identity.md I11. */
export const audit = [
  listAuditEntries,
  exportAudit,
  verifyAudit,
  listPlatformAuditEntries,
  exportPlatformAudit,
  verifyPlatformAudit,
];

const presentUser = ({ id, name, email }: AuditUser) => ({ id, name: name ?? null, email: email ?? null });

const presentEntry = (entry: AuditEntry) => ({
  id: entry.id,
  number: entry.number,
  at: requiredTime(entry.recordTime),
  actor: {
    kind: auditActorKinds.toName(entry.actorKind),
    ...(entry.actor ? presentUser(entry.actor) : { id: null, name: null, email: null }),
  },
  subject: entry.subject ? presentUser(entry.subject) : null,
  action: entry.action,
  targets: Object.fromEntries(entry.targets.map(({ name, id }) => [name, id])),
  requestId: entry.requestId,
  network: entry.network,
  outcome: auditOutcomes.toNullable(entry.outcome),
  error: entry.error ?? null,
  changed: entry.changed,
  changes: entry.changes.map(({ path, before = null, after = null }) => ({ path, before, after })),
  endedAt: toIsoTime(entry.endTime),
});
