import { SKIN_COLORS, type SkinColor } from '@svc/domain';
import type { Logger } from '@svc/kit';
import sharp from 'sharp';
import { classifySkin } from '../selfie/measure/classify.js';
import { type Lab, LINEAR, type LinearRgb } from '../selfie/measure/color-space.js';
import { measureSelfie } from '../selfie/measure/measure-selfie.js';
import { SKIN_REFERENCES } from '../selfie/measure/reference-colors.js';
import { createSelfieAnalyzer } from '../selfie/selfie-analyzer.js';
import type { SelfieOutcome, SelfieReason } from '../selfie/selfie-result.js';
import { evenPortrait, toJpeg } from '../testing/portraits.js';
import { linear, paintFace, toByte } from '../testing/synthetic-face.js';

/** The light of a picture. */
interface Light {
  exposureEv: number;
  gains: LinearRgb;
}

/** Results for the pictures of one skin class. */
export interface ClassFigures {
  skin: SkinColor;
  pictures: number;
  /** Shares of the pictures that passed the gate and that got a class; share of wrong classes among those. */
  accepted: number;
  reported: number;
  wrong: number;
  /** Share of classes that are more than one step wrong. */
  farOff: number;
  /** Why the other pictures were ignored. */
  reasons: Partial<Record<SelfieReason, number>>;
}

export interface Fairness {
  /** Exposure within a third of a stop, color temperature within 5 %, tint within 3 %. */
  usual: ClassFigures[];
  /** Worse light: from one stop too dark to two thirds too bright, casts of 10 %, tints of 6 %. */
  hard: ClassFigures[];
  /** In neutral light, through the complete analysis with the real model. */
  detected: { skin: SkinColor; pictures: number; used: number }[];
  /**
   * The realistic face of the model's package, relit so that its cheeks have the color of each class, with its class and
   * reason. It is one face, so this shows that the analysis works but is not a statistic.
   */
  relit: { skin: SkinColor; reason: SelfieReason | null; reported: SkinColor | null }[];
}

const warm = (share: number): LinearRgb => [1 + share, 1, 1 - share];
const green = (share: number): LinearRgb => [1, 1 + share, 1];

const lights = (exposures: number[], casts: LinearRgb[]): Light[] =>
  exposures.flatMap((exposureEv) => casts.map((gains) => ({ exposureEv, gains })));
const USUAL = lights([-1 / 3, 0, 1 / 3], [warm(0), warm(0.05), warm(-0.05), green(0.03), green(-0.03)]);
const HARD = lights([-1, -2 / 3, 2 / 3], [warm(0), warm(0.1), warm(-0.1), green(0.06), green(-0.06)]);

/**
 * Measures acceptance rate and class errors of the five skin classes under the same lights (docs/color-method.md A7,
 * fairness). Heads are painted and landmarks given, so this judges gate, sampling and cuts and supports no claim about
 * people. The true class of a picture is the class of the painted color, with the same individual differences in each class.
 */
export async function measureFairness({ log, people = 4 }: { log: Logger; people?: number }): Promise<Fairness> {
  const figures = (all: Light[]) => SKIN_COLORS.map((skin) => measureClass(skin, all, people));
  const analyzer = createSelfieAnalyzer({ log, size: 1 });
  try {
    const analyze = (data: Buffer) => analyzer.analyze({ data, declaredType: 'jpeg' });
    return {
      usual: figures(USUAL),
      hard: figures(HARD),
      detected: await measureDetection(analyze, people),
      relit: await measureRelit(analyze),
    };
  } finally {
    analyzer.stop();
  }
}

function measureClass(skin: SkinColor, all: Light[], people: number): ClassFigures {
  const reasons: ClassFigures['reasons'] = {};
  let [accepted, reported, wrong, farOff] = [0, 0, 0, 0];
  for (let person = 0; person < people; person++) {
    const color = paintedSkin(skin, person);
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
      reported += 1;
      const distance = Math.abs(SKIN_COLORS.indexOf(features.skinColor.value) - truth);
      if (distance > 0) wrong += 1;
      if (distance > 1) farOff += 1;
    }
  }
  const pictures = people * all.length;
  const share = (count: number) => (reported === 0 ? 0 : count / reported);
  return {
    skin,
    pictures,
    accepted: accepted / pictures,
    reported: reported / pictures,
    wrong: share(wrong),
    farOff: share(farOff),
    reasons,
  };
}

type Analyze = (data: Buffer) => Promise<SelfieOutcome>;

async function measureDetection(analyze: Analyze, people: number): Promise<Fairness['detected']> {
  const rows: Fairness['detected'] = [];
  for (const skin of SKIN_COLORS) {
    let used = 0;
    for (let person = 0; person < people; person++) {
      const { picture } = paintFace({ ...SIZE, skin: paintedSkin(skin, person), seed: person + 1 });
      if ((await analyze(await toJpeg(picture))).status === 'USED') used += 1;
    }
    rows.push({ skin, pictures: people, used });
  }
  return rows;
}

async function measureRelit(analyze: Analyze): Promise<Fairness['relit']> {
  const portrait = await (await evenPortrait()).jpeg({ quality: 95 }).toBuffer();
  const measured = (await analyze(portrait)).features.skinColor?.lab;
  if (!measured) throw new Error('The portrait of the package could not be measured.');
  const rows: Fairness['relit'] = [];
  for (const skin of SKIN_COLORS) {
    const { reason, features } = await analyze(await relight(portrait, measured, SKIN_REFERENCES[skin]));
    rows.push({ skin, reason, reported: features.skinColor?.value ?? null });
  }
  return rows;
}

/** Changes the light of a picture so that one color becomes another. */
async function relight(jpeg: Buffer, from: Lab, to: Lab): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const gains = linear(to).map((channel, index) => channel / (linear(from)[index] as number));
  const table = gains.map((gain) => Uint8Array.from(LINEAR, (light) => toByte(light * gain)));
  const changed = data.map((byte, index) => table[index % 3]?.[byte] ?? 0);
  return toJpeg({ data: changed, width: info.width, height: info.height });
}

/** Large enough for every check, small enough to paint hundreds. */
const SIZE = { width: 400, height: 330, eyeDistance: 72 };
/** Individual differences within a class, CIELAB. */
const DIFFERENCES: Lab[] = [
  [0, 0, 0],
  [1, -1, 0.5],
  [-1, 1, -0.5],
  [0.5, 0.5, 1.5],
];
function paintedSkin(skin: SkinColor, person: number): Lab {
  const [l, a, b] = SKIN_REFERENCES[skin];
  const [dl, da, db] = DIFFERENCES[person % DIFFERENCES.length] as Lab;
  return [l + dl, a + da, b + db];
}
