// The chunks of the component script: modules that import each other by file name.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, shorten } from './minify.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));

/**
 * What each chunk imports, in the order of building. `own` are modules without a state that a chunk contains itself, because the
 * other chunk has a part of them only. The others are used by the names of their exports, so only these two have short ones.
 * @type {{ name: string, needs?: string[], own?: RegExp, hasShortExports?: true }[]}
 */
const CHUNKS = [
  { name: 'page' },
  { name: 'core', hasShortExports: true },
  { name: 'frame', needs: ['core'], hasShortExports: true },
  { name: 'popup', needs: ['core', 'frame'] },
  { name: 'widget', needs: ['core'] },
  { name: 'layer' },
  { name: 'launcher' },
  { name: 'opener' },
  { name: 'actions' },
  { name: 'avoid' },
  { name: 'changes' },
  { name: 'interactions' },
  { name: 'orders' },
  { name: 'visits' },
  { name: 'visitor' },
  { name: 'results', needs: ['core'], own: /\/storage\/|\/runtime/ },
  { name: 'chat', needs: ['core'], own: /\/storage\/|\/notice-events/ },
];

/**
 * @typedef {object} BuiltChunk
 * @property {Set<string>} modules - that it contains.
 * @property {Map<string, string>} names - of what it exports: in the source, and in its file.
 */

/** Stands for the hash until all chunks are there, and where they are measured: the letters of a hash change sizes by up to 7 bytes. */
export const SAMPLE_HASH = '1a2b3c4d';

/** The name of each chunk's file: `core-1a2b3c4d.js`. @param {string} name @param {string} hash */
const toFile = (name, hash) => `${name}-${hash}.js`;

/**
 * Builds all chunks. Their files have one hash, that of all of them, so the loader names it once.
 * @returns {Promise<{ hash: string, files: Map<string, Buffer>, byName: Map<string, Buffer> }>} bytes by file and by chunk.
 */
export async function buildChunks() {
  /** @type {Map<string, BuiltChunk>} */
  const built = new Map();
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { name, needs = [], own, hasShortExports } of CHUNKS) {
    const others = needs.map((other) => {
      const { modules, names } = /** @type {BuiltChunk} */ (built.get(other));
      return { name: other, modules: new Set([...modules].filter((module) => !own?.test(module))), names };
    });
    const { text, inputs } = await bundle(`chunks/${name}.ts`, { format: 'esm', plugins: [importChunks(others)] });
    const { renamed, names } = renameExports(text, Boolean(hasShortExports));
    texts.set(name, await shorten(removeUnusedImports(renamed), { module: true }));
    // A module of which nothing is left is not in the chunk.
    const modules = Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0);
    built.set(name, { modules: new Set(modules.map((input) => resolve(project, input))), names });
  }
  const hash = createHash('sha256')
    .update([...texts.values()].join('\n'))
    .digest('hex')
    .slice(0, SAMPLE_HASH.length);
  const byName = new Map(
    [...texts].map(([name, text]) => [name, Buffer.from(text.replaceAll(`-${SAMPLE_HASH}.js`, `-${hash}.js`))]),
  );
  return { hash, byName, files: new Map([...byName].map(([name, bytes]) => [toFile(name, hash), bytes])) };
}

/**
 * Imports of modules that another chunk contains are imports of that chunk.
 * @param {(BuiltChunk & { name: string })[]} chunks
 * @returns {import('esbuild').Plugin}
 */
const importChunks = (chunks) => ({
  name: 'import chunks',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind, namespace }) => {
      if (kind === 'entry-point') return undefined;
      if (namespace === 'chunk') return { path, external: true };
      const module = resolve(resolveDir, path.replace(/\.js$/, '.ts'));
      const chunk = chunks.find(({ modules }) => modules.has(module));
      return chunk && { path: chunk.name, namespace: 'chunk' };
    });
    onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => {
      const exported = [...(chunks.find(({ name }) => name === path)?.names ?? [])];
      const list = exported.map(([name, short]) => `${short} as ${name}`);
      return { contents: `export { ${list.join()} } from './${toFile(path, SAMPLE_HASH)}';` };
    });
  },
});

/**
 * @param {string} text - module that ends with its exports.
 * @param {boolean} areShort - the exports get short names, except `define`, which the loader calls.
 */
function renameExports(text, areShort) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const renamed = text.replace(/export\s*\{([^}]*)\};?\s*$/, (_, list) => {
    const exports = list.split(',').map((/** @type {string} */ one) => {
      const [local = '', name = local] = one.trim().split(/\s+as\s+/);
      names.set(name, areShort && name !== 'define' ? String.fromCharCode('a'.charCodeAt(0) + names.size) : name);
      return `${local} as ${names.get(name)}`;
    });
    return `export { ${exports.join()} };`;
  });
  return { renamed, names };
}

/** The bundler keeps the name of everything that another chunk exports. @param {string} text */
function removeUnusedImports(text) {
  return text.replace(/import\s*\{([^}]*)\}(?=\s*from\b)/g, (_, list) => {
    const used = list.split(',').filter((/** @type {string} */ one) => {
      const local = one
        .trim()
        .split(/\s+as\s+/)
        .at(-1);
      return text.split(new RegExp(`(?<![\\w$])${local}(?![\\w$])`)).length > 2;
    });
    return `import {${used.join()}}`;
  });
}
