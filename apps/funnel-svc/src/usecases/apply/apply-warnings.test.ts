import {
  type Blueprint,
  type CatalogProduct,
  type Condition,
  DEFAULT_CHAT_SETTINGS,
  DEFAULT_COMPANY_SETTINGS,
  DEFAULT_MATCHING,
  type FunnelBlueprint,
} from '@svc/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { freshHandle, startTestService, type TestService } from '../../testing/test-service.testing.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(() => {
  Object.assign(service.matcher, { asked: [], onNames: () => ({}) });
  service.matcher.faults.down = false;
});

const product = (id: string, ...tags: string[]): CatalogProduct => ({
  shopSystemId: id,
  name: id,
  tags,
  variants: [{ shopSystemId: `V-${id}`, name: id, available: true, tags: [] }],
});
const assorted = (...tags: string[]) => funnel({ assortment: { tags, productIds: [] } });
const carries = (tag: string) => `Nothing in the catalog carries "${tag}" yet.`;
const askedTags = () => service.matcher.asked.map(({ names, catalogReplaced }) => [names?.tags, catalogReplaced]);

/** An existing company with a catalog. */
async function company(first: Blueprint = {}): Promise<string> {
  const handle = freshHandle();
  await service.apply({ catalog: { products: [product('P1', 'skin:dry')] }, ...first }, handle);
  service.matcher.asked.length = 0;
  return handle;
}

describe('the warnings of an apply (docs/management.md "Applying")', () => {
  it('are always there, [] when there are none, also when nothing changed', async () => {
    const blueprint = { catalog: { products: [product('P1', 'skin:dry')] }, funnels: [assorted('skin:dry')] };
    const handle = freshHandle();
    expect(await service.apply(blueprint, handle)).toMatchObject({ warnings: [] });
    expect(await service.apply(blueprint, handle)).toMatchObject({ changed: [], warnings: [] });
    expect((await service.apply({ name: 'x' }, handle)).warnings).toEqual([]);
  });

  it('names are looked up in the catalog and tagging of the blueprint, without a call to the matcher', async () => {
    const blueprint: Blueprint = {
      catalog: { products: [product('P1', 'skin:dry')] },
      tagging: { products: { P1: ['added:here'], P9: ['added:nowhere'] }, variants: { 'V-P1': ['skin:oily'] } },
      funnels: [assorted('skin:dry', 'skin:oily', 'added:here', 'added:nowhere', 'skin:dri')],
    };
    const { warnings } = await service.apply(blueprint, await company({ catalog: { products: [product('P0')] } }));
    expect(service.matcher.asked).toEqual([]);
    expect(warnings).toEqual([
      { path: '/tagging/products/P9', message: 'The catalog has no product with this id yet.' },
      { path: '/funnels/0/assortment/tags/3', message: carries('added:nowhere') },
      {
        path: '/funnels/0/assortment/tags/4',
        message: 'Nothing in the catalog carries "skin:dri"; did you mean "skin:dry"?',
      },
    ]);
  });

  it('with a new catalog and no tagging, the matcher looks up the remaining tags in its tagging', async () => {
    const handle = await company();
    service.matcher.onNames = () => ({ unknown: { tags: ['x:y'], productIds: [], variantIds: [] } });
    const blueprint = {
      catalog: { products: [product('P2', 'skin:dry')] },
      funnels: [assorted('skin:dry', 'x:y', 'x:z')],
    };
    const { warnings } = await service.apply(blueprint, handle);
    expect(askedTags()).toEqual([[['x:y', 'x:z'], true]]);
    expect(warnings).toEqual([{ path: '/funnels/0/assortment/tags/1', message: carries('x:y') }]);
  });

  it('if the catalog equals the one applied last, the matcher looks the names up, since an import may be newer', async () => {
    const handle = await company();
    const blueprint = { catalog: { products: [product('P1', 'skin:dry')] }, funnels: [assorted('imported:since')] };
    expect((await service.apply(blueprint, handle)).warnings).toEqual([]);
    expect(askedTags()).toEqual([[['imported:since'], false]]);
  });

  it('a company without any catalog gets one warning for all names', async () => {
    const { warnings } = await service.apply({ funnels: [assorted('a:b', 'c:d')] }, freshHandle());
    expect(warnings).toEqual([{ path: '', message: expect.stringMatching(/catalog is empty/) }]);
    service.matcher.onNames = () => ({ productCount: 0 });
    expect((await service.apply({ funnels: [assorted('a:b')] }, await company())).warnings).toHaveLength(1);
  });

  it('option tags are looked up in the matcher although the file has no part for it; an outage of the matcher does not reject the file', async () => {
    const handle = await company();
    const [option] = step(1).selections;
    const tags = { require: ['x:y'], prefer: [], avoid: [] };
    const steps = [step(1, { selections: [{ ...option!, tags }] })];
    service.matcher.onNames = () => ({ unknown: { tags: ['x:y'], productIds: [], variantIds: [] } });
    const wanted = funnel({ published: { steps } });
    expect((await service.apply({ funnels: [wanted] }, handle)).warnings).toEqual([
      { path: '/funnels/0/published/steps/0/selections/0/tags/require/0', message: carries('x:y') },
    ]);
    service.matcher.faults.down = true;
    const answer = await service.apply({ funnels: [{ ...wanted, name: 'Changed' }] }, handle);
    expect(answer.changed).toEqual([`funnels/${wanted.subdomain}/name`]);
    expect(answer.warnings).toEqual([{ path: '', message: expect.stringMatching(/cannot be read now/) }]);
  });

  it('a warning says when the matcher cannot read the catalog', async () => {
    const handle = await company();
    service.matcher.onNames = () => ({ namesUnchecked: true });
    expect((await service.apply({ funnels: [assorted('a:b')] }, handle)).warnings).toEqual([
      { path: '', message: expect.stringMatching(/cannot be read now/) },
    ]);
  });

  it('an unchanged part that refers to something removed is accepted, with its problem as a warning', async () => {
    const rule = {
      key: 'r',
      when: { step: 2, answered: true as const },
      then: { pin: { tags: ['a:b'], productIds: [], variantIds: [] } },
    };
    const matching = { ...DEFAULT_MATCHING, rules: [rule] };
    const wanted = funnel({ matching, published: { steps: [step(1), step(2)] } });
    const handle = await company({ funnels: [wanted] });
    const { subdomain } = wanted;
    await service.apply({ funnels: [{ subdomain, published: { steps: [step(1)] } }] }, handle);
    expect((await service.apply({ funnels: [{ subdomain, matching }] }, handle)).warnings).toEqual([
      {
        path: '/funnels/0/matching/rules/0/when/step',
        message: expect.stringMatching(/no step 2.*accepted, since it is in force already/),
      },
    ]);
  });

  describe('about settings that the file leaves alone', () => {
    const rule = (key: string, when: Condition) => ({
      key,
      when,
      then: { pin: { tags: ['skin:dry'], productIds: [], variantIds: [] } },
    });
    const tab = (key: string, ...sets: string[]) => ({
      key,
      name: { en: key },
      description: null,
      maxItemsToShow: null,
      enabled: true,
      select: { tags: [], productIds: [], sets },
    });
    const set = (key: string) => ({
      key,
      name: { en: key },
      variantId: `S-${key}`,
      variants: [{ id: 'V-P1', quantity: 1 }],
      lift: 'all' as const,
    });

    it('a rule whose step or option is removed, unless the file has rules too', async () => {
      const rules = [rule('step', { step: 2, answered: true }), rule('option', { step: 1, in: ['a', 'b'] })];
      const matching = { ...DEFAULT_MATCHING, rules };
      const wanted = funnel({ matching, published: { steps: [step(1), step(2)] } });
      const { subdomain } = wanted;
      const handle = await company({ funnels: [wanted] });
      const [a] = step(1).selections;
      const published = { steps: [step(1, { selections: [a!] })] };
      const { warnings } = await service.apply({ funnels: [{ subdomain, published }] }, handle);
      expect(warnings).toEqual([
        {
          path: '/funnels/0/published',
          message: expect.stringMatching(
            /^The rule "step", which this file does not change, has no effect: There is no step 2/,
          ),
        },
        {
          path: '/funnels/0/published',
          message: expect.stringMatching(
            /^The rule "option", .*: Step 1 has no option with this key; it must be one of a/,
          ),
        },
      ]);
      const none = { ...DEFAULT_MATCHING, rules: [] };
      const next = { steps: [step(3)] };
      expect(
        (await service.apply({ funnels: [{ subdomain, published: next, matching: none }] }, handle)).warnings,
      ).toEqual([]);
    });

    it('a tab whose set is removed, also in funnels that the file does not name', async () => {
      const resultPage = { enabled: true, tabs: [tab('BOTH', 'one', 'two')] };
      const wanted = [funnel({ resultPage }), funnel({ resultPage })];
      const handle = await company({ sets: [set('one'), set('two')], funnels: wanted });
      const emptied = { enabled: true, tabs: [tab('ONE', 'one')] };
      const [{ subdomain }, other] = wanted as [FunnelBlueprint, FunnelBlueprint];
      service.matcher.onNames = () => ({});
      const { warnings } = await service.apply(
        { sets: [set('one')], funnels: [{ subdomain, resultPage: emptied }] },
        handle,
      );
      expect(warnings).toEqual([
        {
          path: '/sets',
          message: `The tab "BOTH" of the funnel "${other.subdomain}", which this file does not change, selects the set "two", which no longer exists.`,
        },
      ]);
    });

    it('a file that changes neither steps nor sets does not fetch the settings of the matcher', async () => {
      const wanted = funnel({ published: { steps: [step(1)] } });
      const handle = await company({ funnels: [wanted] });
      const before = service.matcher.configsRead;
      await service.apply({ name: 'x', funnels: [wanted] }, handle);
      expect(service.matcher.configsRead).toBe(before);
      service.matcher.faults.down = true;
      const published = { steps: [step(2)] };
      const { changed } = await service.apply({ funnels: [{ subdomain: wanted.subdomain, published }] }, handle);
      expect(changed).toEqual([`funnels/${wanted.subdomain}/published`]);
    });
  });

  it('lists the first hundred and counts the others', async () => {
    const tags = Array.from({ length: 130 }, (_, at) => `x:${at}`);
    const blueprint = {
      catalog: { products: [product('P1')] },
      tagging: { products: {}, variants: {} },
      funnels: [assorted(...tags)],
    };
    const { warnings } = await service.apply(blueprint, freshHandle());
    expect(warnings).toHaveLength(101);
    expect(warnings.at(-1)).toEqual({ path: '', message: 'There are 30 more warnings.' });
  });
});

describe('warnings about answers of the chat (docs/chat.md T5.5)', () => {
  const withAnswer = (text: string): Blueprint => ({
    settings: {
      ...DEFAULT_COMPANY_SETTINGS,
      privacyUrl: 'https://shop.example/privacy',
      chat: {
        ...DEFAULT_CHAT_SETTINGS,
        faq: [{ key: 'a', questions: { en: ['What?'] }, answer: { en: 'Nothing.', de: text }, link: null }],
      },
    },
  });
  const toMessage = (name: string) => `This answer names the product "${name}"; it does not change with the catalog.`;
  const path = '/settings/chat/faq/0/answer/de';

  it('name the product of the catalog in force, or of the file, that an answer names', async () => {
    const handle = await company({ catalog: { products: [product('Quiet Serum')] } });
    const { warnings } = await service.apply(withAnswer('Nimm Quiet Serum.'), handle);
    expect(warnings).toEqual([{ path, message: toMessage('Quiet Serum') }]);
    const replaced = { catalog: { products: [product('Loud Balm')] }, ...withAnswer('Quiet Serum, Loud Balm') };
    expect((await service.apply(replaced, handle)).warnings).toEqual([{ path, message: toMessage('Loud Balm') }]);
  });

  it('are left out while the catalog cannot be read: the apply does not depend on them', async () => {
    const handle = await company({ catalog: { products: [product('Quiet Serum')] } });
    service.catalog.faults.down = true;
    const { warnings } = await service.apply(withAnswer('Quiet Serum'), handle).finally(() => {
      service.catalog.faults.down = false;
    });
    expect(warnings).toEqual([]);
  });
});
