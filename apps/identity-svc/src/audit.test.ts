import { randomId, sha256 } from '@svc/kit';
import { AuditActorKind, AuditOutcome, type RecordIntentRequest } from '@svc/proto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const DENIED = { code: '42501' };
const OK = AuditOutcome.AUDIT_OUTCOME_OK;
const CHANGES = [
  { path: '/name', before: 'Glow' },
  { path: '/domains', after: '["glow.example"]' },
];

/** Records an action by the platform token. */
async function intend(companyId: string, changes: Partial<RecordIntentRequest> = {}) {
  const entryId = randomId();
  const request = {
    ...{ entryId, companyId, actorKind: AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN, actorId: '' },
    ...{ action: 'key.manage/createApiKey', targets: [], requestId: 'request-1', source: '203.0.113.7' },
    ...changes,
  };
  const answer = await service.audit.recordIntent(request);
  return { entryId, companyId: answer.companyId, request };
}

const finish = (entry: { entryId: string; companyId: string }, outcome: AuditOutcome = OK) =>
  service.audit.recordOutcome({
    ...{ entryId: entry.entryId, companyId: entry.companyId, outcome, error: '', subjectId: '' },
    ...{ targets: [{ name: 'keyId', id: 'key-1' }], changed: ['/name'], changes: CHANGES },
  });

const list = async (companyId: string, filter: object = {}) =>
  service.audit.listAuditEntries({
    ...{ companyId, actorId: '', action: '', pageSize: 100, pageToken: '' },
    actorKind: AuditActorKind.AUDIT_ACTOR_KIND_UNSPECIFIED,
    ...filter,
  });

const verify = (companyId: string, knownHead?: { number: number; hash: Buffer }) =>
  service.audit.verifyAuditChain({ companyId, ...(knownHead ? { knownHead } : {}) });

describe('the audit log (docs/identity.md I11)', () => {
  it('lists entries with their outcomes, newest first', async () => {
    const { id, email } = await service.user();
    const first = await intend('listed', { actorKind: AuditActorKind.AUDIT_ACTOR_KIND_USER, actorId: id });
    await finish(first);
    await intend('listed');
    const { entries } = await list('listed');
    expect(entries).toMatchObject([
      { number: 3, actorKind: 'AUDIT_ACTOR_KIND_PLATFORM_TOKEN', outcome: 'AUDIT_OUTCOME_UNSPECIFIED', changed: [] },
      {
        ...{ number: 1, id: first.entryId, actor: { id, name: 'Ada Lovelace', email }, requestId: 'request-1' },
        ...{
          action: 'key.manage/createApiKey',
          network: '203.0.113.0/24',
          outcome: OK,
          changed: ['/name'],
          changes: CHANGES,
        },
        targets: [{ name: 'keyId', id: 'key-1' }],
      },
    ]);
  });

  it('a company sees its own entries only, the platform those without a company (I11.3)', async () => {
    const { entryId } = await intend('seen-1');
    const { entryId: platform } = await intend('');
    expect((await list('seen-1')).entries.map(({ id }) => id)).toEqual([entryId]);
    expect((await list('seen-2')).entries).toEqual([]);
    const { entries } = await list('');
    expect(entries.map(({ id }) => id)).toContain(platform);
    expect(entries.map(({ id }) => id)).not.toContain(entryId);
  });

  it('filters by actor, action, permission and time, page by page', async () => {
    const companyId = 'filtered';
    const { id } = await service.user();
    const user = { actorKind: AuditActorKind.AUDIT_ACTOR_KIND_USER, actorId: id };
    await intend(companyId, { ...user, action: 'funnel.publish/publishDraft' });
    await intend(companyId, { ...user, action: 'funnel.publish/rollbackFunnel' });
    await intend(companyId);
    const actions = async (filter: object) => (await list(companyId, filter)).entries.map(({ action }) => action);
    expect(await actions({ action: 'funnel.publish' })).toHaveLength(2);
    expect(await actions({ action: 'funnel.publish/publishDraft' })).toEqual(['funnel.publish/publishDraft']);
    expect(await actions({ action: 'funnel' })).toEqual([]);
    expect(await actions({ actorId: id })).toHaveLength(2);
    expect(await actions({ actorKind: AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN })).toEqual([
      'key.manage/createApiKey',
    ]);
    const { entries, nextPageToken } = await list(companyId, { pageSize: 2 });
    expect(entries.map(({ number }) => number)).toEqual([3, 2]);
    expect((await list(companyId, { pageSize: 2, pageToken: nextPageToken })).entries).toMatchObject([{ number: 1 }]);
    const middle = entries[1]?.recordTime as Date;
    expect((await list(companyId, { untilTime: middle })).entries.every(({ number }) => number < 2)).toBe(true);
    expect((await list(companyId, { fromTime: middle })).entries.map(({ number }) => number)).toEqual(
      expect.arrayContaining([3, 2]),
    );
  });

  it('finds the user of an address, a session or a link, and stores none of them', async () => {
    const { id, email, token } = await service.user();
    const hash = sha256(token);
    for (const subject of [
      { $case: 'subjectEmail', value: email.toUpperCase() },
      { $case: 'subjectSessionHash', value: hash },
      { $case: 'subjectId', value: id },
    ] as const) {
      const { entryId } = await intend('', { subject, actorKind: AuditActorKind.AUDIT_ACTOR_KIND_ANONYMOUS });
      const { entries } = await list('', { actorId: id });
      expect(entries.find((entry) => entry.id === entryId)).toMatchObject({ subject: { id } });
    }
    await intend('', { subject: { $case: 'subjectEmail', value: 'unknown@example.com' } });
    const stored = JSON.stringify(await service.db('audit_entries'));
    expect(stored).not.toMatch(/unknown@example\.com/);
    expect(stored).not.toContain(email);
    expect(stored).not.toContain('203.0.113.7');
  });

  it('the link of an invitation decides on the company of the entry (I11.3)', async () => {
    const invitation = await service.invite({ companyId: 'inviting' });
    const accepting = { subject: { $case: 'invitationHash', value: sha256(invitation.token) } } as const;
    const { companyId } = await intend('', accepting);
    expect(companyId).toBe('inviting');
    expect((await list('inviting')).entries).toMatchObject([
      { targets: [{ name: 'invitationId', id: invitation.id }] },
    ]);
    expect((await intend('', { subject: { $case: 'invitationHash', value: sha256('other') } })).companyId).toBe('');
  });

  it('records without values, as earlier releases wrote them, are part of the same chain', async () => {
    const entry = await intend('earlier');
    await service.db.transaction(async (trx) => {
      await trx.raw("select set_config('svc.company_id', 'earlier', true)");
      await trx.raw("select append_audit_outcome(?, 'OK', null, null, '{}', '{/name}')", [entry.entryId]);
    });
    await finish(await intend('earlier'));
    expect((await list('earlier')).entries.map(({ changes }) => changes)).toEqual([CHANGES, []]);
    expect(await verify('earlier')).toMatchObject({ recordCount: 4, problems: [] });
  });

  it('a repeated record is written once, and the first outcome counts', async () => {
    const entry = await intend('repeated');
    await service.audit.recordIntent(entry.request);
    await finish(entry);
    await finish(entry, AuditOutcome.AUDIT_OUTCOME_FAILED);
    expect((await list('repeated')).entries).toMatchObject([{ number: 1, outcome: OK }]);
    expect(await verify('repeated')).toMatchObject({ recordCount: 2, problems: [] });
  });

  it('without an outcome after 5 minutes an entry counts as UNKNOWN (I11.4)', async () => {
    const { entryId } = await intend('overdue');
    await service.db.raw("update audit_entries set recorded_at = recorded_at - interval '301 s' where id = ?", [
      entryId,
    ]);
    expect((await list('overdue')).entries).toMatchObject([{ outcome: 'AUDIT_OUTCOME_UNKNOWN' }]);
  });

  it('simultaneous records of a company form one chain', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const entry = await intend('crowded');
        await finish(entry);
      }),
    );
    const { recordCount, firstNumber, head, problems } = await verify('crowded');
    expect([recordCount, firstNumber, head?.number, problems]).toEqual([40, 1, 40, []]);
  });

  it('names and addresses are those of now, so that erasing a user leaves the chain whole', async () => {
    const { id } = await service.user();
    await intend('erased', { actorKind: AuditActorKind.AUDIT_ACTOR_KIND_USER, actorId: id });
    await service.db('memberships').where({ user_id: id }).delete();
    await service.db('users').where({ id }).delete();
    expect((await list('erased')).entries[0]?.actor).toEqual({ id });
    expect((await verify('erased')).problems).toEqual([]);
  });
});

describe('what the application role may do', () => {
  it.each([
    ['audit_entries', { action: 'x' }],
    ['audit_outcomes', { outcome: 'OK' }],
    ['audit_heads', { seq: 1 }],
  ])('reads %s, and cannot insert, change or delete its rows', async (table, row) => {
    const role = async (write: string) => {
      const text = { insert: `insert into ${table} default values`, delete: `delete from ${table}` }[write];
      const [column, value] = Object.entries(row)[0] as [string, unknown];
      return service.db.transaction(async (trx) => {
        await trx.raw('set local role svc_identity_app');
        await trx.raw(text ?? `update ${table} set ${column} = '${value}'`);
      });
    };
    for (const write of ['insert', 'update', 'delete']) await expect(role(write)).rejects.toMatchObject(DENIED);
  });
});

describe('verification of a chain', () => {
  /** A chain of four records: entry, outcome, entry, outcome. */
  async function chain(companyId: string) {
    for (let count = 0; count < 2; count += 1) await finish(await intend(companyId));
    const { head } = await verify(companyId);
    return head as { number: number; hash: Buffer };
  }

  it.each([
    ['changed', "update audit_entries set action = 'x' where seq = 3", 3, 'changed after it was written'],
    ['changed-targets', "update audit_entries set targets = array['a', 'b'] where seq = 3", 3, 'changed'],
    ['changed-outcome', "update audit_outcomes set outcome = 'REFUSED' where seq = 2", 2, 'changed'],
    ['changed-values', "update audit_outcomes set changes[2] = 'x' where seq = 2", 2, 'changed after it was written'],
    ['missing', 'delete from audit_outcomes where seq = 2', 3, 'Records 2 to 2 are missing.'],
    ['moved', "update audit_entries set recorded_at = recorded_at + interval '1 s' where seq = 1", 1, 'changed'],
    ['cut', 'delete from audit_outcomes where seq = 4', 4, 'The chain had 4 records; the last one is 3.'],
  ])('finds what was %s', async (companyId, statement, number, message) => {
    await chain(companyId);
    await service.db.raw(`${statement} and company_id = '${companyId}'`);
    const { problems } = await verify(companyId);
    expect(problems[0]).toMatchObject({ number, message: expect.stringContaining(message) });
  });

  it('computes the hashes that the database computed, whatever the values are', async () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\0', ''));
    const entries = fc.array(
      fc.record({
        action: value,
        requestId: value,
        actorId: value,
        targets: fc.array(fc.record({ name: value, id: value })),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(entries, async (given) => {
        for (const changes of given) await intend('random', changes);
        expect((await verify('random')).problems).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('recognizes the head of an earlier verification, also in a chain that was written again', async () => {
    const head = await chain('recognized');
    await finish(await intend('recognized'));
    expect((await verify('recognized', head)).problems).toEqual([]);
    const other = await chain('other-chain');
    expect((await verify('recognized', other)).problems).toMatchObject([{ number: 4 }]);
    expect((await verify('recognized', { ...head, number: 99 })).problems).toMatchObject([{ number: 99 }]);
  });

  it('deletes records after 400 days, and those only; the chain then begins later', async () => {
    await chain('old');
    const age = (days: number, until: number) =>
      Promise.all(
        ['audit_entries', 'audit_outcomes'].map((table) =>
          service.db.raw(
            `update ${table} set recorded_at = now() - make_interval(days => ?) where company_id = 'old' and seq <= ?`,
            [days, until],
          ),
        ),
      );
    await age(399, 3);
    await service.db.raw('select delete_old_audit()');
    expect((await verify('old')).recordCount).toBe(4);
    await age(401, 3);
    await service.db.raw('select delete_old_audit()');
    expect(await verify('old')).toMatchObject({ recordCount: 1, firstNumber: 4, problems: [] });
    await age(401, 4);
    await service.db.raw("update audit_heads set recorded_at = now() - interval '401 days' where company_id = 'old'");
    await service.db.raw('select delete_old_audit()');
    expect(await verify('old')).toMatchObject({ recordCount: 0, head: { number: 4 }, problems: [] });
    await intend('old');
    expect(await verify('old')).toMatchObject({ recordCount: 1, firstNumber: 5, problems: [] });
  });
});
