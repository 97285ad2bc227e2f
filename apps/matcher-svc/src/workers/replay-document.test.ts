import { DEFAULT_MATCHING, type ReplayDraft } from '@svc/domain';
import { json } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { createDraftReader } from './replay-document.js';

const read = createDraftReader();
const settings = { matching: DEFAULT_MATCHING, sets: [], version: { id: 'v', number: 2 } };

/** A draft as it is read, its tagging parsed again. */
async function readBack(draft: ReplayDraft) {
  const { tagging, ...others } = await read(json.encode(draft));
  return { ...others, tagging: tagging && { kind: tagging.kind, ...json.decode<object>(tagging.json) } };
}

describe('the draft of a replay', () => {
  it('is split into settings and the text of its tagging', async () => {
    const tagging = { products: { P1: ['t:ü'] }, variants: {} };
    expect(await readBack({ ...settings, tagging })).toEqual({ settings, tagging: { kind: 'whole', ...tagging } });
    expect(await readBack(settings)).toEqual({ settings, tagging: undefined });
    const taggingOperations = [{ kind: 'product' as const, id: 'P1', add: ['t:ü'], remove: [] }];
    expect(await readBack({ ...settings, taggingOperations })).toEqual({
      settings,
      tagging: { ...taggingOperations, kind: 'operations' },
    });
  });

  it('is read in the same way in a thread when it is large (docs/adr/0035-bounded-bodies.md)', async () => {
    const variants = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`variant-${at}`, ['t:ü']]));
    const tagging = { products: {}, variants };
    expect(await readBack({ ...settings, tagging })).toEqual({ settings, tagging: { kind: 'whole', ...tagging } });
    const large = [{ key: 's', name: { en: 'x'.repeat(200_000) }, variantId: 'S', size: 1, products: [] }];
    expect(await readBack({ sets: large })).toEqual({ settings: { sets: large }, tagging: undefined });
  });
});
