import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FoundFace, LANDMARK_COUNT, type RgbPicture } from './measure/picture.js';

/** Finds faces in a picture. This interface is all that the analysis knows of the model. */
export interface FaceModel {
  /** Name and version of the package that contains the models. */
  version: string;
  /** All faces including uncertain ones; `[]` if there is none. */
  findFaces(picture: RgbPicture): Promise<FoundFace[]>;
}

/** Maximum number of detected faces; more than one is already too many. */
const MAX_FACES = 10;
/** Below the threshold of the quality gate, so that the gate decides. */
const MIN_SCORE = 0.3;
/** Side of the square input of the mesh model, in pixels. */
const MESH_SIDE = 192;
/** SHA-256 of the tested model files. Modified files would find different faces without an error. Version 3.3.6. */
const MODEL_FILES: Readonly<Record<string, string>> = {
  'blazeface.json': 'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f',
  'blazeface.bin': 'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
  'facemesh.json': 'b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7',
  'facemesh.bin': '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b',
  'iris.json': '49038ac9dcc09aa05474d91d98e9db5b47af4830929bcf102ed5a56bfbabb465',
  'iris.bin': 'd7f296d184274213d4642681ae186112cbbec77fd2ab066257d3c56a1940bc71',
};

const require = createRequire(import.meta.url);

/**
 * Loads face detection, mesh and iris of `@vladmandic/human` with WebAssembly, which runs on every platform of Node. Loads no
 * model of age, gender, emotion or identity, and uses no network: the models are part of the package. All code that uses the
 * library is in this file. Throws when a model is missing or damaged.
 * @param modelsDirectory - folder of the model files; default: in the package.
 */
export async function loadFaceModel(modelsDirectory?: string): Promise<FaceModel> {
  // The package's entry point for Node needs a native library; its WebAssembly build has no entry point and is loaded by path.
  const packageDirectory = dirname(dirname(require.resolve('@vladmandic/human')));
  const { version } = require(join(packageDirectory, 'package.json')) as { version: string };
  const { Human } = require(join(packageDirectory, 'dist/human.node-wasm.js')) as HumanModule;
  const human = new Human(settings(modelsDirectory ?? join(packageDirectory, 'models')));
  checkFiles(await withFilesFetched(() => human.load()));

  const model: FaceModel = {
    version: `human/${version}`,
    async findFaces(picture) {
      const tensor = squareTensor(human, picture);
      try {
        const { face, error } = await human.detect(tensor);
        if (error) throw new Error(`The face model failed: ${error}`);
        return face.map(toFoundFace);
      } finally {
        tensor.dispose();
      }
    },
  };
  // The first picture compiles kernels, and proves that the models run.
  await model.findFaces({ data: new Uint8Array(64 * 64 * 3).fill(128), width: 64, height: 64 });
  return model;
}

/** Options that differ from the library's defaults, which enable further models and detect one face only. */
function settings(modelsDirectory: string): object {
  const off = { enabled: false };
  return {
    backend: 'wasm',
    wasmPath: join(dirname(dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))), 'wasm-out/'),
    wasmPlatformFetch: false,
    modelBasePath: pathToFileURL(join(modelsDirectory, '/')).href,
    cacheModels: false,
    cacheSensitivity: 0,
    async: false,
    debug: false,
    warmup: 'none',
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    segmentation: off,
    face: {
      enabled: true,
      detector: { maxDetected: MAX_FACES, minConfidence: MIN_SCORE, rotation: false, skipFrames: 0, skipTime: 0 },
      // Keep faces that the mesh does not fit: they still count as a second person.
      mesh: { enabled: true, keepInvalid: true },
      iris: { enabled: true },
      attention: off,
      emotion: off,
      description: off,
      antispoof: off,
      liveness: off,
    },
  };
}

/**
 * The library loads models with `fetch`, which cannot read files in Node. While `load` runs, `fetch` reads files.
 * @returns the SHA-256 of each file that was read, by file name.
 */
async function withFilesFetched(load: () => Promise<unknown>): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const original = globalThis.fetch;
  globalThis.fetch = async (input) => {
    const url = new URL(String(input));
    if (url.protocol !== 'file:') throw new Error(`Models must be loaded from files, not from ${url.origin}.`);
    const bytes = new Uint8Array(await readFile(url));
    digests.set(basename(url.pathname), createHash('sha256').update(bytes).digest('hex'));
    return new Response(bytes);
  };
  try {
    await load();
  } finally {
    globalThis.fetch = original;
  }
  return digests;
}

/** Verifies the model files. The library only logs a missing model, and loads a truncated or modified file without an error. */
function checkFiles(digests: ReadonlyMap<string, string>): void {
  const broken = Object.keys(MODEL_FILES).filter((name) => digests.get(name) !== MODEL_FILES[name]);
  if (broken.length > 0) throw new Error(`Missing or damaged models: ${broken.join(', ')}.`);
}

/** The picture in the upper left of a black square. The library's own padding misplaces faces in tall or wide pictures. */
function squareTensor(human: HumanLibrary, { data, width, height }: RgbPicture): Tensor {
  const side = Math.max(width, height);
  const values = new Float32Array(side * side * 3);
  for (let row = 0; row < height; row++)
    values.set(data.subarray(row * width * 3, (row + 1) * width * 3), row * side * 3);
  return human.tf.tensor3d(values, [side, side, 3], 'float32');
}

function toFoundFace({ boxScore, box, size, mesh }: HumanFace): FoundFace {
  const [x, y, width, height] = box;
  // Without a mesh only the six points of the detector are available, which the analysis does not use.
  const complete = mesh.length >= LANDMARK_COUNT;
  // Depth is in pixels of the mesh's input.
  const scale = size[0] / MESH_SIDE;
  const landmarks = mesh.map(([px, py, pz]) => ({ x: px, y: py, z: (pz ?? 0) * scale }));
  return { score: boxScore, box: { x, y, width, height }, landmarks: complete ? landmarks : undefined };
}

/** The part of the library's interface that is used. Its own types require those of a browser. */
interface HumanModule {
  Human: new (settings: object) => HumanLibrary;
}
interface HumanLibrary {
  load(): Promise<void>;
  detect(input: Tensor): Promise<{ face: HumanFace[]; error?: string | null }>;
  tf: { tensor3d(values: Float32Array, shape: [number, number, number], type: 'float32'): Tensor };
}
interface HumanFace {
  boxScore: number;
  box: [x: number, y: number, width: number, height: number];
  /** Sides of the square that the mesh model received, in pixels of the picture. */
  size: [number, number];
  mesh: [x: number, y: number, z?: number][];
}
interface Tensor {
  dispose(): void;
}
