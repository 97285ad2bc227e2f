import { DEFAULT_MATCHING, type ReplayDraft, type ReplayedParts, type Step } from '@svc/domain';
import { buildSelection, singleSelection } from '@svc/domain/testing';
import { json } from '@svc/kit';
import type { ListMatchingInputsResponse_Item as Item, ReplayDraftRequest } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshSubdomain } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
let companyId: string;
let handle: string;
let subdomain: string;
let funnelId: string;
let versions: Record<'v1' | 'v2' | 'draft', string>;

const V1 = [singleSelection(1, ['dry'])];
const V2 = [singleSelection(1, [buildSelection('dryness', ['dry'])])];
const DRAFT = [singleSelection(1, ['dryness', 'oily'])];
const SETS = [
  { key: 'duo', name: { en: 'Duo' }, variantId: 'S', variants: [{ id: 'V', quantity: 1 }], lift: 'all' as const },
];

beforeAll(async () => {
  svc = await startTestService();
  subdomain = freshSubdomain();
  const steps = (given: Step[]) => ({ funnels: [{ subdomain, published: { steps: given } }] });
  const company = await svc.company({ ...steps(V1), sets: SETS });
  ({ id: companyId, handle } = company);
  svc.clock.advance(1_000);
  const published = await svc.apply(steps(V2), handle);
  const { funnels } = await svc.apply({ funnels: [{ subdomain, draft: { steps: DRAFT } }] }, handle);
  funnelId = funnels[subdomain]?.id as string;
  versions = {
    v1: company.answer.funnels[subdomain]?.published?.id as string,
    v2: published.funnels[subdomain]?.published?.id as string,
    draft: funnels[subdomain]?.draft?.id as string,
  };
});
afterAll(() => svc.stop());
beforeEach(() => {
  svc.matcher.replayed = [];
  svc.matcher.onReplay = async () => {};
  svc.analyses.asked = [];
  svc.analyses.items = [toItem('A1')];
});

const toItem = (analysisId: string, answersBytes = 2): Item => ({
  analysisId,
  input: {
    companyId,
    funnelId,
    versionId: versions.v2,
    isPreview: false,
    hasSelfie: false,
    hasContact: false,
    answersJson: Buffer.alloc(answersBytes, 'x'),
  },
});

const replay = (
  parts: ReplayedParts,
  changes: Partial<ReplayDraftRequest> = {},
  options: { signal?: AbortSignal } = {},
) =>
  svc.releases.replayDraft(
    { companyId, subdomain, partsJson: json.encode(parts), version: undefined, analyses: 7, ...changes },
    options,
  );

const draftSent = (): ReplayDraft => {
  const [first] = svc.matcher.replayed;
  if (first?.$case !== 'start') throw new Error('no start');
  return json.decode<ReplayDraft>(first.value.draftJson);
};

describe('ReplayDraft (docs/releases.md "Replay before release")', () => {
  it('sends the draft, then the newest analyses; the report is returned', async () => {
    const { report } = await replay({ matching: DEFAULT_MATCHING });
    expect(report).toMatchObject({ date: '2026-03-01', analyses: { asked: 7, replayed: 1 } });
    expect(draftSent()).toEqual({ matching: DEFAULT_MATCHING });
    expect(svc.matcher.replayed[0]).toMatchObject({ value: { companyId, funnelId, asked: 7 } });
    expect(svc.matcher.replayed.slice(1)).toMatchObject([
      { $case: 'analyses', value: { items: [{ analysisId: 'A1' }] } },
    ]);
    expect(svc.analyses.asked).toEqual([{ companyId, funnelId, limit: 7 }]);
  });

  it('2,000 large analyses travel in messages far below the limit of one', async () => {
    svc.analyses.items = Array.from({ length: 2_000 }, (_, index) => toItem(`A${index}`, 4_000));
    await replay({ matching: DEFAULT_MATCHING }, { analyses: 2_000 });
    const batches = svc.matcher.replayed.flatMap((part) =>
      part.$case === 'analyses' ? [part.value.items.length] : [],
    );
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(2_000);
    expect(Math.max(...batches) * 4_000).toBeLessThan(1024 * 1024);
  });

  it('replays the draft with the histories that publishing gives', async () => {
    await replay({}, { version: { $case: 'draft', value: true } });
    const steps = [singleSelection(1, [buildSelection('dryness', ['dry']), 'oily'])];
    expect(draftSent()).toEqual({ steps, version: { id: versions.draft, number: 3 } });
  });

  it('replays a version by its id, and an earlier one as a rollback would publish it', async () => {
    await replay({}, { version: { $case: 'versionId', value: versions.v2 } });
    expect(draftSent()).toEqual({ steps: V2, version: { id: versions.v2, number: 2 } });
    svc.matcher.replayed = [];
    await replay({}, { version: { $case: 'number', value: 1 } });
    const steps = [singleSelection(1, [buildSelection('dry', ['dryness'])])];
    expect(draftSent()).toEqual({ steps, version: { id: versions.v1, number: 1 } });
  });

  it('replays steps that are no version yet, with the histories that publishing gives', async () => {
    await replay({ published: { steps: DRAFT } });
    expect(draftSent()).toEqual({ steps: [singleSelection(1, [buildSelection('dryness', ['dry']), 'oily'])] });
  });

  it('sends operations on tags as they are, and refuses what changing tags would refuse', async () => {
    const taggingOperations = [{ kind: 'product' as const, id: 'P1', add: ['finish:matte'], remove: [] }];
    await replay({ taggingOperations });
    expect(draftSent()).toEqual({ taggingOperations });
    const wrong = [{ kind: 'product' as const, id: 'P1', add: [], remove: [] }];
    await expect(replay({ taggingOperations: wrong })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: '/taggingOperations/0', message: 'The operation must add or remove a tag.' }],
    });
  });

  it('tabs may select the sets that are in force, or those of the draft', async () => {
    const select = { tags: [], productIds: [], sets: ['duo'] };
    const tab = { key: 'T', name: { default: 'T' }, description: null, maxItemsToShow: null, enabled: true, select };
    const resultPage = { enabled: true, tabs: [tab] };
    await replay({ resultPage });
    await expect(replay({ resultPage, sets: [] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: '/resultPage/tabs/0/select/sets/0', message: expect.stringContaining('no set with this key') }],
    });
  });

  const EXCLUDE = { exclude: { tags: ['a:b'], productIds: [], variantIds: [] } };
  const naming = (key: string, stepId: number) => ({
    ...DEFAULT_MATCHING,
    rules: [{ key, when: { step: stepId, in: ['oily'] }, then: EXCLUDE }],
  });
  const gone = { code: 'INVALID_REQUEST', details: [{ path: '/matching/rules/0/when/step' }] };

  it('rules may name steps of the draft, and no others', async () => {
    await replay({ matching: naming('r', 1) });
    await expect(replay({ matching: naming('r', 9) })).rejects.toMatchObject(gone);
  });

  it('settings that are in force exactly as they are given may name what is gone, as in an apply', async () => {
    const restepped = freshSubdomain();
    const both = [singleSelection(1, ['dry']), singleSelection(2, ['oily'])];
    const matching = naming('r', 2);
    await svc.apply({ funnels: [{ subdomain: restepped, published: { steps: both }, matching }] }, handle);
    await svc.apply({ funnels: [{ subdomain: restepped, published: { steps: V1 } }] }, handle);
    await replay({ matching }, { subdomain: restepped });
    expect(draftSent()).toEqual({ matching });
    await expect(replay({ matching: naming('other', 2) }, { subdomain: restepped })).rejects.toMatchObject(gone);
  });

  it('an unknown funnel is NOT_FOUND; one without a published version, or a missing draft, FUNNEL_NOT_PUBLISHED', async () => {
    const matching = DEFAULT_MATCHING;
    await expect(replay({ matching }, { subdomain: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const bare = freshSubdomain();
    await svc.apply({ funnels: [{ subdomain: bare }] }, handle);
    await expect(replay({ matching }, { subdomain: bare })).rejects.toMatchObject({ code: 'FUNNEL_NOT_PUBLISHED' });
    const undrafted = freshSubdomain();
    await svc.apply({ funnels: [{ subdomain: undrafted, published: { steps: V1 } }] }, handle);
    const draft = { $case: 'draft' as const, value: true };
    await expect(replay({}, { subdomain: undrafted, version: draft })).rejects.toMatchObject({
      code: 'FUNNEL_NOT_PUBLISHED',
      message: 'This funnel has no draft to replay.',
    });
    const unknown = { $case: 'versionId' as const, value: 'none' };
    await expect(replay({}, { version: unknown })).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    expect(svc.analyses.asked).toEqual([]);
    expect(svc.matcher.replayed).toEqual([]);
  });

  it('a caller that cancels ends the replay in matcher-svc', async () => {
    let state = 'waiting';
    svc.matcher.onReplay = async (signal) => {
      state = 'running';
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      state = 'cancelled';
    };
    const controller = new AbortController();
    const replayed = replay({ matching: DEFAULT_MATCHING }, {}, { signal: controller.signal });
    await expect.poll(() => state).toBe('running');
    controller.abort();
    await expect(replayed).rejects.toThrow();
    await expect.poll(() => state).toBe('cancelled');
  });
});
