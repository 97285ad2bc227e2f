import { DEFAULT_MATCHING, type ReplayDraft, type Tagging } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApplyOutcome } from '../domain/apply/apply-outcome.js';
import { freshSubdomain, step } from '../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../testing/test-service.testing.js';

let svc: TestService;
let companyId: string;
let handle: string;
let subdomain: string;

/** More than 128 KiB as JSON. */
const largeTagging = (tag: string): Tagging => ({
  products: {},
  variants: Object.fromEntries(Array.from({ length: 8_000 }, (_, at) => [`variant-${at}`, [tag]])),
});

beforeAll(async () => {
  svc = await startTestService();
  subdomain = freshSubdomain();
  const tagging = largeTagging('old:yes');
  ({ id: companyId, handle } = await svc.company({
    tagging,
    funnels: [{ subdomain, published: { steps: [step(1)] } }],
  }));
  svc.clock.advance(1_000);
  await svc.apply({ tagging: largeTagging('new:yes') }, handle);
});
afterAll(() => svc.stop());
beforeEach(() => {
  svc.matcher.replayed = [];
});

/** Replays a draft directly, or, with blanks behind it, as a large one: in a thread. */
const replay = (parts: object, how: 'directly' | 'in a thread') => {
  const given = json.encode(parts);
  const partsJson = how === 'directly' ? given : Buffer.concat([given, Buffer.alloc(200_000, ' ')]);
  return svc.releases.replayDraft({ companyId, subdomain, partsJson, version: undefined, analyses: 1 });
};

const draftSent = (): ReplayDraft => {
  const [first] = svc.matcher.replayed;
  if (first?.$case !== 'start') throw new Error('no start');
  return json.decode<ReplayDraft>(first.value.draftJson);
};

const getOutcome = (replayed: Promise<unknown>): Promise<unknown> =>
  replayed.catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, details, retryAfterS } = error;
    return { code, message, details, retryAfterS };
  });

describe('large documents of releases are read in a thread (docs/adr/0035-bounded-bodies.md)', {
  timeout: 240_000,
}, () => {
  it('a large draft is replayed as a small one is', async () => {
    const tagging = largeTagging('draft:yes');
    await replay({ tagging, matching: DEFAULT_MATCHING }, 'directly');
    expect(draftSent()).toEqual({ tagging, matching: DEFAULT_MATCHING });
    svc.matcher.replayed = [];
    await replay({ matching: DEFAULT_MATCHING, published: { steps: [step(2)] } }, 'in a thread');
    expect(draftSent()).toEqual({ matching: DEFAULT_MATCHING, steps: [step(2)] });
  });

  it('a large draft is refused with the same problems, also those that need the settings in force', async () => {
    const select = { tags: ['no tag'], productIds: [], sets: ['none'] };
    const tab = { key: 'T', name: {}, description: null, maxItemsToShow: null, enabled: true, select };
    const parts = { resultPage: { enabled: true, tabs: [tab] } };
    const refused = await getOutcome(replay(parts, 'directly'));
    expect(refused).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await getOutcome(replay(parts, 'in a thread'))).toEqual(refused);
    expect(svc.matcher.replayed).toEqual([]);
  });

  it('while matcher-svc is down, both are 503 with the same words', async () => {
    const select = { tags: [], productIds: [], sets: ['none'] };
    const tab = { key: 'T', name: {}, description: null, maxItemsToShow: null, enabled: true, select };
    const parts = { resultPage: { enabled: true, tabs: [tab] } };
    svc.matcher.faults.down = true;
    const down = await getOutcome(replay(parts, 'directly'));
    expect(down).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await getOutcome(replay(parts, 'in a thread'))).toEqual(down);
    svc.matcher.faults.down = false;
  });

  it('large settings are listed and rolled back as small ones are', async () => {
    const { blueprintJson } = await svc.releases.getSettingsVersion({ companyId, version: 1 });
    const held = json.decode<{ tagging: Tagging }>(blueprintJson);
    expect(held.tagging).toEqual(largeTagging('old:yes'));
    const { body } = await svc.releases.rollBackSettings({ companyId, version: 1, parts: [] });
    expect(json.decode<ApplyOutcome>(body).changed).toEqual(['tagging']);
    expect((await svc.exportBlueprint(handle)).tagging).toEqual(largeTagging('old:yes'));
    const wrong = svc.releases.rollBackSettings({ companyId, version: 1, parts: ['tags'] });
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: [{ path: '/parts/0' }] });
  });
});
