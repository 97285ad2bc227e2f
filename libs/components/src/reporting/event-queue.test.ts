import { MAX_EVENT_BATCH } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { createEventQueue, type Interaction } from './event-queue.js';
import { MAX_BATCH } from './report-queue.js';

const event = (id: string): Interaction => ({ id, type: 'CLICK', variantId: 'V', occurredAt: '2026-11-21T10:00:00Z' });

/** A service that answers with these statuses in turn (0: not at all), and a clock that is moved by hand. */
function world(statuses: number[] = [], headers: HeadersInit = {}) {
  const batches: { analysisId: string; ids: string[] }[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const queue = createEventQueue('A', {
    async send(body) {
      const { analysisId, events } = JSON.parse(body) as { analysisId: string; events: Interaction[] };
      batches.push({ analysisId, ids: events.map(({ id }) => id) });
      const status = statuses.shift() ?? 202;
      return status === 0 ? null : new Response(null, { status, headers });
    },
    setTimeout: (run, ms) => timers.push({ run, ms }),
  });
  const tick = async () => {
    for (const { run } of timers.splice(0)) run();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { queue, batches, timers, tick };
}

describe('the queue of events', () => {
  it('collects, and sends one batch', async () => {
    const { queue, batches, timers, tick } = world();
    queue.add(event('1'));
    queue.add(event('2'));
    expect([batches, timers.length]).toEqual([[], 1]);
    await tick();
    expect(batches).toEqual([{ analysisId: 'A', ids: ['1', '2'] }]);
  });

  it('sends what waits when the page is about to go', () => {
    const { queue, batches } = world();
    queue.add(event('1'));
    queue.flush();
    queue.flush();
    expect(batches).toHaveLength(1);
  });

  it('an event that is known already is not sent again', async () => {
    const { queue, batches, tick } = world();
    queue.add(event('1'));
    await tick();
    queue.add(event('1'));
    await tick();
    expect(batches).toHaveLength(1);
  });

  it('a batch holds at most 50 (docs/events.md, Limits)', () => {
    const { queue, batches } = world();
    for (let index = 0; index < 120; index += 1) queue.add(event(`${index}`));
    queue.flush();
    expect(batches.map(({ ids }) => ids.length)).toEqual([50, 50, 20]);
    expect(MAX_BATCH).toBe(MAX_EVENT_BATCH);
  });

  it.each([429, 503])('after %i it does not try again before the time that the service asked for', async (status) => {
    const { queue, timers, tick } = world([status], { 'Retry-After': '30' });
    queue.add(event('1'));
    await tick();
    expect(timers.map(({ ms }) => ms)).toEqual([30_000]);
  });

  it.each([0, 429, 503])(
    'after %i it tries again later with the same ids, three times in all by itself',
    async (status) => {
      const { queue, batches, timers, tick } = world([status, status, status, status]);
      queue.add(event('1'));
      const waits: number[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        waits.push(...timers.map(({ ms }) => ms));
        await tick();
      }
      expect(batches).toEqual(Array.from({ length: 3 }, () => ({ analysisId: 'A', ids: ['1'] })));
      expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    },
  );

  it.each([400, 404])('what is refused for good (%i) is not sent again', async (status) => {
    const { queue, batches, tick } = world([status]);
    queue.add(event('1'));
    await tick();
    await tick();
    expect(batches).toHaveLength(1);
  });

  it('after stop nothing is sent, not even what failed before (docs/components.md B14.3)', async () => {
    const { queue, batches, tick } = world([503]);
    queue.add(event('1'));
    queue.flush();
    queue.add(event('2'));
    queue.stop();
    queue.add(event('3'));
    for (let turn = 0; turn < 4; turn += 1) await tick();
    queue.flush();
    expect(batches.map(({ ids }) => ids)).toEqual([['1']]);
  });
});
