import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { jpeg, noise, png } from '../testing/pictures.js';
import type { PictureJob, PictureResult, WorkerState } from './picture-messages.js';
import { createSelfiePool, SELFIE_POOL_DEFAULTS, type SelfiePool, type SelfiePoolOptions } from './selfie-pool.js';
import { type SelfieProcess, startSelfieProcess } from './selfie-process.js';

/**
 * Generous limits: most tests do not concern them, and the machine may be busy. Pictures are only decoded here, which needs no model;
 * to load it is most of a start.
 */
const PATIENT: SelfiePoolOptions = {
  ...SELFIE_POOL_DEFAULTS,
  size: 1,
  timeLimitMs: 30_000,
  startLimitMs: 30_000,
  withoutModel: true,
};
const pools: SelfiePool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop();
});

function realPool(options: Partial<SelfiePoolOptions> = {}): SelfiePool {
  const pool = createSelfiePool({ ...PATIENT, ...options });
  pools.push(pool);
  return pool;
}

/** A pool whose processes finish when the test decides. */
function controlledPool(options: Partial<SelfiePoolOptions> = {}) {
  const running: ((state: PictureResult['state']) => void)[] = [];
  const killed: number[] = [];
  const states: WorkerState[] = [];
  let started = 0;
  let broken = false;
  const start = async (): Promise<SelfieProcess> => {
    const number = ++started;
    if (broken) throw new Error('no process');
    let usable = true;
    return {
      pid: number,
      state: { modelVersion: 'model/1' },
      handle: () => new Promise((resolve) => running.push((state) => resolve({ state } as PictureResult))),
      isUsable: () => usable,
      kill: () => {
        usable = false;
        killed.push(number);
      },
    };
  };
  const pool = createSelfiePool(
    { ...SELFIE_POOL_DEFAULTS, size: 1, queueLimit: 2, ...options },
    (state) => states.push(state),
    start,
  );
  return {
    pool,
    running,
    killed,
    states,
    started: () => started,
    breakStart: (value: boolean) => {
      broken = value;
    },
  };
}

const turn = () => sleep(0);
const decode = (bytes: Buffer): PictureJob => ({ bytes, isAnimated: false, analyze: false });
const picture = decode(Buffer.from('picture'));

describe('the processes that handle selfies: docs/reliability.md R6.3', () => {
  it('SVG, TIFF, AVIF and PDF are never decoded: their loaders stay blocked', async () => {
    const pool = realPool();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="9" height="9"/></svg>';
    for (const bytes of [
      Buffer.from(svg),
      await noise(100, 100).tiff().toBuffer(),
      await noise(100, 100).avif().toBuffer(),
      Buffer.from('%PDF-1.7\n'),
    ]) {
      expect(await pool.handle(decode(bytes))).toEqual({ state: 'undecodable' });
    }
    expect(await pool.handle(decode(await png()))).toEqual({ state: 'decoded' });
  });

  it('a picture that exceeds the time limit ends its process, and the next picture gets a new process', async () => {
    const pool = realPool({ timeLimitMs: 1 });
    const large = await noise(2000, 2000).png({ compressionLevel: 0 }).toBuffer();
    expect(await pool.handle(decode(large))).toEqual({ state: 'too-slow' });
    const patient = realPool();
    expect(await patient.handle(decode(await jpeg()))).toEqual({ state: 'decoded' });
  });

  it('a crashed process does not reject its picture, and the service continues', async () => {
    const large = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    let one: SelfieProcess;
    let state: PictureResult['state'];
    // A machine that stands still may kill it too late, when the picture is decoded: then another one has to crash.
    do {
      one = await startSelfieProcess(PATIENT);
      const result = one.handle(decode(large));
      await sleep(20);
      one.kill();
      ({ state } = await result);
    } while (state === 'decoded');
    expect(['crashed', 'gone']).toContain(state);
    expect(one.isUsable()).toBe(false);
  });

  it('a picture whose process had ended is passed to another one, a limited number of times', async () => {
    const { pool, running, started } = controlledPool();
    const result = pool.handle(picture);
    await turn();
    running[0]?.('gone');
    await turn();
    running[1]?.('decoded');
    expect([await result, started()]).toEqual([{ state: 'decoded' }, 1]);
    const unlucky = pool.handle(picture);
    for (let i = 2; i < 4; i += 1) {
      await turn();
      running[i]?.('gone');
    }
    expect(await unlucky).toEqual({ state: 'crashed' });
  });

  it('a process that crashes while idle is replaced without a failed picture', async () => {
    const pids: number[] = [];
    const pool = createSelfiePool(PATIENT, undefined, async (options) => {
      const started = await startSelfieProcess(options);
      pids.push(started.pid);
      return started;
    });
    pools.push(pool);
    const job = decode(await jpeg());
    for (let i = 0; i < 3; i += 1) {
      expect(await pool.handle(job)).toEqual({ state: 'decoded' });
      process.kill(pids.at(-1) as number, 'SIGKILL');
      // In the first round, the exit event of the process has not been received yet.
      if (i > 0) await sleep(20 * i);
    }
    expect(pids).toHaveLength(3);
  });

  it('concurrent pictures all get their result', async () => {
    const pool = realPool({ size: 2, queueLimit: 20 });
    const job = decode(await jpeg());
    const results = await Promise.all(Array.from({ length: 20 }, () => pool.handle(job)));
    expect(results).toEqual(Array(20).fill({ state: 'decoded' }));
  });

  it('a process is replaced after its maximum number of pictures, and when it uses too much memory', async () => {
    for (const options of [{ recycleAfterImages: 1 }, { recycleAboveRssBytes: 1 }]) {
      const pool = realPool(options);
      expect(await pool.handle(decode(await jpeg()))).toEqual({ state: 'decoded' });
      expect(await pool.handle(decode(await jpeg()))).toEqual({ state: 'decoded' });
    }
  });

  it('a picture that exceeds the queue is rejected immediately with UNAVAILABLE, without affecting the others', async () => {
    const { pool, running } = controlledPool();
    const accepted = [pool.handle(picture), pool.handle(picture), pool.handle(picture)];
    await expect(pool.handle(picture)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 1 });
    for (let i = 0; i < 3; i += 1) {
      await turn();
      running[i]?.('decoded');
    }
    expect(await Promise.all(accepted)).toEqual(Array(3).fill({ state: 'decoded' }));
  });

  it('a caller that cancels while waiting leaves the queue, which frees its place', async () => {
    const { pool, running } = controlledPool({ queueLimit: 1 });
    const first = pool.handle(picture);
    const caller = new AbortController();
    const gone = pool.handle(picture, caller.signal);
    caller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const second = pool.handle(picture);
    await turn();
    running[0]?.('decoded');
    await turn();
    running[1]?.('undecodable');
    expect([await first, await second]).toEqual([{ state: 'decoded' }, { state: 'undecodable' }]);
  });

  it('no process starts before the first picture, and one process handles consecutive pictures', async () => {
    const { pool, running, started, states } = controlledPool();
    expect(started()).toBe(0);
    for (let i = 0; i < 3; i += 1) {
      const result = pool.handle(picture);
      await turn();
      running[i]?.('decoded');
      await result;
    }
    expect([started(), states]).toEqual([1, [{ modelVersion: 'model/1' }]]);
  });

  it('while no process starts, pictures fail immediately, and the next start is delayed', async () => {
    const { pool, started, states, breakStart, running } = controlledPool({ restartPauseMs: 1_000 });
    breakStart(true);
    for (let i = 0; i < 3; i += 1) expect(await pool.handle(picture)).toEqual({ state: 'crashed' });
    expect([started(), states]).toEqual([1, [{ modelVersion: null, problem: 'no process' }]]);
    breakStart(false);
    await sleep(1_010);
    const result = pool.handle(picture);
    await turn();
    running[0]?.('decoded');
    expect(await result).toEqual({ state: 'decoded' });
  });

  it('idle processes end, and the next picture starts a new one', async () => {
    const { pool, running, killed, started } = controlledPool({ endWhenIdleMs: 20 });
    for (let i = 0; i < 2; i += 1) {
      const result = pool.handle(picture);
      await turn();
      running[i]?.('decoded');
      await result;
      expect(killed).toHaveLength(i);
      await sleep(60);
      expect([started(), killed.length]).toEqual([i + 1, i + 1]);
    }
  });

  it('a pool that is stopped while a picture is handled leaves no process behind', async () => {
    const { pool, running, killed } = controlledPool();
    const last = pool.handle(picture);
    await turn();
    pool.stop();
    running[0]?.('undecodable');
    await last;
    expect(new Set(killed)).toEqual(new Set([1]));
  });
});
