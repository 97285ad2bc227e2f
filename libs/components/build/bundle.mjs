// Builds the files that browsers load into dist/browser, exactly as they are served: `components.js`, `v/{version}/…`, and
// `manifest.json`, which lists them (ADR 49). Part of `build`; fails when a file exceeds its budget.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { findExceededBudgets } from './budgets.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const source = join(project, 'src');
const output = join(project, 'dist/browser');
/** Folders `v/{version}` of earlier releases, from their published packages. */
const releases = join(project, 'releases');
/** A page that loaded an earlier release loads its chunks from there. */
const KEPT_RELEASES = 3;

const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  write: false,
  minify: true,
  metafile: true,
  absWorkingDir: project,
  target: ['chrome105', 'firefox121', 'safari16.4'],
  legalComments: 'none',
  // Names of our own objects that no page, server or other file format knows. The loader and the chunks of different releases
  // may meet, so each name has one short form that stays.
  mangleProps: /^(?:includeDraftFunnel|noAutomaticComponentCreation|platformBaseUrl|trackingBaseUrl|companyId)$/,
  mangleCache: {
    includeDraftFunnel: 'd_',
    noAutomaticComponentCreation: 'n_',
    platformBaseUrl: 'p_',
    trackingBaseUrl: 't_',
    companyId: 'c_',
  },
};

/** Style sheets are template literals of `.styles.ts`. @type {import('esbuild').Plugin} */
const minifiedStyles = {
  name: 'minified styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.styles\.ts$/ }, async ({ path }) => {
      const [, name, css] = /export const (\w+) = `([^`]*)`;/.exec(await readFile(path, 'utf8')) ?? [];
      if (css === undefined) throw new Error(`${path} must export one template literal.`);
      const { code } = await transform(css, { loader: 'css', minify: true, target: shared.target });
      return { contents: `export const ${name} = ${JSON.stringify(code.trim())};`, loader: 'ts' };
    });
  },
};

/**
 * Imports of modules that another chunk contains are imports of that chunk.
 * @param {{ file: string, modules: Set<string> }[]} chunks
 * @returns {import('esbuild').Plugin}
 */
const importChunks = (chunks) => ({
  name: 'import chunks',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return undefined;
      const module = resolve(resolveDir, path.replace(/\.js$/, '.ts'));
      const chunk = chunks.find(({ modules }) => modules.has(module));
      return chunk && { path: `./${chunk.file}`, external: true };
    });
  },
});

/** @type {Map<string, Buffer>} Bytes of each file, by path. */
const files = new Map();
/** @type {Record<string, number>} */
const sizes = {};
/** @type {Map<string, { file: string, hash: string, modules: Set<string> }>} */
const chunks = new Map();

/**
 * @param {string} name
 * @param {string[]} needed - chunks that it imports.
 * @param {RegExp} [own] - modules without a state that it contains itself, because the other chunk has a part of them only.
 */
async function buildChunk(name, needed, own) {
  const others = needed
    .map((other) => /** @type {{ file: string, modules: Set<string> }} */ (chunks.get(other)))
    .map(({ file, modules }) => ({ file, modules: new Set([...modules].filter((module) => !own?.test(module))) }));
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints: [join(source, `chunks/${name}.ts`)],
    format: 'esm',
    outfile: 'chunk.js',
    plugins: [minifiedStyles, importChunks(others)],
  });
  const bytes = Buffer.from(shortenNames(name, outputFiles[0].text));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const file = `${name}-${hash}.js`;
  const [{ inputs }] = Object.values(metafile.outputs);
  // A module of which nothing is left is not in the chunk.
  const modules = Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0);
  chunks.set(name, { file, hash, modules: new Set(modules.map((input) => resolve(project, input))) });
  files.set(`v/${version}/${file}`, bytes);
  sizes[name] = gzipSync(bytes, { level: 9 }).length;
}

/** @type {Map<string, Map<string, string>>} Exported names of chunks that others import, and what they are called in the files. */
const shortNames = new Map();

/** One import for each chunk, with short names. @param {string} name @param {string} text - minified module. */
function shortenNames(name, text) {
  /** @type {Map<string, string[]>} */
  const imports = new Map();
  let module = text.replace(/import\{([^}]*)\}from"(\.\/(\w+)-\w+\.js)";/g, (_, list, path, chunk) => {
    const renamed = list.split(',').map((/** @type {string} */ one) => {
      const [exported, local = exported] = one.split(' as ');
      return `${shortNames.get(chunk)?.get(exported) ?? exported} as ${local}`;
    });
    imports.set(path, [...(imports.get(path) ?? []), ...renamed]);
    return '';
  });
  if (name === 'core' || name === 'frame')
    module = module.replace(/export\{([^}]*)\};?\s*$/, (_, list) => {
      const names = new Map();
      const renamed = list.split(',').map((/** @type {string} */ one) => {
        const [local, exported = local] = one.split(' as ');
        // The loader calls `define`.
        names.set(exported, exported === 'define' ? exported : names.size.toString(36).replace(/^\d/, '$$$&'));
        return `${local} as ${names.get(exported)}`;
      });
      shortNames.set(name, names);
      return `export{${renamed.join()}};`;
    });
  const merged = [...imports].map(([path, list]) => `import{${list.join()}}from"${path}";`);
  return merged.join('') + module;
}

/** @param {string} entry @param {Record<string, string>} constants */
async function buildScript(entry, constants) {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [join(source, entry)],
    format: 'iife',
    outfile: 'script.js',
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    plugins: [minifiedStyles],
  });
  return Buffer.from(outputFiles[0].contents);
}

/** @param {Buffer} bytes */
const getIntegrity = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

await buildChunk('core', []);
await buildChunk('frame', ['core']);
await buildChunk('popup', ['core', 'frame']);
await buildChunk('widget', ['core']);
await buildChunk('launcher', []);
await buildChunk('actions', []);
await buildChunk('avoid', []);
await buildChunk('changes', []);
await buildChunk('results', ['core'], /\/storage\//);
const loader = await buildScript('loader/loader.ts', {
  SVC_VERSION: version,
  SVC_FILES: [`v/${version}/`, ...[...chunks].map(([name, { hash }]) => `${name}:${hash}`)].join(' '),
});
sizes.components = gzipSync(loader, { level: 9 }).length;
files.set('components.js', loader);
files.set(`v/${version}/components.js`, loader);
files.set(`v/${version}/all.js`, await buildScript('loader/all.ts', { SVC_VERSION: version }));

// Chunks import each other by file, so a page that pins the loader lists their hashes in an import map.
const integrity = Object.fromEntries(
  [...files].filter(([path]) => path.startsWith('v/')).map(([path, bytes]) => [`/${path}`, getIntegrity(bytes)]),
);
const importMap = Object.fromEntries(
  Object.entries(integrity).map(([path, hash]) => [`https://{script host}${path}`, hash]),
);
files.set(
  `v/${version}/integrity.json`,
  Buffer.from(
    `${JSON.stringify(
      {
        version,
        files: integrity,
        // For a page: replace {script host}.
        importMap: `<script type="importmap">${JSON.stringify({ integrity: importMap })}</script>`,
      },
      null,
      2,
    )}\n`,
  ),
);

await rm(output, { recursive: true, force: true });
for (const [path, bytes] of files) {
  const file = join(output, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

await copyEarlierReleases();
await writeFile(
  join(output, 'manifest.json'),
  `${JSON.stringify(
    {
      version,
      files: [...files].map(([path, bytes]) => ({
        path,
        integrity: getIntegrity(bytes),
        bytes: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
      })),
    },
    null,
    2,
  )}\n`,
);

// A chunk that imports what another one does not export fails here instead of in a shop. It also shows that importing on a
// server has no effect.
for (const { file } of chunks.values()) await import(pathToFileURL(join(output, `v/${version}`, file)).href);

const exceeded = findExceededBudgets(sizes);
console.log(`components: ${JSON.stringify(sizes)} bytes after gzip`);
if (exceeded.length > 0) {
  console.error(exceeded.join('\n'));
  process.exitCode = 1;
}

/** Each release is complete and as it was built, by its own integrity.json. */
async function copyEarlierReleases() {
  if (!existsSync(releases)) return;
  const earlier = (await readdir(releases))
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name) && name !== version)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .slice(0, KEPT_RELEASES);
  for (const release of earlier) {
    const folder = join(releases, release);
    const listed = JSON.parse(await readFile(join(folder, 'integrity.json'), 'utf8')).files;
    for (const name of await readdir(folder)) {
      const bytes = await readFile(join(folder, name));
      const path = `v/${release}/${name}`;
      if (name !== 'integrity.json' && listed[`/${path}`] !== getIntegrity(bytes))
        throw new Error(`${relative(project, join(folder, name))} is not the file of release ${release}.`);
      files.set(path, bytes);
    }
    await cp(folder, join(output, `v/${release}`), { recursive: true });
  }
}
