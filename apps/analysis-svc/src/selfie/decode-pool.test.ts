import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { jpeg, noise, png } from '../testing/pictures.js';
import { createDecodePool, DECODE_POOL_DEFAULTS, type DecodePool, type DecodePoolOptions } from './decode-pool.js';
import { type DecodeProcess, type DecodeResult, startDecodeProcess } from './decode-process.js';

const pools: DecodePool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop();
});

function realPool(options: Partial<DecodePoolOptions> = {}): DecodePool {
  const pool = createDecodePool({ ...DECODE_POOL_DEFAULTS, size: 1, ...options });
  pools.push(pool);
  return pool;
}

/** Processes whose decoding ends when the test says so. */
function controlledPool(options: Partial<DecodePoolOptions> = {}) {
  const running: ((result: DecodeResult) => void)[] = [];
  const killed: number[] = [];
  let started = 0;
  const start = async (): Promise<DecodeProcess> => {
    const number = ++started;
    let usable = true;
    return {
      decode: () => new Promise((resolve) => running.push(resolve)),
      isUsable: () => usable,
      kill: () => {
        usable = false;
        killed.push(number);
      },
    };
  };
  const pool = createDecodePool({ ...DECODE_POOL_DEFAULTS, size: 1, queueLimit: 2, ...options }, start);
  return { pool, running, killed, started: () => started };
}

const turn = () => sleep(0);
const picture = Buffer.from('picture');

describe('the processes that decode selfies: reliability R6.3', { timeout: 60_000 }, () => {
  it('SVG, TIFF, AVIF and PDF never decode: their loaders are blocked, whatever came before', async () => {
    const pool = realPool();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="9" height="9"/></svg>';
    for (const bytes of [
      Buffer.from(svg),
      await noise(100, 100).tiff().toBuffer(),
      await noise(100, 100).avif().toBuffer(),
      Buffer.from('%PDF-1.7\n'),
    ]) {
      expect(await pool.decode(bytes)).toBe('undecodable');
    }
    expect(await pool.decode(await png())).toBe('decoded');
  });

  it('a picture that takes longer than the limit ends its process, and the next picture gets a new one', async () => {
    const pool = realPool({ timeLimitMs: 1 });
    const large = await noise(2000, 2000).png({ compressionLevel: 0 }).toBuffer();
    expect(await pool.decode(large)).toBe('too-slow');
    const patient = realPool();
    expect(await patient.decode(await jpeg())).toBe('decoded');
  });

  it('a picture whose process dies is undecodable; the service lives on', async () => {
    const decoder = await startDecodeProcess(DECODE_POOL_DEFAULTS);
    const result = decoder.decode(await noise(3000, 3000).png({ compressionLevel: 0 }).toBuffer());
    decoder.kill();
    expect(await result).toBe('undecodable');
    expect(decoder.isUsable()).toBe(false);
  });

  it('many pictures at once all get their answer', async () => {
    const pool = realPool({ size: 2, queueLimit: 20 });
    const bytes = await jpeg();
    const results = await Promise.all(Array.from({ length: 20 }, () => pool.decode(bytes)));
    expect(results).toEqual(Array(20).fill('decoded'));
  });

  it('a process is replaced after its share of pictures, and when it has grown too large', async () => {
    for (const options of [{ recycleAfterImages: 1 }, { recycleAboveRssBytes: 1 }]) {
      const pool = realPool(options);
      expect(await pool.decode(await jpeg())).toBe('decoded');
      expect(await pool.decode(await jpeg())).toBe('decoded');
    }
  });

  it('beyond the queue a picture is refused at once with UNAVAILABLE, and those in work are not disturbed', async () => {
    const { pool, running } = controlledPool();
    const accepted = [pool.decode(picture), pool.decode(picture), pool.decode(picture)];
    await expect(pool.decode(picture)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 1 });
    for (let i = 0; i < 3; i += 1) {
      await turn();
      running[i]?.('decoded');
    }
    expect(await Promise.all(accepted)).toEqual(['decoded', 'decoded', 'decoded']);
  });

  it('a caller that gives up while waiting leaves the queue, so that another may enter', async () => {
    const { pool, running } = controlledPool({ queueLimit: 1 });
    const first = pool.decode(picture);
    const caller = new AbortController();
    const gone = pool.decode(picture, caller.signal);
    caller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const second = pool.decode(picture);
    await turn();
    running[0]?.('decoded');
    await turn();
    running[1]?.('undecodable');
    expect([await first, await second]).toEqual(['decoded', 'undecodable']);
  });

  it('one process serves one picture after the other', async () => {
    const { pool, running, started } = controlledPool();
    for (let i = 0; i < 3; i += 1) {
      const result = pool.decode(picture);
      await turn();
      running[i]?.('decoded');
      await result;
    }
    expect(started()).toBe(1);
  });

  it('a pool that stopped while a picture was in work leaves no process behind', async () => {
    const { pool, running, killed } = controlledPool();
    const last = pool.decode(picture);
    await turn();
    pool.stop();
    running[0]?.('undecodable');
    await last;
    expect(new Set(killed)).toEqual(new Set([1]));
  });
});
