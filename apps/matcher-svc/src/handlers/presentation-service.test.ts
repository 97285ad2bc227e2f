import type { LocalizedText, Tab } from '@svc/domain';
import { randomId } from '@svc/kit';
import { ShopperReasonCode, toCitedAnswer } from '@svc/proto';
import { describe, expect, it } from 'vitest';
import { createStep } from '../engine/testing/company.js';
import { createCatalog, givePeers } from '../testing/matcher.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

const tab = (key: string, tags: string[], rest: Partial<Tab> = {}): Tab => ({
  key,
  name: { default: key, de: `${key} (de)` },
  description: null,
  maxItemsToShow: null,
  enabled: true,
  select: { tags, productIds: [], sets: [] },
  ...rest,
});
const withTabs = (company: string, enabled: boolean, tabs: Tab[]) => ({
  funnels: { [`${company}-funnel`]: { resultPage: { enabled, tabs } } },
});

describe('PresentMatch', () => {
  it('gives the enabled tabs with their texts and their union, as resultPage=true of the match route does (docs/contract.md C15.3)', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const description: LocalizedText = { default: 'For you', de: 'Für dich' };
    const tabs = [
      tab('Two', ['t:2'], { description, maxItemsToShow: 4 }),
      tab('Off', ['t:1'], { enabled: false }),
      tab('Both', ['t:1', 't:2']),
      tab('Empty', []),
    ];
    await matcher.apply(company, 1, withTabs(company, true, tabs));
    const { state, ...presented } = await matcher.present(company, { locale: 'de-AT' });
    expect(presented).toEqual({
      resultPage: true,
      variants: ['b', 'a'],
      tabs: [
        { key: 'Two', name: 'Two (de)', description: 'Für dich', maxItemsToShow: 4, variants: ['b'] },
        { key: 'Both', name: 'Both (de)', variants: ['a', 'b'] },
        { key: 'Empty', name: 'Empty (de)', variants: [] },
      ],
    });
    const match = await matcher.match(company, { request: { resultPage: true, locale: 'de-AT' } });
    expect(match).toEqual({ state, matchedVariants: presented.variants, tabs: presented.tabs });
  });

  it('is the ranking of the whole assortment when the result page is off (docs/contract.md C15.3)', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, withTabs(company, false, [tab('T', ['t:2'])]));
    expect(await matcher.present(company)).toMatchObject({ resultPage: false, variants: ['a', 'b', 'c'], tabs: [] });
  });

  it.each([
    ['has no enabled tab', [tab('T', ['t:2'], { enabled: false })]],
    ['has no tab at all', []],
  ])('is empty when the result page is on but %s: no fallback to the assortment', async (_name, tabs) => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, withTabs(company, true, tabs));
    const { state, ...presented } = await matcher.present(company);
    expect(presented).toEqual({ resultPage: true, variants: [], tabs: [] });
    const match = await matcher.match(company, { request: { resultPage: true } });
    expect(match).toEqual({ state, matchedVariants: [], tabs: [] });
  });

  it('nothing suitable is an empty match; a failure is MATCHER_FAILURE (docs/contract.md C11.10)', async () => {
    const { company, peers, start } = matchers;
    peers.catalogs.set(company, createCatalog(2, { a: [] }));
    const matcher = await start();
    await matcher.apply(company, 1, excluding(company, 'a'));
    expect(await matcher.present(company)).toMatchObject({ resultPage: false, variants: [], tabs: [] });
    await expect(matcher.present(randomId())).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
  });

  it('has the limits of the match: over 2,000 eligible variants nothing is ranked', async () => {
    const { company, peers, start } = matchers;
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`v${index}`, []]));
    peers.catalogs.set(company, createCatalog(2, { one: ['t:1'], ...many }));
    const matcher = await start();
    await expect(matcher.present(company)).rejects.toMatchObject({ code: 'MATCHING_SCOPE_TOO_LARGE' });
    await matcher.apply(company, 1, withTabs(company, true, [tab('T', ['t:1'])]));
    expect(await matcher.present(company)).toMatchObject({ variants: ['one'] });
  });

  it('the analysis of a removed funnel is NOT_FOUND', async () => {
    const { company, peers, start } = matchers;
    // Before the start: from then on the matcher may have copied it.
    peers.states.get(company)!.funnels[0]!.archived = true;
    const matcher = await start();
    await expect(matcher.present(company)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(matcher.describe(company, ['a'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('DescribeVariants', () => {
  const giveStep = () => {
    const { company, peers } = matchers;
    const step = createStep(1, { Silky: { prefer: ['t:1'] }, oily: { avoid: ['t:2'] } });
    step.selections[0]!.caption = { default: 'Silky skin', de: 'Seidige Haut' };
    givePeers(peers, company, {
      number: 1,
      steps: [step],
      catalog: createCatalog(1, { a: ['t:1'], b: ['t:2'], c: [] }),
    });
    return { selectionValues: [{ stepId: 1, selectedKey: 'silky' }] };
  };

  it('says why a variant suits, by the answer as the shopper read it, in the language of the page', async () => {
    const answers = giveStep();
    const { company, start } = matchers;
    const matcher = await start();
    const answer = toCitedAnswer({ stepId: 1, key: 'Silky' });
    expect(await matcher.describe(company, ['c', 'a'], { answers, locale: 'de' })).toEqual([
      { variantId: 'c', reasons: [] },
      {
        variantId: 'a',
        reasons: [
          {
            code: ShopperReasonCode.SHOPPER_REASON_CODE_ANSWER,
            text: 'Passt zu deiner Antwort „Seidige Haut“.',
            answer,
          },
        ],
      },
    ]);
    const english = await matcher.describe(company, ['a'], { answers, locale: 'fr' });
    expect(english[0]?.reasons[0]?.text).toBe('Matches your answer “Silky skin”.');
  });

  it('leaves out what is unknown, not matched, or of another company', async () => {
    giveStep();
    const { company, peers, start } = matchers;
    const other = randomId();
    givePeers(peers, other, { catalog: createCatalog(1, { secret: [] }) });
    const matcher = await start();
    await matcher.match(other);
    const answers = { selectionValues: [{ stepId: 1, selectedKey: 'oily' }] };
    const described = await matcher.describe(company, ['a', 'b', 'A', 'secret', '__proto__'], { answers });
    expect(described.map(({ variantId }) => variantId)).toEqual(['a']);
  });

  it('describes 500 variants in one call, and no more', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const ids = Array.from({ length: 501 }, (_, index) => `v${index}`);
    expect(await matcher.describe(company, ids.slice(1))).toEqual([]);
    await expect(matcher.describe(company, ids)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('DescribeProduct (docs/components.md B10.9)', () => {
  it('a product is a set if one of its variants is that of a fixed or dynamic set, also of one that is not lifted', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await matcher.apply(company, 1, {
      sets: [
        { key: 'fixed', name: { default: 'Fixed' }, variantId: 'a', variants: [{ id: 'c', quantity: 1 }], lift: 'off' },
        { key: 'dynamic', name: { default: 'Dynamic' }, variantId: 'b', size: 1, products: [{ id: 'P-c', max: 1 }] },
        { key: 'gone', name: { default: 'Gone' }, variantId: 'nothing', variants: [], lift: 'all' },
      ],
    });
    const products = ['P-a', 'P-b', 'P-c', 'nothing'];
    expect(await Promise.all(products.map((id) => matcher.isSet(company, id)))).toEqual([true, true, false, false]);
  });

  it('a company that cannot be read is MATCHER_FAILURE', async () => {
    const { peers, start } = matchers;
    const matcher = await start();
    peers.down.funnel = true;
    await expect(matcher.isSet(randomId(), 'P-a')).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
  });
});
