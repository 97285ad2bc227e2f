import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLogger } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { jpeg, noise } from '../testing/pictures.js';
import { evenPortrait, packagedFace, toJpeg } from '../testing/portraits.js';
import { paintFace, type SyntheticFace } from '../testing/synthetic-face.js';
import { SKIN_REFERENCES } from './measure/reference-colors.js';
import type { PictureResult } from './picture-messages.js';
import { createSelfieAnalyzer, type SelfieAnalyzer } from './selfie-analyzer.js';
import { SELFIE_POOL_DEFAULTS, type SelfiePoolOptions } from './selfie-pool.js';
import { type SelfieProcess, startSelfieProcess } from './selfie-process.js';
import { ignoredSelfie } from './selfie-result.js';

const VERSION = 'human/3.3.6+selfie/1';
/** Generous limits: these tests do not concern them, and the machine may be busy. */
const PATIENT = { size: 1, timeLimitMs: 30_000, startLimitMs: 30_000 };
const selfies = createSelfieAnalyzer({ log: testLogger(), ...PATIENT });
afterAll(() => selfies.stop());

const analyze = (data: Buffer, declaredType = 'jpeg', analyzer = selfies) => analyzer.analyze({ data, declaredType });
const painted = async (face: Partial<SyntheticFace> = {}) => toJpeg(paintFace(face).picture);

describe('a picture through the whole analysis, with the real model: docs/color-method.md A5', () => {
  it('a painted face is detected and measured with its painted colors, for every skin color (A5.2, A7.6)', async () => {
    for (const [value, skin] of Object.entries(SKIN_REFERENCES)) {
      const { status, features, modelVersion } = await analyze(await painted({ skin }));
      expect({ status, modelVersion }).toEqual({ status: 'USED', modelVersion: VERSION });
      expect(features).toMatchObject({
        skinColor: { value },
        eyeColor: { value: 'BROWN' },
        hairColor: { value: 'BROWN' },
      });
    }
  });

  it('a realistic face in even light is measured; features that it does not show (hair cut off, painted eyes) are omitted', async () => {
    const outcome = await analyze(await (await evenPortrait()).jpeg({ quality: 95 }).toBuffer());
    expect(outcome).toMatchObject({ status: 'USED', reason: null });
    expect(Object.keys(outcome.features)).toEqual(['skinColor']);
    expect(outcome.features.skinColor?.value).toBe('LIGHT');
  });

  it('the same face lit from one side is ignored with UNEVEN_LIGHT', async () => {
    expect(await analyze(packagedFace())).toMatchObject({ status: 'IGNORED', reason: 'UNEVEN_LIGHT', features: {} });
  });

  it('a PNG, a WebP and the first frame of a GIF are measured like a JPEG (A5.1)', async () => {
    const face = sharp(await painted());
    for (const type of ['png', 'webp'] as const) {
      const outcome = await analyze(await face.clone().toFormat(type, { lossless: true }).toBuffer(), type);
      expect(outcome.features.skinColor?.value).toBe('MEDIUM');
    }
    expect((await analyze(await face.clone().gif({ effort: 1 }).toBuffer(), 'gif')).reason).not.toBe('NO_FACE');
  });

  it('a picture with an EXIF orientation is rotated upright before it is measured (A5.1)', async () => {
    const lying = await sharp(await painted())
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect((await analyze(lying)).features.skinColor?.value).toBe('MEDIUM');
    const unmarked = await sharp(await painted())
      .rotate(90)
      .jpeg({ quality: 95 })
      .toBuffer();
    expect((await analyze(unmarked)).status).toBe('IGNORED');
  });

  it('the longer side is at most 1,024 px: a face that is large enough in a larger picture may be too small then (A5.1)', async () => {
    const measure = async (width: number) =>
      (await analyze(await painted({ eyeDistance: 62, width, height: 600 }))).reason;
    expect([await measure(1_024), await measure(1_400)]).toEqual([null, 'FACE_TOO_SMALL']);
  });

  it('a large picture is scaled down and measured, and so are CMYK and 16-bit pictures (A5.1)', async () => {
    const face = sharp(await painted());
    expect((await analyze(await face.clone().resize(4000).jpeg({ quality: 70 }).toBuffer())).status).toBe('USED');
    expect((await analyze(await face.clone().toColourspace('rgb16').png().toBuffer(), 'png')).status).toBe('USED');
    expect((await analyze(await face.clone().toColourspace('cmyk').jpeg().toBuffer())).reason).not.toBe('NO_FACE');
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['a picture without a face', () => jpeg(600, 400), 'NO_FACE'],
    [
      'one color',
      () =>
        sharp({ create: { width: 300, height: 300, channels: 3, background: '#a87' } })
          .jpeg()
          .toBuffer(),
      'NO_FACE',
    ],
    ['two people side by side', () => sideBySide(1), 'SEVERAL_FACES'],
    ['a person with a smaller one behind', () => sideBySide(0.5), 'SEVERAL_FACES'],
    ['a small face in a large picture', () => painted({ eyeDistance: 36 }), 'FACE_TOO_SMALL'],
    ['a dark room', () => painted({ exposureEv: -3 }), 'UNDEREXPOSED'],
    [
      'a black-and-white picture',
      async () =>
        sharp(await painted())
          .greyscale()
          .jpeg()
          .toBuffer(),
      'GREY_IMAGE',
    ],
    ['blue light', () => painted({ gains: [0.6, 0.9, 1.6] }), 'UNNATURAL_COLOR'],
    ['light from one side', () => painted({ sideLight: 0.4 }), 'UNEVEN_LIGHT'],
  ])('%s is ignored with its reason', async (_what, picture, reason) => {
    expect(await analyze(await picture())).toEqual({ status: 'IGNORED', reason, features: {}, modelVersion: VERSION });
  });

  it('a picture always gives the same outcome, alone or concurrently with others', async () => {
    const picture = await painted();
    const alone = await analyze(picture);
    const others = [picture, await jpeg(300, 300), picture, await painted({ skin: SKIN_REFERENCES.DEEP }), picture];
    const outcomes = await Promise.all(others.map((one) => analyze(one)));
    expect([outcomes[0], outcomes[2], outcomes[4]]).toEqual([alone, alone, alone]);
  });

  it('a damaged picture is INVALID_SELFIE, whether it is analyzed or only checked', async () => {
    const whole = await noise(400, 300).png().toBuffer();
    const damaged = Buffer.from(whole);
    damaged.fill(0, 2_000, 4_000);
    const selfie = { data: damaged, declaredType: 'png' };
    await expect(selfies.analyze(selfie)).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
    await expect(selfies.check(selfie)).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
  });
});

describe('a failing process makes the picture ignored, never an error: docs/reliability.md R6.3', () => {
  const outcomes: [PictureResult['state'], string][] = [
    ['too-slow', 'TIMEOUT'],
    ['crashed', 'MODEL_UNAVAILABLE'],
  ];
  it.each(outcomes)('a process that ends as %s gives %s and no model version', async (state, reason) => {
    const analyzer = createSelfieAnalyzer({ log: testLogger(), size: 1 }, async () =>
      fakeProcess({ state } as PictureResult),
    );
    const selfie = { data: await jpeg(), declaredType: 'jpeg' };
    expect(await analyzer.analyze(selfie)).toEqual({ status: 'IGNORED', reason, features: {}, modelVersion: null });
    await expect(analyzer.check(selfie)).resolves.toBeUndefined();
    analyzer.stop();
  });

  it('a model that fails on pictures gives MODEL_UNAVAILABLE, a new process each time, and one log line', async () => {
    const lines: { msg: string; problem?: string }[] = [];
    const log = createLogger({ name: 'test' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const outcome = ignoredSelfie('MODEL_UNAVAILABLE', 'fake/1');
    const analyzer = createSelfieAnalyzer({ log, size: 1 }, async () => ({
      ...fakeProcess({ state: 'decoded', outcome, problem: 'no memory' }),
      isUsable: () => false,
    }));
    const selfie = { data: await jpeg(), declaredType: 'jpeg' };
    for (let i = 0; i < 4; i++) expect(await analyzer.analyze(selfie)).toEqual(outcome);
    expect(lines.map(({ problem }) => problem)).toEqual(['no memory']);
    analyzer.stop();
    expect(lines.at(-1)).toMatchObject({ selfies: { ignored: { MODEL_UNAVAILABLE: 4 } } });
  });

  it('a picture that exceeds processes and queue is UNAVAILABLE, so that the client retries', async () => {
    const analyzer = createSelfieAnalyzer({ log: testLogger(), size: 1, queueLimit: 8 }, async () => ({
      ...fakeProcess({ state: 'decoded' }),
      handle: () => new Promise(() => {}),
    }));
    const selfie = { data: await jpeg(), declaredType: 'jpeg' };
    for (let i = 0; i < 9; i++) analyzer.analyze(selfie).catch(() => {});
    await expect(analyzer.analyze(selfie)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 1 });
    analyzer.stop();
  });
});

describe('analyses are created without the model', () => {
  const analyzers: SelfieAnalyzer[] = [];
  afterEach(() => {
    for (const analyzer of analyzers.splice(0)) analyzer.stop();
  });

  /** An analyzer and its log lines. */
  function logged(options: Partial<SelfiePoolOptions>) {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger({ name: 'test' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const analyzer = createSelfieAnalyzer({ log, ...PATIENT, ...options });
    analyzers.push(analyzer);
    return { analyzer, lines };
  }

  it('with missing models, pictures are checked, ignored with MODEL_UNAVAILABLE, and one line is logged', async () => {
    const { analyzer, lines } = logged({ modelsDirectory: '/nowhere', recycleAfterImages: 1 });
    for (let i = 0; i < 3; i++) {
      expect(await analyze(await painted(), 'jpeg', analyzer)).toMatchObject({ reason: 'MODEL_UNAVAILABLE' });
    }
    const cut = (await painted()).subarray(0, -100);
    await expect(analyze(cut, 'jpeg', analyzer)).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', problem: expect.stringMatching(/models/i) })]);
    expect(lines[0]?.msg).toMatch(/the face model is unavailable: selfies are ignored/);
  });

  it('a process whose model did not load is used during a pause, then it is replaced (docs/reliability.md R6.3)', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const started: SelfieProcess[] = [];
    const analyzer = createSelfieAnalyzer({ log: testLogger(), ...PATIENT }, async (given) => {
      const options = started.length < 2 ? { ...given, modelsDirectory: '/nowhere' } : given;
      started.push(await startSelfieProcess(options));
      return started.at(-1)!;
    });
    analyzers.push(analyzer);
    const picture = await painted();
    for (const expected of [1, 2]) {
      for (let i = 0; i < 3; i++) {
        expect(await analyze(picture, 'jpeg', analyzer)).toMatchObject({ reason: 'MODEL_UNAVAILABLE' });
      }
      expect(started).toHaveLength(expected);
      vi.advanceTimersByTime(SELFIE_POOL_DEFAULTS.restartPauseMs);
    }
    expect(await analyze(picture, 'jpeg', analyzer)).toMatchObject({ status: 'USED' });
    vi.advanceTimersByTime(SELFIE_POOL_DEFAULTS.restartPauseMs);
    expect(await analyze(picture, 'jpeg', analyzer)).toMatchObject({ status: 'USED' });
    expect(started).toHaveLength(3);
    // The replaced processes have ended.
    for (const { pid } of started.slice(0, 2)) await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('the counts logged at the end contain the number of ignored pictures by reason', async () => {
    const { analyzer, lines } = logged({ modelsDirectory: '/nowhere' });
    await analyze(await painted(), 'jpeg', analyzer);
    await analyze(await painted(), 'jpeg', analyzer);
    analyzer.stop();
    expect(lines.at(-1)).toMatchObject({ selfies: { used: 0, ignored: { MODEL_UNAVAILABLE: 2 } } });
  });

  it.each<[string, string, (file: string) => Promise<void>]>([
    ['blazeface.bin', 'cut off', (file) => truncate(file, 10_000)],
    ['facemesh.json', 'empty', (file) => truncate(file, 0)],
    [
      'iris.bin',
      'of the same size with other weights',
      async (file) => writeFile(file, (await readFile(file)).fill(1, 9)),
    ],
  ])('%s that is %s is noticed at the start', async (file, _how, damage) => {
    const directory = await mkdtemp(join(tmpdir(), 'svc-models-'));
    const packaged = join(dirname(dirname(createRequire(import.meta.url).resolve('@vladmandic/human'))), 'models');
    try {
      for (const name of ['blazeface', 'facemesh', 'iris']) {
        for (const part of ['bin', 'json'])
          await cp(join(packaged, `${name}.${part}`), join(directory, `${name}.${part}`));
      }
      const intact = logged({ modelsDirectory: directory });
      expect(await analyze(await painted(), 'jpeg', intact.analyzer)).toMatchObject({ status: 'USED' });
      await damage(join(directory, file));
      const damaged = logged({ modelsDirectory: directory });
      expect(await analyze(await painted(), 'jpeg', damaged.analyzer)).toMatchObject({ reason: 'MODEL_UNAVAILABLE' });
      expect(damaged.lines[0]).toMatchObject({ problem: expect.any(String) });
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

function fakeProcess(result: PictureResult): SelfieProcess {
  return {
    pid: 0,
    state: { modelVersion: 'fake/1' },
    handle: async () => result,
    isUsable: () => true,
    kill: () => {},
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Two painted heads in one picture. @param size - size of the second head relative to the first. */
async function sideBySide(size: number): Promise<Buffer> {
  const one = sharp(await painted());
  const second = await one
    .clone()
    .resize({ width: Math.round(640 * size) })
    .toBuffer();
  return sharp({ create: { width: 1280, height: 480, channels: 3, background: '#b1b1b1' } })
    .composite([
      { input: await one.toBuffer(), left: 0, top: 0 },
      { input: second, left: 640, top: 0 },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();
}
