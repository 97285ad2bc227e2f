import { type Blueprint, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE } from '@svc/domain';
import { singleSelection } from '@svc/domain/testing';
import { json } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshSubdomain } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

const SETS = [
  { key: 'duo', name: { en: 'Duo' }, variantId: 'S', variants: [{ id: 'V', quantity: 1 }], lift: 'all' as const },
];
const matching = (minScore: number) => ({ ...DEFAULT_MATCHING, colorType: { mode: 'require' as const, minScore } });

async function createCompany() {
  const subdomain = freshSubdomain();
  const { handle } = await svc.company({
    sets: SETS,
    funnels: [{ subdomain, published: { steps: [singleSelection(1, ['a'])] }, matching: matching(0.3) }],
  });
  const read = async (part: string) => {
    const { partJson, fingerprint } = await svc.admin.getSettingsPart({ handle, part });
    return { content: json.decode<unknown>(partJson), fingerprint };
  };
  const change = async (blueprint: Blueprint, part: string, fingerprint: string) => {
    const request = { handle, blueprintJson: json.encode(blueprint), partState: { part, fingerprint } };
    return json.decode<{ changed: string[] }>((await svc.admin.applyBlueprint(request)).body).changed;
  };
  return { handle, subdomain, name: `funnels/${subdomain}/matching`, read, change };
}

describe('GetSettingsPart', () => {
  it('returns a part complete, with a fingerprint of its content', async () => {
    const { subdomain, name, read } = await createCompany();
    expect((await read(name)).content).toEqual(matching(0.3));
    expect((await read('sets')).content).toEqual(SETS);
    expect((await read(`funnels/${subdomain}/resultPage`)).content).toEqual(DEFAULT_RESULT_PAGE);
    expect((await read(name)).fingerprint).toMatch(/^[\w-]{22}$/);
    expect(await read(name)).toEqual(await read(name));
  });

  it('an unknown company, an unknown funnel, an archived one and the tagging are not found', async () => {
    const { handle, subdomain, name, read } = await createCompany();
    await expect(svc.admin.getSettingsPart({ handle: 'nowhere', part: 'sets' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const part of ['funnels/nowhere/matching', 'tagging', 'funnels']) {
      await expect(read(part)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await svc.apply({ funnels: [{ subdomain, archived: true }] }, handle);
    await expect(read(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an apply that names the state of a part', () => {
  it('changes the part that is as it was read; a second one from the same state changes nothing', async () => {
    const { subdomain, name, read, change } = await createCompany();
    const { fingerprint } = await read(name);
    const given = (minScore: number): Blueprint => ({ funnels: [{ subdomain, matching: matching(minScore) }] });
    expect(await change(given(0.4), name, fingerprint)).toEqual([name]);
    await expect(change(given(0.5), name, fingerprint)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect((await read(name)).content).toEqual(matching(0.4));
  });

  it('of two simultaneous changes one is refused', async () => {
    const { subdomain, name, read, change } = await createCompany();
    const { fingerprint } = await read(name);
    const answers = await Promise.allSettled(
      [0.6, 0.7].map((minScore) =>
        change({ funnels: [{ subdomain, matching: matching(minScore) }] }, name, fingerprint),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is not refused because of another part', async () => {
    const { handle, name, read, change } = await createCompany();
    const { fingerprint } = await read('sets');
    await svc.apply({ name: 'Another name' }, handle);
    expect(await change({ sets: [] }, 'sets', fingerprint)).toEqual(['sets']);
    expect((await read(name)).content).toEqual(matching(0.3));
  });
});
