import { type Blueprint, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE, type Selection } from '@svc/domain';
import { json } from '@svc/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshSubdomain, option, step } from '../../testing/blueprints.testing.js';
import type { TagColumns } from '../../testing/fake-participants.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
const empty = (): TagColumns => ({
  ...{ tags: [], tagTotal: 0, variantTotal: 0 },
  ...{ products: { id: [], catalogTags: [] }, variants: { id: [], catalogTags: [] } },
});
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
afterEach(() => {
  svc.matcher.onGetTagMatrix = empty;
  svc.matcher.faults.down = false;
});

const tagged = (key: string, tags: Partial<Selection['tags']>, orderNumber = 0): Selection =>
  option(key, { tags: { require: [], prefer: [], avoid: [], ...tags }, orderNumber });
const target = (...tags: string[]) => ({ tags, productIds: [], variantIds: [] });
const tab = (key: string, ...tags: string[]) => ({
  ...{ key, name: { default: key }, description: null, maxItemsToShow: null, enabled: true },
  select: { tags, productIds: [], sets: [] },
});

/** A company that uses the tag `skin:dry` in every kind of place. */
async function createCompany() {
  const subdomain = freshSubdomain();
  const steps = (title: string) => [
    step(1, {
      title: { default: title },
      selections: [tagged('dry', { require: ['skin:dry', 'a:b'] }), tagged('oily', { avoid: ['skin:dry'] }, 1)],
    }),
  ];
  const file: Blueprint = {
    tagging: { products: { P1: ['skin:dry', 'c:d'] }, variants: { V1: ['skin:dry'], V2: ['c:d'] } },
    funnels: [
      {
        subdomain,
        assortment: { tags: ['skin:dry'], productIds: [] },
        matching: {
          ...DEFAULT_MATCHING,
          rules: [
            { key: 'r1', then: { exclude: target('skin:dry') } },
            { key: 'r2', then: { boost: { ...target('c:d'), by: 0.2 } } },
          ],
        },
        resultPage: { ...DEFAULT_RESULT_PAGE, tabs: [tab('CARE', 'skin:dry'), tab('OTHER', 'c:d')] },
        published: { steps: steps('Published') },
        draft: { steps: steps('Draft') },
      },
      { subdomain: freshSubdomain(), published: { steps: [step(1)] } },
    ],
  };
  const { id: companyId, handle } = await svc.company(file);
  const rename = (from: string, to: string, dryRun = false) => svc.admin.renameTag({ handle, from, to, dryRun });
  return { companyId, handle, subdomain, rename };
}
const withoutCompany = ({ companyKey, ...file }: Blueprint) => file;
const read = async (handle: string) => withoutCompany(await svc.exportBlueprint(handle));
/** A file in which the tag is another one. */
const replaced = (file: Blueprint, to: string) => JSON.parse(JSON.stringify(file).replace(/skin:dry/g, to));

describe('RenameTag (docs/management.md "Renaming a tag")', () => {
  it('renames it in every place by one apply, and names the places', async () => {
    const { handle, subdomain, rename } = await createCompany();
    const before = await read(handle);
    const applied = svc.matcher.applied.length;
    const answer = await rename('skin:dry', 'concern:dryness');
    expect(answer).toMatchObject({
      ...{ merges: false, products: 1, variants: 1, catalogProducts: 0, catalogVariants: 0 },
      options: [
        { subdomain, stepId: 1, key: 'dry' },
        { subdomain, stepId: 1, key: 'oily' },
      ],
      ...{ rules: [{ subdomain, key: 'r1' }], tabs: [{ subdomain, key: 'CARE' }] },
      ...{ assortments: [subdomain], published: [subdomain], edited: [] },
      rename: { previousVersion: 1, settingsVersion: 2, funnels: [{ subdomain }] },
    });
    expect(await read(handle)).toEqual(replaced(before, 'concern:dryness'));
    expect(svc.matcher.applied.length).toBe(applied + 1);
  });

  it('a dry run names the same places and changes nothing', async () => {
    const { handle, rename } = await createCompany();
    const before = await read(handle);
    const planned = await rename('skin:dry', 'concern:dryness', true);
    expect(planned.rename).toBeUndefined();
    expect(await read(handle)).toEqual(before);
    const { rename: _, ...done } = await rename('skin:dry', 'concern:dryness');
    expect(planned).toEqual(done);
  });

  it('a tag that exists already is merged with: each place has it once', async () => {
    const { handle, rename } = await createCompany();
    const { merges } = await rename('skin:dry', 'c:d');
    expect(merges).toBe(true);
    const { tagging } = await read(handle);
    expect(tagging).toEqual({ products: { P1: ['c:d'] }, variants: { V1: ['c:d'], V2: ['c:d'] } });
  });

  it('what has the tag by the catalog gets the new one in addition, unless the catalog has that too', async () => {
    const { handle, rename } = await createCompany();
    svc.matcher.onGetTagMatrix = () => ({
      ...{ tags: ['skin:dry', 'x:y'], tagTotal: 2, variantTotal: 3 },
      products: { id: ['P1', 'P9'], catalogTags: [[], [0]] },
      variants: { id: ['V1', 'V2', 'V3'], catalogTags: [[1], [0], [0, 1]] },
    });
    const answer = await rename('skin:dry', 'x:y');
    expect(answer).toMatchObject({ merges: true, products: 1, variants: 1, catalogProducts: 1, catalogVariants: 2 });
    const { tagging } = await read(handle);
    expect(tagging).toEqual({ products: { P1: ['x:y', 'c:d'], P9: ['x:y'] }, variants: { V2: ['c:d', 'x:y'] } });
  });

  it('an edit of a funnel is named and stays as it is', async () => {
    const { companyId, handle, subdomain, rename } = await createCompany();
    const partsJson = json.encode({ steps: [step(1, { selections: [tagged('dry', { prefer: ['only:here'] })] })] });
    await svc.edits.saveFunnelEdit({ companyId, subdomain, partsJson, userName: 'Ada' });
    const before = await read(handle);
    expect(await rename('only:here', 'x:y')).toMatchObject({ edited: [subdomain], options: [] });
    expect(await read(handle)).toEqual(before);
  });

  it.each([
    ['skin:dry', 'SKIN:dry', 'INVALID_REQUEST', 'to must be another tag than from.'],
    ['dry', 'a:b', 'INVALID_REQUEST', 'from must be a tag, namespace:value.'],
    ['skin:dry', 'color_type:SPRING', 'INVALID_REQUEST', 'to must not be of color_type'],
    ['complexion:FAIR/WARM', 'a:b', 'INVALID_REQUEST', 'from must not be of complexion'],
    ['no:where', 'a:b', 'NOT_FOUND', 'Nothing of this company has the tag no:where.'],
  ])('%s to %s is refused, as a dry run too', async (from, to, code, message) => {
    const { rename } = await createCompany();
    for (const dryRun of [true, false]) {
      const error = await rename(from, to, dryRun).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    }
  });

  it('a matrix that is not complete is CONFLICT: the rename would miss products', async () => {
    const { rename } = await createCompany();
    svc.matcher.onGetTagMatrix = () => ({ ...empty(), variantTotal: 1 });
    await expect(rename('skin:dry', 'a:b')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('another company is neither renamed in nor named', async () => {
    const [one, other] = [await createCompany(), await createCompany()];
    const before = await read(other.handle);
    const answer = await one.rename('skin:dry', 'x:y');
    expect(JSON.stringify(answer)).not.toContain(other.subdomain);
    expect(await read(other.handle)).toEqual(before);
  });
});

describe('UndoTagRename (docs/management.md "Renaming a tag")', () => {
  it.each(['concern:dryness', 'c:d'])('gives everything what it had before a rename to %s', async (to) => {
    const { handle, rename: run } = await createCompany();
    const before = await read(handle);
    const { rename } = await run('skin:dry', to);
    expect(await read(handle)).not.toEqual(before);
    const { changed } = await svc.admin.undoTagRename({ handle, rename });
    expect(changed).toContain('tagging');
    expect(await read(handle)).toEqual(before);
  });

  it('is CONFLICT when settings or a version have changed since, and changes nothing (docs/dashboard.md Y44.2)', async () => {
    const { handle, subdomain, rename: run } = await createCompany();
    const { rename } = await run('skin:dry', 'x:y');
    await svc.apply({ funnels: [{ subdomain, draft: { steps: [step(1), step(2)] } }] }, handle);
    const changed = await read(handle);
    await expect(svc.admin.undoTagRename({ handle, rename })).rejects.toMatchObject({ code: 'CONFLICT' });
    await svc.apply({ tagging: { products: {}, variants: {} } }, handle);
    await expect(svc.admin.undoTagRename({ handle, rename })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await read(handle)).funnels).toEqual(changed.funnels);
  });

  it('names versions of the own company only', async () => {
    const [one, other] = [await createCompany(), await createCompany()];
    const { rename } = await one.rename('skin:dry', 'x:y');
    const foreign = (await other.rename('skin:dry', 'x:y')).rename;
    const publishedBefore = foreign?.funnels[0]?.publishedBefore as string;
    const mixed = { ...rename, funnels: rename?.funnels.map((funnel) => ({ ...funnel, publishedBefore })) } as never;
    await expect(svc.admin.undoTagRename({ handle: one.handle, rename: mixed })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
