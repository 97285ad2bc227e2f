import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FoundFace, LANDMARK_COUNT, type RgbPicture } from './measure/picture.js';

/** Finds faces in a picture. The only thing that the analysis knows of any model. */
export interface FaceModel {
  /** Name and version of the package whose models these are. */
  version: string;
  /** All faces, also doubtful ones; `[]` if there is none. */
  findFaces(picture: RgbPicture): Promise<FoundFace[]>;
}

/** Faces that are told apart at most: more than one is already too many. */
const MAX_FACES = 10;
/** Under what the quality gate takes for a face, so that the gate decides. */
const MIN_SCORE = 0.3;
/** Side of the square that the mesh model looks at, its pixels. */
const MESH_SIDE = 192;
/** SHA-256 of the files that the tests ran with: other bytes would find other faces without any error. Version 3.3.6. */
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
 * Loads face detection, mesh and iris of `@vladmandic/human`, on WebAssembly: it runs on every platform that Node runs
 * on. No model of age, gender, emotion or identity is loaded, and nothing is fetched: the models lie in the package.
 * Everything that touches the library is in this file. Fails when a model is missing or damaged.
 * @param modelsDirectory - where the model files are; default: in the package.
 */
export async function loadFaceModel(modelsDirectory?: string): Promise<FaceModel> {
  // The package's entry for Node needs a native library; its WebAssembly build has no entry, so it is found by path.
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
  // The first picture compiles kernels; it also shows that the models run and not only load.
  await model.findFaces({ data: new Uint8Array(64 * 64 * 3).fill(128), width: 64, height: 64 });
  return model;
}

/** What of the library's options differs from its defaults: it brings more models, and looks for one face only. */
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
      // A face that the mesh does not fit stays in the list: it is a second person all the same.
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
 * The library loads models with `fetch`, which does not read files in Node: while it loads, it does.
 * @returns the SHA-256 of each file that was read, by its name.
 */
async function withFilesFetched(load: () => Promise<unknown>): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const original = globalThis.fetch;
  globalThis.fetch = async (input) => {
    const url = new URL(String(input));
    if (url.protocol !== 'file:') throw new Error(`Models are read from files, not from ${url.origin}.`);
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

/** The library only logs a model that it could not load, and loads a short or changed file without a word. */
function checkFiles(digests: ReadonlyMap<string, string>): void {
  const broken = Object.keys(MODEL_FILES).filter((name) => digests.get(name) !== MODEL_FILES[name]);
  if (broken.length > 0) throw new Error(`Missing or damaged models: ${broken.join(', ')}.`);
}

/** The picture in the upper left of a black square: the library's own padding misplaces faces in long pictures. */
function squareTensor(human: HumanLibrary, { data, width, height }: RgbPicture): Tensor {
  const side = Math.max(width, height);
  const values = new Float32Array(side * side * 3);
  for (let row = 0; row < height; row++)
    values.set(data.subarray(row * width * 3, (row + 1) * width * 3), row * side * 3);
  return human.tf.tensor3d(values, [side, side, 3], 'float32');
}

function toFoundFace({ boxScore, box, size, mesh }: HumanFace): FoundFace {
  const [x, y, width, height] = box;
  // Without a mesh there are the detector's six points, which the analysis does not use.
  const complete = mesh.length >= LANDMARK_COUNT;
  // Depth comes in pixels of the mesh's input.
  const scale = size[0] / MESH_SIDE;
  const landmarks = mesh.map(([px, py, pz]) => ({ x: px, y: py, z: (pz ?? 0) * scale }));
  return { score: boxScore, box: { x, y, width, height }, landmarks: complete ? landmarks : undefined };
}

/** What is used of the library; its own types need those of a browser. */
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
  /** Sides of the square that the mesh looked at, pixels of the picture. */
  size: [number, number];
  mesh: [x: number, y: number, z?: number][];
}
interface Tensor {
  dispose(): void;
}
