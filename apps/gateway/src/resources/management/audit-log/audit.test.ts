import { AuditActorKind, type AuditEntry, AuditOutcome, type ListAuditEntriesRequest } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionFakes } from '../../../testing/sessions.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const AUDIT = '/api/admin/v1/companies/glow/audit';
const fakes = sessionFakes();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ handlers: fakes.handlers });
});
afterAll(() => gateway.stop());

const read = (path: string) => gateway.ask(path, { headers: { authorization: `Bearer ${PLATFORM_TOKEN}` } });

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: 'entry-1', number: 7, recordTime: new Date('2026-11-21T11:59:00Z'), requestId: 'request-1' },
  ...{
    actorKind: AuditActorKind.AUDIT_ACTOR_KIND_USER,
    actor: { id: 'user-1', name: 'Ada', email: 'ada@glow.example' },
  },
  ...{ action: 'key.manage/revokeApiKey', targets: [{ name: 'keyId', id: 'key-1' }], network: '203.0.113.0/24' },
  ...{ outcome: AuditOutcome.AUDIT_OUTCOME_OK, changed: ['role'], endTime: new Date('2026-11-21T11:59:01Z') },
  changes: [{ path: '/role', before: 'ANALYST' }],
  ...changes,
});

/** Answers with one page after the other. */
const answer = (...pages: AuditEntry[][]) => {
  const asked: ListAuditEntriesRequest[] = [];
  gateway.services.handlers.audit.listAuditEntries = async (request) => {
    asked.push(request);
    const at = Number(request.pageToken || 0);
    return { entries: pages[at] ?? [], nextPageToken: at + 1 < pages.length ? String(at + 1) : '' };
  };
  return asked;
};
beforeEach(() => void answer([]));

describe('GET …/audit (docs/identity.md I11)', () => {
  it('shows entries, and passes filters and pages on', async () => {
    const asked = answer([entry()], [entry()]);
    const { json } = await read(
      `${AUDIT}?actor=user-1&action=key.manage&from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00%2B01:00&limit=5`,
    );
    expect(json).toEqual({
      data: [
        {
          ...{
            id: 'entry-1',
            number: 7,
            at: '2026-11-21T11:59:00.000Z',
            subject: null,
            action: 'key.manage/revokeApiKey',
          },
          actor: { kind: 'USER', id: 'user-1', name: 'Ada', email: 'ada@glow.example' },
          ...{ targets: { keyId: 'key-1' }, requestId: 'request-1', network: '203.0.113.0/24', outcome: 'OK' },
          ...{ error: null, changed: ['role'], endedAt: '2026-11-21T11:59:01.000Z' },
          changes: [{ path: '/role', before: 'ANALYST', after: null }],
        },
      ],
      nextCursor: '1',
    });
    expect(asked).toMatchObject([
      {
        ...{ companyId: 'company-1', actorId: 'user-1', action: 'key.manage', pageSize: 5, pageToken: '' },
        ...{ fromTime: new Date('2026-11-01T00:00:00Z'), untilTime: new Date('2026-11-30T23:00:00Z') },
      },
    ]);
  });

  it('shows the log of the platform, and the actions of the platform token', async () => {
    const asked = answer([]);
    await read('/api/admin/v1/audit?actor=PLATFORM_TOKEN');
    const actorKind = AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN;
    expect(asked).toMatchObject([{ companyId: '', actorId: '', actorKind }]);
  });

  it('an erased user has an id only, and an entry in progress has no outcome', async () => {
    const { endTime, ...open } = entry({ actor: { id: 'user-1' }, outcome: AuditOutcome.AUDIT_OUTCOME_UNSPECIFIED });
    answer([open]);
    expect((await read(AUDIT)).json.data).toMatchObject([
      { actor: { id: 'user-1', name: null, email: null }, outcome: null, endedAt: null },
    ]);
  });

  it.each(['?from=yesterday', '?to=2026-13-01T00:00:00Z', '?actor=a&actor=b', '?user=a', `?action=${'a'.repeat(101)}`])(
    'the query %s is INVALID_QUERY',
    async (query) => {
      expect((await read(`${AUDIT}${query}`)).json.error).toBe('INVALID_QUERY');
    },
  );
});

describe('GET …/audit.csv (docs/identity.md I11.8)', () => {
  it('has every page, and no cell that a spreadsheet takes for a formula', async () => {
    const name = '=HYPERLINK("https://evil.example";"x")';
    answer([entry({ actor: { id: 'user-1', name, email: '+1@glow.example' } })], [entry()]);
    const { text, headers } = await read(`${AUDIT}.csv?action=key.manage`);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-glow.csv"',
    });
    const cells =
      '"key.manage/revokeApiKey";"";"keyId=key-1";"OK";"";"role";"203.0.113.0/24";"request-1";"/role: ANALYST > -"';
    expect(text.split('\r\n')).toEqual([
      'time;actor;address;action;subject;targets;outcome;error;changed;network;request;changes',
      `"2026-11-21T11:59:00.000Z";"'=HYPERLINK(""https://evil.example"";""x"")";"'+1@glow.example";${cells}`,
      `"2026-11-21T11:59:00.000Z";"Ada";"ada@glow.example";${cells}`,
      '',
    ]);
  });
});

describe('GET …/audit/verification (docs/identity.md I11.6)', () => {
  const hash = 'ab'.repeat(32);

  it('returns what was found, and asks for the head that the caller has kept', async () => {
    const problems = [{ number: 3, message: 'Records 2 to 2 are missing.' }];
    gateway.services.handlers.audit.verifyAuditChain = async ({ knownHead }) => ({
      ...{ recordCount: 2, firstNumber: 1, problems },
      ...(knownHead ? { head: knownHead } : {}),
    });
    const expected = { records: 2, first: 1, problems };
    expect((await read(`${AUDIT}/verification`)).json).toEqual({ ...expected, head: null });
    expect((await read(`${AUDIT}/verification?head=3:${hash}`)).json).toEqual({
      ...expected,
      head: { number: 3, hash },
    });
  });

  it.each(['3', `0:${hash}`, '3:ab', `3:${hash.toUpperCase()}`])('the head %s is INVALID_QUERY', async (head) => {
    expect((await read(`${AUDIT}/verification?head=${head}`)).json.error).toBe('INVALID_QUERY');
  });
});
