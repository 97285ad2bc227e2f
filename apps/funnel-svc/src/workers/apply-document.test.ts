import { type Blueprint, DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApplyOutcome } from '../domain/apply/apply-outcome.js';
import { funnel, step } from '../testing/blueprints.testing.js';
import { freshHandle, startTestService, type TestService } from '../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

/** Applies a file directly, or, with blanks behind it, as a large one: in a thread. */
async function apply(handle: string, blueprint: Blueprint, how: 'directly' | 'in a thread'): Promise<ApplyOutcome> {
  const file = json.encode(blueprint);
  const blueprintJson = how === 'directly' ? file : Buffer.concat([file, Buffer.alloc(200_000, ' ')]);
  const { body } = await svc.admin.applyBlueprint({ handle, blueprintJson }, { timeoutMs: 30_000 });
  return json.decode(body);
}

const getOutcome = (apply: Promise<unknown>): Promise<unknown> =>
  apply.catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, details, retryAfterS } = error;
    return { code, message, details, retryAfterS };
  });

const webhook = { url: 'https://merchant.example/hook', secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0' };
const one = { steps: [step(1)] };

/** Faults of a file; each is reported with a place of its own. */
const FAULTS: Partial<Blueprint>[] = [
  { handle: 'other' },
  { settings: { ...DEFAULT_COMPANY_SETTINGS, defaultFunnel: 'nowhere' } },
  { tagging: { products: { P1: ['no tag at all'] }, variants: {} } },
  { domains: ['co.uk'] },
  { companyKey: 'A'.repeat(25) },
  { funnels: [funnel({ subdomain: 'api', published: { steps: [step(1), step(1)] } }), funnel({ subdomain: 'api' })] },
  { catalog: { products: Array(2).fill({ shopSystemId: 'P', name: 'P', tags: [], variants: [] }) } },
];

describe('a large company file is applied in a thread (docs/adr/0035-bounded-bodies.md)', { timeout: 240_000 }, () => {
  it('with the effect, the answer and the messages of a small one', async () => {
    const published = vi.fn();
    svc.bus.subscribe('company-changed', published);
    const quiz = funnel({ published: one, draft: { steps: [step(2)] } });
    const tags = { products: { P1: ['a:b'] }, variants: {} };
    const file: Blueprint = { name: 'Glow', webhook, tagging: tags, catalog: { products: [] }, funnels: [quiz] };
    const handle = freshHandle();
    const answer = await apply(handle, file, 'in a thread');
    expect(answer.changed).toEqual([
      'name',
      'webhook',
      'companyKey',
      'tagging',
      'catalog',
      `funnels/${quiz.subdomain}`,
    ]);
    expect(published).toHaveBeenCalledOnce();
    const { companyId } = await svc.admin.getCompany({ handle });
    expect(svc.matcher.applied.filter((it) => it.companyId === companyId)).toEqual([
      { companyId, revision: 1, part: { tagging: tags } },
    ]);
    for (const how of ['directly', 'in a thread'] as const) {
      expect(await apply(handle, file, how)).toEqual({ ...answer, changed: [], warnings: [] });
    }
    expect(await svc.exportBlueprint(handle)).toMatchObject({ name: 'Glow', webhook });
  });

  it('is refused with the same problems in the same order, whatever is wrong with it', async () => {
    await svc.company({ companyKey: 'A'.repeat(25) });
    const mine = await svc.company({ name: 'Before' });
    await fc.assert(
      fc.asyncProperty(fc.subarray(FAULTS, { minLength: 1 }), async (faults) => {
        const file: Blueprint = Object.assign({}, ...faults);
        const refused = await getOutcome(apply(mine.handle, file, 'directly'));
        expect(refused).toMatchObject({ code: 'INVALID_BLUEPRINT' });
        expect(await getOutcome(apply(mine.handle, file, 'in a thread'))).toEqual(refused);
      }),
      { numRuns: 4 },
    );
    expect((await svc.admin.getCompany({ handle: mine.handle })).name).toBe('Before');
  });

  it('is 503 with the same words while the owner of a part is down, and what it says of the file is reported', async () => {
    const file: Blueprint = { tagging: { products: { P1: ['c:d'] }, variants: {} }, funnels: [funnel()] };
    svc.matcher.faults.down = true;
    const handle = freshHandle();
    const down = await getOutcome(apply(handle, file, 'directly'));
    expect(down).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await getOutcome(apply(handle, file, 'in a thread'))).toEqual(down);
    svc.matcher.faults.down = false;
    expect((await apply(handle, file, 'in a thread')).changed).toContain('tagging');
  });
});
