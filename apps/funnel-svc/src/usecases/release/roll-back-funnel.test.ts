import type { Step } from '@svc/domain';
import { buildSelection, singleSelection } from '@svc/domain/testing';
import { ServiceError } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshSubdomain } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';
import { rollBackFunnel } from './roll-back-funnel.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const DRY = [singleSelection(1, ['dry'])];
const DRYNESS = [singleSelection(1, [buildSelection('dryness', ['dry'])])];
const ARID = [singleSelection(1, [buildSelection('arid', ['dryness', 'dry'])])];

/** A funnel that published one version after another, and has a draft. */
async function publish(...versions: Step[][]) {
  const subdomain = freshSubdomain();
  const { id: companyId, handle } = await svc.company({});
  const ids: string[] = [];
  for (const steps of versions) {
    svc.clock.advance(1_000);
    const { funnels } = await svc.apply({ funnels: [{ subdomain, published: { steps } }] }, handle);
    ids.push(funnels[subdomain]?.published?.id as string);
  }
  await svc.apply({ funnels: [{ subdomain, draft: { steps: [singleSelection(2, ['x'])] } }] }, handle);
  svc.clock.advance(1_000);
  const rollBack = (version: { $case: 'number'; value: number } | { $case: 'versionId'; value: string }) =>
    svc.releases.rollBackFunnel({ companyId, subdomain, version });
  const loadFunnel = async () => (await svc.exportBlueprint(handle)).funnels?.find((it) => it.subdomain === subdomain);
  return { companyId, handle, subdomain, ids, rollBack, loadFunnel };
}

const getOptionKeys = (steps: readonly Step[] | undefined) =>
  steps?.flatMap((step) => step.selections.map(({ key, formerKeys }) => [key, ...formerKeys]));

describe('RollBackFunnel (docs/releases.md "Rollback")', () => {
  it('publishes the earlier steps; keys of all versions published since become former ones', async () => {
    const { ids, rollBack, loadFunnel } = await publish(DRY, DRYNESS, ARID);
    const answer = await rollBack({ $case: 'number', value: 1 });
    expect(answer).toEqual({
      published: { id: expect.any(String), number: 5 },
      rolledBackTo: { id: ids[0], number: 1 },
      changed: true,
      warnings: [],
    });
    expect(ids).not.toContain(answer.published?.id);
    const { published, draft } = (await loadFunnel()) ?? {};
    expect(getOptionKeys(published?.steps)).toEqual([['dry', 'arid', 'dryness']]);
    expect(getOptionKeys(draft?.steps), 'a draft is not changed').toEqual([['x']]);
  });

  it('versions published before it have no part in it', async () => {
    const { ids, rollBack, loadFunnel } = await publish(DRY, DRYNESS, ARID);
    await rollBack({ $case: 'versionId', value: ids[1] as string });
    expect(getOptionKeys((await loadFunnel())?.published?.steps)).toEqual([['dryness', 'dry', 'arid']]);
  });

  it('to what is in force publishes nothing', async () => {
    const { ids, rollBack } = await publish(DRY, DRYNESS);
    const answer = await rollBack({ $case: 'number', value: 2 });
    expect(answer).toMatchObject({ published: { id: ids[1], number: 2 }, changed: false });
  });

  it('refusals and warnings of the apply point into the version', async () => {
    const { companyId, handle, subdomain } = await publish(DRY, DRYNESS);
    const pointed = { path: '/funnels/0/published/steps/0/key', message: 'Choose another key.' };
    const input = { companyId, subdomain, version: { number: 1 } };
    const applied: string[] = [];
    const warned = rollBackFunnel({
      db: svc.db,
      apply: async (to) => {
        applied.push(to);
        const funnels = { [subdomain]: { id: 'f', published: { id: 'v', number: 9 } } };
        return { company: { handle, companyKey: 'k' }, funnels, changed: [], warnings: [pointed] };
      },
    });
    const inside = [{ path: '/steps/0/key', message: 'Choose another key.' }];
    expect(await warned(input)).toMatchObject({ warnings: inside });
    expect(applied).toEqual([handle]);
    const refused = rollBackFunnel({
      db: svc.db,
      apply: async () => {
        throw new ServiceError('INVALID_BLUEPRINT', 'The blueprint has 1 problem.', { details: [pointed] });
      },
    });
    await expect(refused(input)).rejects.toMatchObject({
      code: 'INVALID_BLUEPRINT',
      message: 'Version 1 does not fit what is there now; nothing was changed.',
      details: inside,
    });
  });

  it('a version that does not exist or was never published is VERSION_NOT_FOUND, and nothing is published', async () => {
    const { rollBack, loadFunnel } = await publish(DRY, DRYNESS);
    const before = await loadFunnel();
    await expect(rollBack({ $case: 'number', value: 3 })).rejects.toMatchObject({
      code: 'VERSION_NOT_FOUND',
      message: expect.stringContaining('Version 3 was never published'),
    });
    await expect(rollBack({ $case: 'number', value: 2 ** 40 })).rejects.toMatchObject({
      code: 'VERSION_NOT_FOUND',
      message: 'The funnel has no such version; published were 2, 1.',
    });
    await expect(rollBack({ $case: 'versionId', value: 'a\0b' })).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    expect(await loadFunnel()).toEqual(before);
  });

  it('a funnel of another company, an archived one and an unknown one are NOT_FOUND', async () => {
    const { companyId, handle, subdomain } = await publish(DRY);
    const other = await publish(DRY);
    await svc.apply({ funnels: [{ subdomain, archived: true }] }, handle);
    const version = { $case: 'number' as const, value: 1 };
    for (const name of [other.subdomain, subdomain, 'nowhere']) {
      await expect(svc.releases.rollBackFunnel({ companyId, subdomain: name, version })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });
});
