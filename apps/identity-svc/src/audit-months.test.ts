import { randomId } from '@svc/kit';
import { AuditActorKind, AuditOutcome } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';

/** The month in which the records that are 400 days old are, and the one before it, which has expired. */
const OLDEST = "date_trunc('month', now() - interval '400 days', 'UTC')";
const EXPIRED =
  "date_trunc('month', date_trunc('month', now() - interval '400 days', 'UTC') - interval '1 day', 'UTC')";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  // What was recorded before there were months.
  await service.db.raw('drop table audit_entries_before, audit_outcomes_before');
});
afterAll(() => service.stop());

const record = () =>
  service.audit.recordIntent({
    ...{ entryId: randomId(), companyId: 'months', actorKind: AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN },
    ...{ actorId: '', action: 'key.manage/createApiKey', targets: [], requestId: 'request-1', source: '' },
  });

async function listMonths(db = service.db): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entries'::regclass order by name",
  );
  return rows.map(({ name }) => name.replace(/\D/g, ''));
}

async function toMonth(moment: string): Promise<string> {
  const { rows } = await service.db.raw<{ rows: { month: string }[] }>(
    `select to_char((${moment}) at time zone 'UTC', 'YYYYMM') as month`,
  );
  return rows[0]?.month ?? '';
}

describe('months of the audit log (docs/identity.md I11.7)', () => {
  it('a record makes the month that is missing, also of 20 simultaneous ones', async () => {
    await Promise.all(Array.from({ length: 20 }, record));
    expect(await listMonths()).toContain(await toMonth('now()'));
    expect(await service.audit.verifyAuditChain({ companyId: 'months' })).toMatchObject({
      ...{ recordCount: 20, problems: [] },
    });
  });

  it('a month is dropped when all of it is more than 400 days ago, and not before', async () => {
    await service.db.transaction(async (trx) => {
      // The service deletes what is old after its start too: it waits for this lock.
      await trx.raw('lock table audit_heads in share update exclusive mode');
      for (const moment of [OLDEST, EXPIRED]) await trx.raw(`select create_audit_partitions(${moment})`);
      await trx.raw(`update audit_entries set recorded_at = ${EXPIRED} + interval '20 days' where seq = 1`);
      await trx.raw(`update audit_entries set recorded_at = ${OLDEST} + interval '1 hour' where seq = 2`);
      const before = await listMonths(trx);
      expect(before.slice(0, 2)).toEqual([await toMonth(EXPIRED), await toMonth(OLDEST)]);
      await trx.raw('select delete_old_audit()');
      expect(await listMonths(trx)).toEqual(before.slice(1));
    });
    const { recordCount, firstNumber } = await service.audit.verifyAuditChain({ companyId: 'months' });
    expect([recordCount, firstNumber]).toEqual([19, 2]);
  });

  it('an entry has its outcome when the month changes between the two', async () => {
    const entryId = randomId();
    await service.audit.recordIntent({
      ...{ entryId, companyId: 'turn', actorKind: AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN, actorId: '' },
      ...{ action: 'key.manage/createApiKey', targets: [], requestId: 'request-1', source: '' },
    });
    await service.audit.recordOutcome({
      ...{ entryId, companyId: 'turn', outcome: AuditOutcome.AUDIT_OUTCOME_OK, error: '', subjectId: '' },
      ...{ targets: [], changed: [], changes: [] },
    });
    const first = "date_trunc('month', now(), 'UTC')";
    await service.db.raw(`select create_audit_partitions(${first} - interval '1 second')`);
    await service.db.raw(
      `update audit_entries set recorded_at = ${first} - interval '1 second' where id = '${entryId}'`,
    );
    await service.db.raw(`update audit_outcomes set recorded_at = ${first} where entry_id = '${entryId}'`);
    const { entries } = await service.audit.listAuditEntries({
      ...{ companyId: 'turn', actorId: '', action: '', pageSize: 10, pageToken: '' },
      actorKind: AuditActorKind.AUDIT_ACTOR_KIND_UNSPECIFIED,
    });
    expect(entries).toMatchObject([{ id: entryId, outcome: 'AUDIT_OUTCOME_OK' }]);
  });
});
