/**
 * The process that decodes and analyzes selfies, so that a crash of the image library or the model does not end the service.
 * Started by `selfie-process.ts`; holds one picture at a time, in memory only.
 */
import { errorText } from './error-text.js';
import type { FaceModel } from './face-model.js';
import { hasSurplusPixels } from './jpeg-surplus.js';
import { measureSelfie } from './measure/measure-selfie.js';
import { type PictureJob, RECEIVED, WITHOUT_MODEL, type WorkerResult, type WorkerState } from './picture-messages.js';
import { imageType } from './read-image-structure.js';
import { ignoredSelfie, type SelfieOutcome } from './selfie-result.js';

const [given] = process.argv.slice(2);

// Both are imported dynamically: on a platform without the image library, analyses can still be created.
const decoder = await attempt(() => import('./decode-picture.js'));
const model =
  given === WITHOUT_MODEL ? {} : await attempt(async () => (await import('./face-model.js')).loadFaceModel(given));

async function handle({ bytes: sent, isAnimated, analyze, convert }: PictureJob): Promise<WorkerResult> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.length);
  if (imageType(bytes) === 'jpeg' && hasSurplusPixels(bytes)) return { state: 'surplus' };
  if (!decoder.value) return { state: 'decoded', outcome: ignoredSelfie('MODEL_UNAVAILABLE') };
  if (convert) {
    const converted = await decoder.value.convertPicture(bytes);
    return converted ? { state: 'decoded', picture: converted } : { state: 'undecodable' };
  }
  const picture = await decoder.value.decodePicture(bytes, { isAnimated });
  if (!picture) return { state: 'undecodable' };
  if (!analyze) return { state: 'decoded' };
  if (!model.value) return { state: 'decoded', outcome: ignoredSelfie('MODEL_UNAVAILABLE') };
  const found = await findFaces(model.value, picture);
  return 'problem' in found
    ? { state: 'decoded', outcome: ignoredSelfie('MODEL_UNAVAILABLE', model.value.version), problem: found.problem }
    : { state: 'decoded', outcome: found.outcome };
}

/** Detects faces. A failure of the model is reported as a problem; the picture then counts as not analyzed. */
async function findFaces(
  { version, findFaces }: FaceModel,
  picture: Parameters<FaceModel['findFaces']>[0],
): Promise<{ outcome: SelfieOutcome } | { problem: string }> {
  const { value, problem } = await attempt(async () => measureSelfie(picture, await findFaces(picture), version));
  return value ? { outcome: value } : { problem: problem ?? 'unknown' };
}

async function attempt<Value>(work: () => Promise<Value>): Promise<{ value?: Value; problem?: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { problem: errorText(error) };
  }
}

// Ctrl-C reaches the whole process group, but the service may still be answering the requests of pictures in progress. The
// service decides when this process ends; the end of the service ends this process, too.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (job: PictureJob) => {
  process.send?.(RECEIVED);
  const answer = await handle(job);
  process.send?.({ ...answer, rssBytes: process.memoryUsage.rss() });
});
const state: WorkerState = {
  modelVersion: model.value?.version ?? null,
  ...(decoder.problem || model.problem ? { problem: decoder.problem ?? model.problem } : {}),
};
process.send?.(state);
