import { DEFAULT_MATCHING } from '@svc/domain';
import { createSlots, systemClock } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import { expect, it } from 'vitest';
import { compileAssortment } from '../../engine/compile/compile-assortment.js';
import { compileFunnel } from '../../engine/compile/compile-funnel.js';
import { benchCompany } from '../../engine/testing/bench-company.js';
import { createCompany } from '../../engine/testing/company.js';
import { compileModel } from '../../learning/compile-model.js';
import type { LearnedModel } from '../../learning/learned-model.js';
import { longestTurn } from '../../testing/longest-turn.js';
import { threadTimeMs } from '../../testing/thread-time.js';
import { createLoadedCompany } from '../companies/loaded-company.js';
import { REPLAY_SLOTS, replayDraft } from './replay-draft.js';

const VARIANTS = 20_000;
/** The most that a model has. */
const OPTIONS = 256;

it('a replay with a large model lets matches continue: none waits for as long as its compilation takes (docs/releases.md "Replay before release")', async () => {
  const { snapshot, tagging } = benchCompany(VARIANTS);
  const assortment = compileAssortment(snapshot, tagging);
  const variants = snapshot.variants.map(({ id }) => id).sort();
  const model: LearnedModel = {
    ...{ until: '2026-11-21', days: 1, sessions: 100, impressions: 300, variants },
    options: Array.from({ length: OPTIONS }, (_, index) => ({ token: `c:TYPE_${index}`, sessions: 100 })),
    pop: new Float64Array(variants.length).fill(1.1),
    lambda: new Int32Array(variants.length * OPTIONS).fill(1),
  };
  const funnel = compileFunnel(assortment, { steps: [], sets: [], funnel: createCompany({}).funnel });
  const learning = compileModel(funnel, model);
  const before = threadTimeMs();
  compileModel(funnel, model);
  const onThisThreadMs = threadTimeMs() - before;

  const company = createLoadedCompany('company', {
    settings: { version: 1, config: { sets: [], funnels: {} }, taggingDigest: '' },
    states: { version: 1, language: 'en', funnels: [{ funnelId: 'f', publishedVersionId: 'v' }] },
    ...{ catalogVersion: 1, assortment },
  });
  async function* noAnalyses() {}
  const replay = () =>
    replayDraft(
      {
        companies: { get: async () => company, refresh: async () => {}, recount: () => {} },
        versions: { get: async () => ({ id: 'v', number: 1, funnelId: 'f', companyId: 'company', steps: [] }) },
        models: { compiled: async () => ({ version: 1, learning }), read: async () => ({ version: 1, model }) },
        readDraft: async () => ({
          settings: { matching: { ...DEFAULT_MATCHING, ai: { enabled: true } } },
          tagging: undefined,
        }),
        ...{ compileTagged: async () => null, pullSoon: async () => {} },
        ...{ slots: createSlots(REPLAY_SLOTS), clock: systemClock, log: testLogger() },
      },
      { ...{ companyId: 'company', funnelId: 'f', asked: 0 }, draftJson: new Uint8Array(), analyses: noAnalyses() },
    );
  const longest = await longestTurn(async () => expect((await replay()).versions.model).toBe('1'));
  if (longest !== null) expect(longest).toBeLessThan(onThisThreadMs);
});
