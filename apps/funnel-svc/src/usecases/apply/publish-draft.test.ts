import { ServiceError } from '@svc/kit';
import { type DeadEnd, DeadEndKind } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import type { CheckResult } from '../../testing/fake-participants.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const cleanCheck: CheckResult = { blockingDeadEnds: 0, deadEnds: { total: 0, first: [] } };
beforeEach(() => {
  service.matcher.onCheck = async () => cleanCheck;
  service.matcher.faults.down = false;
  service.matcher.checked.length = 0;
});

/** A company with one funnel: a published version with one step, a draft with two. */
async function companyWithDraft() {
  const wanted = funnel({ published: { steps: [step(1)] }, draft: { steps: [step(1), step(2)] } });
  const { id, handle, answer } = await service.company({ funnels: [wanted] });
  const { subdomain } = wanted;
  return { companyId: id, handle, subdomain, ...answer.funnels[subdomain] };
}
const countVersions = async ({ companyId, subdomain }: { companyId: string; subdomain: string }) =>
  (await service.admin.listVersions({ companyId, subdomain, pageSize: 10, pageToken: '' })).versions.length;

const deadEnd = (kind: DeadEnd['kind'], ...answers: DeadEnd['answers']): DeadEnd => ({
  kind,
  answers,
  paths: 1,
  example: answers,
});
const answered = (id: number, ...chosen: string[]) => ({ step: id, key: `step_${id}`, chosen });

describe('PublishDraft checks the draft (ADR 21)', () => {
  it('the check is asked about the draft, compared with the published version', async () => {
    const { companyId, subdomain, id, draft, published } = await companyWithDraft();
    const answer = await service.admin.publishDraft({ companyId, subdomain, force: false });
    expect(answer).toEqual({ versionId: draft?.id, number: 2 });
    expect(service.matcher.checked).toEqual([
      {
        companyId,
        funnelId: id,
        version: { $case: 'versionId', value: draft?.id },
        baselineVersionId: published?.id,
      },
    ]);
  });

  it('a funnel that was never published is compared with nothing', async () => {
    const wanted = funnel({ draft: { steps: [step(1)] } });
    const { id: companyId } = await service.company({ funnels: [wanted] });
    await service.admin.publishDraft({ companyId, subdomain: wanted.subdomain, force: false });
    expect(service.matcher.checked[0]).not.toHaveProperty('baselineVersionId', expect.anything());
  });

  it('dead ends are a CONFLICT that counts all and says the first ten in words; nothing is published', async () => {
    const company = await companyWithDraft();
    const first = [
      deadEnd(DeadEndKind.DEAD_END_KIND_ANSWERS),
      deadEnd(DeadEndKind.DEAD_END_KIND_ANSWERS, answered(2, 'a')),
      deadEnd(DeadEndKind.DEAD_END_KIND_ANSWERS, answered(1, 'a', 'b'), answered(2)),
      ...Array.from({ length: 9 }, () => deadEnd(DeadEndKind.DEAD_END_KIND_ANSWERS, answered(1, 'a'))),
      deadEnd(DeadEndKind.DEAD_END_KIND_PUBLISHED, answered(1, 'b')),
    ];
    service.matcher.onCheck = async () => ({ blockingDeadEnds: 12, deadEnds: { total: 13, first } });
    const refused = await service.admin.publishDraft({ ...company, force: false }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/12 dead ends.*"force": true/) });
    const { details } = refused as ServiceError;
    expect(details).toHaveLength(10);
    expect(details.slice(0, 3)).toEqual([
      { path: '', message: 'Nothing matches, whatever is answered.' },
      { path: '/draft/steps/1', message: 'Nothing matches with step_2 = a.' },
      { path: '/draft/steps/1', message: 'Nothing matches with step_1 = a + b and step_2 not answered.' },
    ]);
    await expect(service.admin.publishDraft({ ...company, force: true })).resolves.toMatchObject({ number: 2 });
  });

  it('dead ends of the published version or of single color types do not block a publish', async () => {
    const first = [
      deadEnd(DeadEndKind.DEAD_END_KIND_PUBLISHED, answered(1, 'b')),
      deadEnd(DeadEndKind.DEAD_END_KIND_COLOR_TYPE, { key: 'c', chosen: ['X'] }),
    ];
    service.matcher.onCheck = async () => ({ blockingDeadEnds: 0, deadEnds: { total: 2, first } });
    await expect(service.admin.publishDraft({ ...(await companyWithDraft()), force: false })).resolves.toBeDefined();
  });

  it.each([
    ['is down', () => Object.assign(service.matcher.faults, { down: true })],
    ['has not the company’s data', () => fail(new ServiceError('MATCHER_FAILURE', 'No catalog.'))],
    ['has a fault', () => fail(new Error('a bug'))],
  ])('a matcher that %s is UNAVAILABLE with force as the way on, which does not ask it', async (_what, breakIt) => {
    const company = await companyWithDraft();
    breakIt();
    await expect(service.admin.publishDraft({ ...company, force: false })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/cannot be checked.*unchecked with "force": true/),
    });
    await expect(service.admin.publishDraft({ ...company, force: true })).resolves.toMatchObject({ number: 2 });
  });

  it('while too many checks run, Retry-After is passed on', async () => {
    const company = await companyWithDraft();
    fail(new ServiceError('UNAVAILABLE', 'Two checks are running.', { retryAfterS: 10 }));
    await expect(service.admin.publishDraft({ ...company, force: false })).rejects.toMatchObject({ retryAfterS: 10 });
  });

  it('what was checked is what is published: a draft that changed meanwhile is a CONFLICT', async () => {
    const company = await companyWithDraft();
    service.matcher.onCheck = async () => {
      const draft = { steps: [step(1), step(3)] };
      await service.apply({ funnels: [{ subdomain: company.subdomain, draft }] }, company.handle);
      return cleanCheck;
    };
    await expect(service.admin.publishDraft({ ...company, force: false })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('changed while'),
    });
    expect(await countVersions(company)).toBe(3);
  });

  it('the company is not locked while a check runs: keys are read and blueprints applied', async () => {
    const company = await companyWithDraft();
    let applied = false;
    service.matcher.onCheck = async () => {
      await service.apply({ name: 'While it is checked' }, company.handle);
      applied = true;
      return cleanCheck;
    };
    await service.admin.publishDraft({ ...company, force: false });
    expect(applied).toBe(true);
  });

  it('without a draft, or without the funnel, nothing is checked', async () => {
    const wanted = funnel({ published: { steps: [step(1)] } });
    const { id: companyId } = await service.company({ funnels: [wanted] });
    const publish = (subdomain: string) => service.admin.publishDraft({ companyId, subdomain, force: false });
    await expect(publish(wanted.subdomain)).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
    await expect(publish('nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(service.matcher.checked).toEqual([]);
  });
});

function fail(error: Error): void {
  service.matcher.onCheck = () => Promise.reject(error);
}
