import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSlots } from './create-slots.js';

const createTestSlots = (max: number, waitMs = 10_000) =>
  createSlots({ max, waitMs, retryAfterS: 10, message: 'Two are running already.' });

describe('slots for long work', () => {
  it('at most the maximum is taken; the next request waits for a free slot, in order', async () => {
    const slots = createTestSlots(2);
    const [first, second] = await Promise.all([slots.take(), slots.take()]);
    const order: string[] = [];
    const third = slots.take().then((release) => order.push('third') && release);
    const fourth = slots.take().then((release) => order.push('fourth') && release);
    await delay(10);
    expect(order).toEqual([]);
    first?.();
    const releaseThird = (await third) as () => void;
    expect(order).toEqual(['third']);
    releaseThird();
    await fourth;
    second?.();
    expect(order).toEqual(['third', 'fourth']);
  });

  it('a request without a slot in time is UNAVAILABLE with Retry-After', async () => {
    const slots = createTestSlots(1, 10);
    const release = await slots.take();
    await expect(slots.take()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 10 });
    release();
    await expect(slots.take()).resolves.toBeTypeOf('function');
  });

  it('an aborted request leaves the queue immediately without taking a slot', async () => {
    const slots = createTestSlots(1);
    const release = await slots.take();
    const abort = new AbortController();
    const waiting = slots.take(abort.signal);
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(slots.take(abort.signal)).rejects.toThrow('gone');
    release();
    await expect(slots.take()).resolves.toBeTypeOf('function');
  });

  it('a request that is aborted while it gets a slot releases it', async () => {
    const slots = createTestSlots(1);
    const release = await slots.take();
    const abort = new AbortController();
    const waiting = slots.take(abort.signal);
    release();
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(slots.take()).resolves.toBeTypeOf('function');
  });

  it('releasing a slot twice frees one slot', async () => {
    const slots = createTestSlots(1, 10);
    const release = await slots.take();
    release();
    release();
    await slots.take();
    await expect(slots.take()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
