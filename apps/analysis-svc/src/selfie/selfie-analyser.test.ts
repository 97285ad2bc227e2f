import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLogger } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { jpeg, noise } from '../testing/pictures.js';
import { evenPortrait, packagedFace, toJpeg } from '../testing/portraits.js';
import { paintFace, type SyntheticFace } from '../testing/synthetic-face.js';
import { SKIN_REFERENCES } from './measure/reference-colors.js';
import { createSelfieAnalyser, type SelfieAnalyser } from './selfie-analyser.js';
import type { SelfiePoolOptions } from './selfie-pool.js';
import type { PictureResult, SelfieProcess } from './selfie-process.js';
import { ignoredSelfie } from './selfie-result.js';

const VERSION = 'human/3.3.6+selfie/1';
/** The limits are no subject here, and the machine may be busy. */
const PATIENT = { size: 1, timeLimitMs: 30_000, startLimitMs: 30_000 };
const selfies = createSelfieAnalyser({ log: testLogger(), ...PATIENT });
afterAll(() => selfies.stop());

const analyse = (data: Buffer, declaredType = 'jpeg', analyser = selfies) => analyser.analyse({ data, declaredType });
const painted = async (face: Partial<SyntheticFace> = {}) => toJpeg(paintFace(face).picture);

describe('a picture through the whole analysis, with the real model: docs/color-method.md A5', {
  timeout: 60_000,
}, () => {
  it('a painted face is found, and its colours are those it was painted with, for every skin', async () => {
    for (const [value, skin] of Object.entries(SKIN_REFERENCES)) {
      const { status, features, modelVersion } = await analyse(await painted({ skin }));
      expect({ status, modelVersion }).toEqual({ status: 'USED', modelVersion: VERSION });
      expect(features).toMatchObject({
        skinColor: { value },
        eyeColor: { value: 'BROWN' },
        hairColor: { value: 'BROWN' },
      });
    }
  });

  it('a realistic face in even light is measured; what it hides (hair cut off, painted eyes) is left out', async () => {
    const outcome = await analyse(await (await evenPortrait()).jpeg({ quality: 95 }).toBuffer());
    expect(outcome).toMatchObject({ status: 'USED', reason: null });
    expect(Object.keys(outcome.features)).toEqual(['skinColor']);
    expect(outcome.features.skinColor?.value).toBe('LIGHT');
  });

  it('the same face as rendered is lit from one side, which is told', async () => {
    expect(await analyse(packagedFace())).toMatchObject({ status: 'IGNORED', reason: 'UNEVEN_LIGHT', features: {} });
  });

  it('PNG, WebP and the first frame of a GIF are measured like a JPEG', async () => {
    const face = sharp(await painted());
    for (const type of ['png', 'webp'] as const) {
      const outcome = await analyse(await face.clone().toFormat(type, { lossless: true }).toBuffer(), type);
      expect(outcome.features.skinColor?.value).toBe('MEDIUM');
    }
    expect((await analyse(await face.clone().gif({ effort: 1 }).toBuffer(), 'gif')).reason).not.toBe('NO_FACE');
  });

  it('a picture lying on its side in the file is turned upright first (EXIF orientation)', async () => {
    const lying = await sharp(await painted())
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect((await analyse(lying)).features.skinColor?.value).toBe('MEDIUM');
    const unmarked = await sharp(await painted())
      .rotate(90)
      .jpeg({ quality: 95 })
      .toBuffer();
    expect((await analyse(unmarked)).status).toBe('IGNORED');
  });

  it('a large picture is reduced and measured; a CMYK and a 16-bit one too', async () => {
    const face = sharp(await painted());
    expect((await analyse(await face.clone().resize(4000).jpeg({ quality: 70 }).toBuffer())).status).toBe('USED');
    expect((await analyse(await face.clone().toColourspace('rgb16').png().toBuffer(), 'png')).status).toBe('USED');
    expect((await analyse(await face.clone().toColourspace('cmyk').jpeg().toBuffer())).reason).not.toBe('NO_FACE');
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['a picture without a face', () => jpeg(600, 400), 'NO_FACE'],
    [
      'one colour',
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
    expect(await analyse(await picture())).toEqual({ status: 'IGNORED', reason, features: {}, modelVersion: VERSION });
  });

  it('the same picture gives the same outcome every time, alone or among others', async () => {
    const picture = await painted();
    const alone = await analyse(picture);
    const others = [picture, await jpeg(300, 300), picture, await painted({ skin: SKIN_REFERENCES.DEEP }), picture];
    const outcomes = await Promise.all(others.map((one) => analyse(one)));
    expect([outcomes[0], outcomes[2], outcomes[4]]).toEqual([alone, alone, alone]);
  });

  it('a damaged picture is INVALID_SELFIE, analysed or only checked', async () => {
    const whole = await noise(400, 300).png().toBuffer();
    const damaged = Buffer.from(whole);
    damaged.fill(0, 2_000, 4_000);
    const selfie = { data: damaged, declaredType: 'png' };
    await expect(selfies.analyse(selfie)).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
    await expect(selfies.check(selfie)).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
  });
});

describe('when processes fail, the picture is ignored and never an error: docs/reliability.md R6.3', () => {
  const outcomes: [PictureResult['state'], string][] = [
    ['too-slow', 'TIMEOUT'],
    ['crashed', 'MODEL_UNAVAILABLE'],
  ];
  it.each(outcomes)('a process that ends as %s: %s, and no face was looked at', async (state, reason) => {
    const analyser = createSelfieAnalyser({ log: testLogger(), size: 1 }, async () =>
      fakeProcess({ state } as PictureResult),
    );
    const selfie = { data: await jpeg(), declaredType: 'jpeg' };
    expect(await analyser.analyse(selfie)).toEqual({ status: 'IGNORED', reason, features: {}, modelVersion: null });
    await expect(analyser.check(selfie)).resolves.toBeUndefined();
    analyser.stop();
  });

  it('a model that fails on pictures: MODEL_UNAVAILABLE, a new process each time, and one log line', async () => {
    const lines: { msg: string; problem?: string }[] = [];
    const log = createLogger({ name: 'test' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const outcome = ignoredSelfie('MODEL_UNAVAILABLE', 'fake/1');
    const analyser = createSelfieAnalyser({ log, size: 1 }, async () => ({
      ...fakeProcess({ state: 'decoded', outcome, problem: 'no memory' }),
      isUsable: () => false,
    }));
    const selfie = { data: await jpeg(), declaredType: 'jpeg' };
    for (let i = 0; i < 4; i++) expect(await analyser.analyse(selfie)).toEqual(outcome);
    expect(lines.map(({ problem }) => problem)).toEqual(['no memory']);
    analyser.stop();
    expect(lines.at(-1)).toMatchObject({ selfies: { ignored: { MODEL_UNAVAILABLE: 4 } } });
  });

  it('beyond processes and queue: UNAVAILABLE, to be sent again', async () => {
    const analyser = createSelfieAnalyser({ log: testLogger(), size: 1, queueLimit: 8 }, async () => ({
      ...fakeProcess({ state: 'decoded' }),
      handle: () => new Promise(() => {}),
    }));
    const selfie = { data: await jpeg(), declaredType: 'jpeg' };
    for (let i = 0; i < 9; i++) analyser.analyse(selfie).catch(() => {});
    await expect(analyser.analyse(selfie)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 1 });
    analyser.stop();
  });
});

describe('without the model, creates go on', { timeout: 60_000 }, () => {
  const analysers: SelfieAnalyser[] = [];
  afterEach(() => {
    for (const analyser of analysers.splice(0)) analyser.stop();
  });

  /** An analyser and the log lines that it wrote. */
  function logged(options: Partial<SelfiePoolOptions>) {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger({ name: 'test' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const analyser = createSelfieAnalyser({ log, ...PATIENT, ...options });
    analysers.push(analyser);
    return { analyser, lines };
  }

  it('models that are not there: pictures are checked, ignored with MODEL_UNAVAILABLE, and one line says so', async () => {
    const { analyser, lines } = logged({ modelsDirectory: '/nowhere', recycleAfterImages: 1 });
    for (let i = 0; i < 3; i++) {
      expect(await analyse(await painted(), 'jpeg', analyser)).toMatchObject({ reason: 'MODEL_UNAVAILABLE' });
    }
    const cut = (await painted()).subarray(0, -100);
    await expect(analyse(cut, 'jpeg', analyser)).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', problem: expect.stringMatching(/models/i) })]);
    expect(lines[0]?.msg).toMatch(/selfies are not analysed/);
  });

  it('the counts that are written at the end tell how many were ignored for which reason', async () => {
    const { analyser, lines } = logged({ modelsDirectory: '/nowhere' });
    await analyse(await painted(), 'jpeg', analyser);
    await analyse(await painted(), 'jpeg', analyser);
    analyser.stop();
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
      expect(await analyse(await painted(), 'jpeg', intact.analyser)).toMatchObject({ status: 'USED' });
      await damage(join(directory, file));
      const damaged = logged({ modelsDirectory: directory });
      expect(await analyse(await painted(), 'jpeg', damaged.analyser)).toMatchObject({ reason: 'MODEL_UNAVAILABLE' });
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

/** Two painted people in one picture. @param size - of the second one, against the first. */
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
