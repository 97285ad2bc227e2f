import { SKIN_COLORS, type SkinColor } from '@svc/domain';
import type { Logger } from '@svc/kit';
import sharp from 'sharp';
import { classifySkin } from '../selfie/measure/classify.js';
import { type Lab, LINEAR, type LinearRgb } from '../selfie/measure/color-space.js';
import { measureSelfie } from '../selfie/measure/measure-selfie.js';
import { SKIN_REFERENCES } from '../selfie/measure/reference-colors.js';
import { createSelfieAnalyser } from '../selfie/selfie-analyser.js';
import type { SelfieOutcome, SelfieReason } from '../selfie/selfie-result.js';
import { evenPortrait, toJpeg } from '../testing/portraits.js';
import { linear, paintFace, toByte } from '../testing/synthetic-face.js';

/** Light in which a picture is taken. */
interface Light {
  exposureEv: number;
  gains: LinearRgb;
}

/** What became of the pictures of one skin class. */
export interface ClassFigures {
  skin: SkinColor;
  pictures: number;
  /** Shares of the pictures: passed the gate; got a word for the skin; of those with a word, a wrong one. */
  accepted: number;
  told: number;
  wrong: number;
  /** Of the wrong words, those further than one step away. Share of those with a word. */
  farOff: number;
  /** Why the others were ignored. */
  reasons: Partial<Record<SelfieReason, number>>;
}

export interface Fairness {
  /** Exposure within a third of a stop, colour temperature within 5 %, tint within 3 %. */
  usual: ClassFigures[];
  /** Beyond that: a stop too dark to two thirds too bright, casts of 10 %, tints of 6 %. */
  hard: ClassFigures[];
  /** In neutral light, through the whole analysis with the real model. */
  detected: { skin: SkinColor; pictures: number; used: number }[];
  /**
   * The realistic face of the model's package, relit so that its cheeks have the colour of each class; its word and
   * reason. One face: smoke evidence, no figure.
   */
  relit: { skin: SkinColor; reason: SelfieReason | null; told: SkinColor | null }[];
}

const warm = (share: number): LinearRgb => [1 + share, 1, 1 - share];
const green = (share: number): LinearRgb => [1, 1 + share, 1];

const lights = (exposures: number[], casts: LinearRgb[]): Light[] =>
  exposures.flatMap((exposureEv) => casts.map((gains) => ({ exposureEv, gains })));
const USUAL = lights([-1 / 3, 0, 1 / 3], [warm(0), warm(0.05), warm(-0.05), green(0.03), green(-0.03)]);
const HARD = lights([-1, -2 / 3, 2 / 3], [warm(0), warm(0.1), warm(-0.1), green(0.06), green(-0.06)]);

/**
 * Accept rate and class error for each of the five skin classes under the same lights (docs/color-method.md A7,
 * fairness). Painted heads, landmarks given: this judges gate, sampling and cuts, and no claim about people follows
 * from it. The true class of a picture is that of the painted colour, with the same individual differences in
 * each class.
 */
export async function measureFairness({ log, people = 4 }: { log: Logger; people?: number }): Promise<Fairness> {
  const figures = (all: Light[]) => SKIN_COLORS.map((skin) => measureClass(skin, all, people));
  const analyser = createSelfieAnalyser({ log, size: 1 });
  try {
    const analyse = (data: Buffer) => analyser.analyse({ data, declaredType: 'jpeg' });
    return {
      usual: figures(USUAL),
      hard: figures(HARD),
      detected: await measureDetection(analyse, people),
      relit: await measureRelit(analyse),
    };
  } finally {
    analyser.stop();
  }
}

function measureClass(skin: SkinColor, all: Light[], people: number): ClassFigures {
  const reasons: ClassFigures['reasons'] = {};
  let [accepted, told, wrong, farOff] = [0, 0, 0, 0];
  for (let person = 0; person < people; person++) {
    const color = skinOf(skin, person);
    const truth = SKIN_COLORS.indexOf(classifySkin(color).value);
    for (const light of all) {
      const { picture, faces } = paintFace({ ...SIZE, ...light, skin: color, seed: person + 1 });
      const { reason, features } = measureSelfie(picture, faces, 'given');
      if (reason !== null && reason !== 'NOTHING_MEASURED') {
        reasons[reason] = (reasons[reason] ?? 0) + 1;
        continue;
      }
      accepted += 1;
      if (!features.skinColor) continue;
      told += 1;
      const distance = Math.abs(SKIN_COLORS.indexOf(features.skinColor.value) - truth);
      if (distance > 0) wrong += 1;
      if (distance > 1) farOff += 1;
    }
  }
  const pictures = people * all.length;
  const share = (count: number) => (told === 0 ? 0 : count / told);
  return {
    skin,
    pictures,
    accepted: accepted / pictures,
    told: told / pictures,
    wrong: share(wrong),
    farOff: share(farOff),
    reasons,
  };
}

type Analyse = (data: Buffer) => Promise<SelfieOutcome>;

async function measureDetection(analyse: Analyse, people: number): Promise<Fairness['detected']> {
  const rows: Fairness['detected'] = [];
  for (const skin of SKIN_COLORS) {
    let used = 0;
    for (let person = 0; person < people; person++) {
      const { picture } = paintFace({ ...SIZE, skin: skinOf(skin, person), seed: person + 1 });
      if ((await analyse(await toJpeg(picture))).status === 'USED') used += 1;
    }
    rows.push({ skin, pictures: people, used });
  }
  return rows;
}

async function measureRelit(analyse: Analyse): Promise<Fairness['relit']> {
  const portrait = await (await evenPortrait()).jpeg({ quality: 95 }).toBuffer();
  const measured = (await analyse(portrait)).features.skinColor?.lab;
  if (!measured) throw new Error('The portrait of the package is not measured.');
  const rows: Fairness['relit'] = [];
  for (const skin of SKIN_COLORS) {
    const { reason, features } = await analyse(await relight(portrait, measured, SKIN_REFERENCES[skin]));
    rows.push({ skin, reason, told: features.skinColor?.value ?? null });
  }
  return rows;
}

/** Multiplies the light of a picture so that one colour becomes another. */
async function relight(jpeg: Buffer, from: Lab, to: Lab): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const gains = linear(to).map((channel, index) => channel / (linear(from)[index] as number));
  const table = gains.map((gain) => Uint8Array.from(LINEAR, (light) => toByte(light * gain)));
  const changed = data.map((byte, index) => table[index % 3]?.[byte] ?? 0);
  return toJpeg({ data: changed, width: info.width, height: info.height });
}

/** Large enough for every gate, small enough to paint hundreds. */
const SIZE = { width: 400, height: 330, eyeDistance: 72 };
/** How people of one class differ, CIELAB. */
const DIFFERENCES: Lab[] = [
  [0, 0, 0],
  [1, -1, 0.5],
  [-1, 1, -0.5],
  [0.5, 0.5, 1.5],
];
function skinOf(skin: SkinColor, person: number): Lab {
  const [l, a, b] = SKIN_REFERENCES[skin];
  const [dl, da, db] = DIFFERENCES[person % DIFFERENCES.length] as Lab;
  return [l + dl, a + da, b + db];
}
