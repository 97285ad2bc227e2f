import { randomId } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { createStep } from '../engine/testing/company.js';
import { afterPull, createCatalog, eventually, givePeers } from '../testing/matcher.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

describe('MatchVariants', () => {
  it('loads a company that it has never seen', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
  });

  it('filters by exact ids and leaves out unknown ones (docs/contract.md C11.3, C11.4, C11.5)', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const asked = { request: { productIds: ['P-a', 'P-b', 'nothing'], variantIds: ['b', 'c', 'A'] } };
    expect((await matcher.match(company, asked)).matchedVariants).toEqual(['b']);
  });

  it('lists localized tabs with result_page', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    const tab = {
      key: 'T',
      name: { default: 'Face', de: 'Gesicht' },
      description: null,
      maxItemsToShow: 2,
      enabled: true,
      select: { tags: ['t:2'], productIds: [], sets: [] },
    };
    await matcher.apply(company, 1, {
      funnels: { [`${company}-funnel`]: { resultPage: { enabled: true, tabs: [tab] } } },
    });
    const { matchedVariants, tabs } = await matcher.match(company, {
      request: { resultPage: true, locale: 'de-DE' },
    });
    expect(matchedVariants).toEqual(['b']);
    expect(tabs).toEqual([{ key: 'T', name: 'Gesicht', maxItemsToShow: 2, variants: ['b'] }]);
  });

  it('migrates answers of an older version to the published one (docs/contract.md C1.4, C11.12, C16.5; docs/matching.md M6.3)', async () => {
    const { company, peers, start } = matchers;
    const step = createStep(1, { dry: { require: ['t:1'] }, oily: { require: ['t:2'] } }, { strict: true });
    step.selections[1]!.formerKeys = ['greasy'];
    givePeers(peers, company, { number: 2, steps: [step] });
    const matcher = await start();
    const answers = { selectionValues: [{ stepId: 1, selectedKey: 'greasy' }] };
    expect((await matcher.match(company, { versionId: `${company}-v1`, answers })).matchedVariants).toEqual(['b']);
  });

  it('a rule may ask whether a selfie came, as long as its step was visible', async () => {
    const { company, peers, start } = matchers;
    const shown = { in: ['yes'], step: 1 };
    const steps = [
      createStep(1, { yes: {}, no: {} }),
      createStep(2, {}, { type: 'SELFIE', showWhen: shown }),
      createStep(3, { one: { avoid: ['t:1'] } }, { showWhen: { step: 2, answered: true } }),
    ];
    givePeers(peers, company, { number: 2, steps });
    const matcher = await start();
    const patch = excluding(company, 'b');
    patch.funnels![`${company}-funnel`]!.matching!.rules[0]!.when = { step: 2, answered: true };
    await matcher.apply(company, 1, patch);
    const listFor = async (selectedKey: string, hasSelfie: boolean) => {
      const selectionValues = [
        { stepId: 1, selectedKey },
        { stepId: 3, selectedKey: 'one' },
      ];
      return (await matcher.match(company, { answers: { selectionValues }, hasSelfie })).matchedVariants;
    };
    expect(await listFor('yes', true)).toEqual(['c']);
    expect(await listFor('yes', false)).toEqual(['a', 'b', 'c']);
    expect(await listFor('no', true)).toEqual(['a', 'b', 'c']);
  });

  it('a preview is matched with its own version, pulled on demand and kept (docs/matching.md M6.3)', async () => {
    const { company, peers, start } = matchers;
    const steps = [createStep(1, { one: { avoid: ['t:1'] } })];
    const draft = `${company}-draft`;
    peers.versions.set(draft, {
      id: draft,
      number: 2,
      funnelId: `${company}-funnel`,
      companyId: company,
      steps,
    });
    const asked = {
      versionId: draft,
      isPreview: true,
      answers: { selectionValues: [{ stepId: 1, selectedKey: 'one' }] },
    };
    const matcher = await start();
    expect((await matcher.match(company, asked)).matchedVariants).toEqual(['b', 'c']);
    peers.down.funnel = true;
    const other = await start();
    expect((await other.match(company, asked)).matchedVariants).toEqual(['b', 'c']);
  });

  it('more than 2,000 eligible variants are MATCHING_SCOPE_TOO_LARGE (docs/contract.md C11.9, C18.1)', async () => {
    const { company, peers, start } = matchers;
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`v${index}`, []]));
    peers.catalogs.set(company, createCatalog(2, many));
    const matcher = await start();
    await expect(matcher.match(company)).rejects.toMatchObject({ code: 'MATCHING_SCOPE_TOO_LARGE' });
    const asked = { request: { variantIds: ['v1999', 'v2000'] } };
    expect((await matcher.match(company, asked)).matchedVariants).toEqual(['v1999', 'v2000']);
  });

  it('a body over 1 MiB is MATCHING_RESPONSE_TOO_LARGE (docs/contract.md C11.9, C18.1)', async () => {
    const { company, peers, start } = matchers;
    const long = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`${index}-${'x'.repeat(580)}`.slice(0, 560), []]),
    );
    peers.catalogs.set(company, createCatalog(2, long));
    const matcher = await start();
    await expect(matcher.match(company)).rejects.toMatchObject({ code: 'MATCHING_RESPONSE_TOO_LARGE' });
  });

  it('never shows anything of another company, whatever ids are mixed up', async () => {
    const { company, peers, start } = matchers;
    const other = randomId();
    givePeers(peers, other, { catalog: createCatalog(1, { secret: [] }) });
    const matcher = await start();
    await matcher.match(other);
    const mixed = [
      { funnelId: `${other}-funnel` },
      { versionId: `${other}-v1`, isPreview: true },
      { funnelId: `${other}-funnel`, versionId: `${other}-v1`, isPreview: true },
    ];
    for (const asked of mixed) {
      await expect(matcher.match(company, asked)).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
    }
    const asked = { request: { variantIds: ['secret', 'a'], productIds: ['P-secret', 'P-a'] } };
    expect((await matcher.match(company, asked)).matchedVariants).toEqual(['a']);
  });

  it('the analysis of a removed funnel is NOT_FOUND', async () => {
    const { company, peers, start } = matchers;
    // Before the start: from then on the matcher may have copied it.
    const states = peers.states.get(company);
    if (states) states.funnels = states.funnels.map((funnel) => ({ ...funnel, archived: true }));
    const matcher = await start();
    await expect(matcher.match(company)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('an unknown funnel is MATCHER_FAILURE, never an empty list (docs/contract.md C11.10)', async () => {
    const { company, start } = matchers;
    const matcher = await start();
    await expect(matcher.match(company, { funnelId: 'nothing' })).rejects.toMatchObject({
      code: 'MATCHER_FAILURE',
    });
    await expect(matcher.match(randomId())).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
  });
});

describe('state', () => {
  it('locale, contact data and the time change neither the list nor the state (docs/matching.md M6.7)', async () => {
    const { company, start } = matchers;
    let now = new Date('2026-10-31T23:59:59Z');
    const matcher = await start({ clock: { now: () => now } });
    const first = await matcher.match(company);
    expect(await matcher.match(company, { request: { locale: 'de-DE' } })).toEqual(first);
    expect(await matcher.match(company, { hasContact: true })).toEqual(first);
    now = new Date('2027-02-01T12:00:00Z');
    expect(await matcher.match(company)).toEqual(first);
  });

  it('is the same from GetMatchingState, and another one after every change (docs/matching.md M10.4)', async () => {
    const { company, peers, start } = matchers;
    const matcher = await start();
    const first = (await matcher.match(company)).state;
    expect(await matcher.state(company)).toBe(first);
    await matcher.apply(company, 1, excluding(company, 'a'));
    const second = await matcher.state(company);
    peers.catalogs.set(company, createCatalog(2, { a: [], b: [] }));
    await eventually(async () => expect(await matcher.state(company)).not.toBe(second));
    expect(new Set([first, second, await matcher.state(company)]).size).toBe(3);
  });

  it('differs between companies and between funnel versions that are otherwise equal, so they share no ranking (docs/contract.md C13.6; docs/reliability.md R8.5)', async () => {
    const { company, peers, start } = matchers;
    const other = randomId();
    givePeers(peers, other, { catalog: createCatalog(1, { a: ['t:1'], b: ['t:2'], c: [] }) });
    const matcher = await start();
    const states = [await matcher.match(company), await matcher.match(other)].map(({ state }) => state);
    givePeers(peers, company, { number: 2 });
    const versionId = `${company}-v2`;
    await afterPull(async () => {
      const { state } = await matcher.match(company, { versionId });
      expect(new Set([...states, state]).size).toBe(3);
    });
  });

  it('depends on the UTC date exactly when a rule of the funnel has one', async () => {
    const { company, start } = matchers;
    let now = new Date('2026-10-31T23:59:59Z');
    const matcher = await start({ clock: { now: () => now } });
    const undated = await matcher.state(company);
    now = new Date('2026-11-01T00:00:00Z');
    expect(await matcher.state(company)).toBe(undated);
    const patch = excluding(company, 'a');
    patch.funnels![`${company}-funnel`]!.matching!.rules[0]!.until = '2026-11-02';
    await matcher.apply(company, 1, patch);
    const dated = await matcher.match(company);
    now = new Date('2026-11-02T00:00:00Z');
    const after = await matcher.match(company);
    expect([dated.matchedVariants, after.matchedVariants]).toEqual([
      ['b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(after.state).not.toBe(dated.state);
  });
});

describe('memory', () => {
  it('companies that do not fit into the cache are matched, too', async () => {
    const { peers, start } = matchers;
    const matcher = await start({ env: { MATCHER_CACHE_BYTES: `${1024 * 1024}` } });
    const ids = Array.from({ length: 4 }, () => randomId());
    for (const id of ids) {
      const variants = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`${id}-${index}`, []]));
      givePeers(peers, id, { catalog: createCatalog(1, { [`first-${id}`]: [], ...variants }) });
    }
    const huge = randomId();
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`${huge}-${index}`, []]));
    givePeers(peers, huge, { catalog: createCatalog(1, many) });
    for (let round = 0; round < 3; round += 1) {
      for (const id of ids) expect((await matcher.match(id)).matchedVariants[0]).toBe(`first-${id}`);
      const asked = { request: { variantIds: [`${huge}-8999`] } };
      expect((await matcher.match(huge, asked)).matchedVariants).toEqual([`${huge}-8999`]);
    }
    for (const id of [...ids, huge]) {
      peers.states.delete(id);
      peers.catalogs.delete(id);
    }
  });
});
