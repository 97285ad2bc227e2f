import type { TaggingOperation } from '@svc/domain';
import { json } from '@svc/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
afterEach(() => {
  svc.matcher.faults.down = false;
  svc.matcher.faults.refuse = undefined;
  svc.matcher.onNames = () => ({});
});

const change = (handle: string, operations: TaggingOperation[], blanks = 0) =>
  svc.admin.changeTagging(
    { handle, operationsJson: Buffer.concat([json.encode(operations), Buffer.alloc(blanks, ' ')]) },
    { timeoutMs: 30_000 },
  );
const add = (id: string, ...tags: string[]): TaggingOperation => ({ kind: 'variant', id, add: tags, remove: [] });
const remove = (id: string, ...tags: string[]): TaggingOperation => ({ kind: 'variant', id, add: [], remove: tags });
const tagging = async (handle: string) => (await svc.exportBlueprint(handle)).tagging;

describe('ChangeTagging (docs/management.md "Tagging")', () => {
  it('adds and removes tags as a new version of the settings; repeated, it changes nothing', async () => {
    const { handle } = await svc.company({ tagging: { products: {}, variants: { V1: ['a:b', 'c:d'] } } });
    const operations = [add('V2', 'a:b'), remove('V1', 'c:d'), remove('V3', 'c:d')];
    expect(await change(handle, operations)).toMatchObject({
      settingsVersion: 2,
      previousVersion: 1,
      applied: 2,
      withoutEffect: 1,
      warnings: [],
    });
    expect(await tagging(handle)).toEqual({ products: {}, variants: { V1: ['a:b'], V2: ['a:b'] } });
    expect(await change(handle, operations)).toMatchObject({ settingsVersion: 2, previousVersion: 2, applied: 0 });
  });

  it('stores and delivers the operations, not the tagging', async () => {
    const { handle } = await svc.company({ tagging: { products: {}, variants: { V1: ['a:b'] } } });
    await change(handle, [add('V2', 'a:b')]);
    expect(svc.matcher.applied.at(-1)?.part).toEqual({ taggingOperations: [add('V2', 'a:b')] });
  });

  it('many users who tag different things simultaneously never overwrite each other', async () => {
    const { handle } = await svc.company({});
    const users = Array.from({ length: 12 }, (_, user) => add(`V${user}`, 'a:b'));
    const answers = await Promise.all(users.map((operation) => change(handle, [operation])));
    expect(answers.map(({ applied }) => applied)).toEqual(users.map(() => 1));
    expect(Object.keys((await tagging(handle))?.variants ?? {})).toHaveLength(12);
    expect(new Set(answers.map(({ settingsVersion }) => settingsVersion)).size).toBe(12);
  });

  it('names ids that the catalog does not have, and color types of another taxonomy', async () => {
    const { handle } = await svc.company({});
    svc.matcher.onNames = () => ({ unknown: { tags: [], productIds: [], variantIds: ['V9'] } });
    const { warnings } = await change(handle, [add('V1', 'a:b', 'color_type:SPRING'), add('V9', 'a:b')]);
    expect(warnings.map(({ path }) => path)).toEqual(['/operations/0/add/1', '/operations/1/id']);
    expect(warnings[1]?.message).toBe('The catalog has no variant with this id yet.');
  });

  it('many operations are applied in a thread, with the same effect', { timeout: 240_000 }, async () => {
    const { handle } = await svc.company({});
    expect(await change(handle, [add('V1', 'a:b')], 200_000)).toMatchObject({ applied: 1, settingsVersion: 1 });
    expect(await tagging(handle)).toEqual({ products: {}, variants: { V1: ['a:b'] } });
  });

  it('while matcher-svc is down nothing is changed; if it dies after the decision, a repetition completes the change', async () => {
    const { handle } = await svc.company({ tagging: { products: {}, variants: { V1: ['a:b'] } } });
    svc.matcher.faults.down = true;
    await expect(change(handle, [add('V2', 'a:b')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    svc.matcher.faults.down = false;
    expect((await tagging(handle))?.variants).toEqual({ V1: ['a:b'] });
    svc.matcher.faults.dieAfterPrepare = true;
    await expect(change(handle, [add('V2', 'a:b')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    Object.assign(svc.matcher.faults, { down: false, dieAfterPrepare: false });
    expect(await change(handle, [add('V2', 'a:b')])).toMatchObject({ applied: 0, withoutEffect: 1 });
    expect((await tagging(handle))?.variants).toEqual({ V1: ['a:b'], V2: ['a:b'] });
  });

  it('an unknown company is NOT_FOUND', async () => {
    await expect(change('unknown', [add('V1', 'a:b')])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
