import { sha256, startMetricsServer } from '@svc/kit';
import { AuditActorKind, AuditOutcome } from '@svc/proto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';

let service: TestService;
let metrics: Awaited<ReturnType<typeof startMetricsServer>>;
beforeAll(async () => {
  metrics = await startMetricsServer({ host: '127.0.0.1', port: 0 });
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  await metrics.close();
});

const scrape = async () => (await fetch(`http://${metrics.address}/metrics`)).text();

// docs/metrics.md
it('sign-ins are counted by outcome', async () => {
  const { email } = await service.user();
  await service.signIn(email);
  await expect(service.signIn(email, 'not the password at all')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(
    service.sessions.verifySecondFactor({
      tokenHash: sha256('unknown'),
      factor: { $case: 'code', value: '123456' },
    }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const text = await scrape();
  expect(text).toContain('svc_sign_ins_total{outcome="signed_in"} 1');
  expect(text).toContain('svc_sign_ins_total{outcome="UNAUTHORIZED"} 2');
  expect(text).not.toContain(email);
});

it('invitations are counted by what happened to them', async () => {
  const before = await scrape();
  const count = (text: string, outcome: string) =>
    Number(new RegExp(`svc_invitations_total{outcome="${outcome}"} (\\d+)`).exec(text)?.[1] ?? 0);
  const invitation = await service.invite();
  await service.accept(invitation);
  await expect(service.accept(invitation)).rejects.toMatchObject({ code: 'CONFLICT' });
  const { id } = await service.invite();
  await service.invitations.revokeInvitation({ companyId: 'company-1', invitationId: id });
  const after = await scrape();
  const grown = ['created', 'accepted', 'revoked', 'CONFLICT'].map(
    (outcome) => count(after, outcome) - count(before, outcome),
  );
  expect(grown).toEqual([2, 1, 1, 1]);
});

it('outcomes of the audit log that are unknown are counted', async () => {
  expect(await scrape()).toContain('svc_audit_unknown_total 0');
  const entry = { entryId: 'entry-1', companyId: 'company-1' };
  await service.audit.recordIntent({
    ...{ ...entry, actorKind: AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN, actorId: '' },
    ...{ action: 'key.manage/createApiKey', targets: [], requestId: 'request-1', source: '203.0.113.7' },
  });
  const outcome = AuditOutcome.AUDIT_OUTCOME_UNKNOWN;
  await service.audit.recordOutcome({
    ...entry,
    outcome,
    error: '',
    subjectId: '',
    targets: [],
    changed: [],
    changes: [],
  });
  expect(await scrape()).toContain('svc_audit_unknown_total 1');
});
