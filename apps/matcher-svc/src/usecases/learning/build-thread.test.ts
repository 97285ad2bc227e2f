import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { singleSelection } from '@svc/domain/testing';
import { describe, expect, it } from 'vitest';
import type { StoredDay } from '../../db/learning-stats.js';
import { buildModel } from '../../learning/build-model.js';
import { encodeModel } from '../../learning/model-codec.js';
import { createDay, requireModel } from '../../learning/testing/models.js';
import { startBuildThread } from './build-thread.js';

const steps = [singleSelection(1, ['dry'])];
const stats = createDay({
  sessions: 90,
  impressions: 900,
  options: { 's:1:dry': 90 },
  variants: { a: { b: 90, k: 9 } },
});
function stored(day: string, content: unknown): StoredDay {
  const data = gzipSync(JSON.stringify(content));
  return { day, data, checksum: createHash('sha256').update(data).digest() };
}

describe('a build in a thread', () => {
  it('gives the bytes that the same build gives here, and leaves damaged days out', async () => {
    const thread = startBuildThread('2026-11-21', steps, 20_000);
    const sound = stored('2026-11-20', stats);
    expect(await thread.add(sound)).toBe(true);
    expect(await thread.add({ ...sound, checksum: Buffer.alloc(32) })).toBe(false);
    const text = Buffer.from('no gzip');
    expect(
      await thread.add({ day: '2026-11-21', data: text, checksum: createHash('sha256').update(text).digest() }),
    ).toBe(false);
    expect(await thread.add(stored('2026-11-21', stats))).toBe(true);
    const result = await thread.finish();
    await thread.stop();
    const days = ['2026-11-20', '2026-11-21'].map((day) => ({ day, stats }));
    const here = requireModel(buildModel(days, steps));
    expect(result.model).toEqual(await encodeModel(here));
    expect(result).toMatchObject({
      counts: { until: '2026-11-21', days: 2, sessions: 180, impressions: 1_800, variants: 1, options: 1 },
    });
  });

  it('says why there is no model', async () => {
    const thread = startBuildThread('2026-11-21', steps, 20_000);
    expect(await thread.finish()).toMatchObject({ model: null, reason: 'TOO_FEW_IMPRESSIONS' });
    await thread.stop();
  });

  it('that fails, or takes too long, fails what is asked of it, then and later', async () => {
    const broken = startBuildThread('2026-11-21', steps, 20_000);
    await expect(broken.add(stored('2026-11-21', { sessions: 1 }))).rejects.toThrow();
    await expect(broken.finish()).rejects.toThrow();
    await broken.stop();
    const slow = startBuildThread('2026-11-21', steps, 1);
    await expect(slow.finish()).rejects.toThrow('The model was not built within 1 ms.');
    await slow.stop();
  });

  it('does not hold up the thread that matches, however large a day is', async () => {
    // 5 MB of JSON: parsing it here would take far longer than a match may wait.
    const variants = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`variant-${at}`, { b: 12.345, k: 3 }]),
    );
    const pairs = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`s:1:o${at}`, variants]));
    const large = stored('2026-11-21', { ...stats, variants, pairs });
    const options = Array.from({ length: 50 }, (_, at) => `o${at}`);
    const thread = startBuildThread('2026-11-21', [singleSelection(1, options)], 60_000);
    await thread.add(stored('2026-11-20', stats)); // It is up.
    const before = { here: process.threadCpuUsage(), all: process.cpuUsage() };
    for (let day = 0; day < 5; day += 1) expect(await thread.add(large)).toBe(true);
    expect((await thread.finish()).model).not.toBeNull();
    await thread.stop();
    // This thread's share of the process's work: not a time, which other work of the machine would change.
    const spent = { here: process.threadCpuUsage(before.here), all: process.cpuUsage(before.all) };
    expect(spent.here.user + spent.here.system).toBeLessThan((spent.all.user + spent.all.system) / 2);
  });
});
