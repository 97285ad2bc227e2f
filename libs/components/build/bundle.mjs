// Builds the files that browsers load into dist/browser, exactly as they are served: `components.js`, `v/{version}/…`, and
// `manifest.json`, which lists them (ADR 49). Part of `build`; fails when a file exceeds its budget.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { findExceededBudgets } from './budgets.mjs';
import { buildChunks, SAMPLE_HASH } from './chunks.mjs';
import { getIntegrity, readEarlierReleases } from './earlier-releases.mjs';
import { bundle, shorten } from './minify.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const output = join(project, 'dist/browser');
const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));

/** @param {string} entry @param {Record<string, string>} constants */
async function buildScript(entry, constants) {
  const define = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]));
  const { text } = await bundle(entry, { format: 'iife', define });
  return Buffer.from(await shorten(text, { module: false }));
}

/** @param {Buffer} bytes */
const getGzipSize = (bytes) => gzipSync(bytes, { level: 9 }).length;

const chunks = await buildChunks();
const loader = await buildScript('loader/loader.ts', {
  SVC_VERSION: version,
  SVC_FILES: `v/${version}/*-${chunks.hash}.js`,
});

/** @type {Map<string, Buffer>} Bytes of each file, by path. */
const files = new Map([...chunks.files].map(([file, bytes]) => [`v/${version}/${file}`, bytes]));
files.set('components.js', loader);
files.set(`v/${version}/components.js`, loader);
files.set(`v/${version}/all.js`, await buildScript('loader/all.ts', { SVC_VERSION: version }));
files.set(`v/${version}/integrity.json`, listIntegrity());
for (const [path, bytes] of await readEarlierReleases(join(project, 'releases'), version)) files.set(path, bytes);

await rm(output, { recursive: true, force: true });
for (const [path, bytes] of files) {
  const file = join(output, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
await writeFile(join(output, 'manifest.json'), toJson({ version, files: [...files].map(describeFile) }));

// A chunk that imports what another one does not export fails here instead of in a shop. It also shows that importing on a
// server has no effect.
for (const file of chunks.files.keys()) await import(pathToFileURL(join(output, `v/${version}`, file)).href);

/** The same for the same code, whatever else changed the hash. @param {Buffer} bytes */
const measure = (bytes) => getGzipSize(Buffer.from(bytes.toString().replaceAll(chunks.hash, SAMPLE_HASH)));
const sizes = Object.fromEntries([...chunks.byName].map(([name, bytes]) => [name, measure(bytes)]));
sizes.components = measure(loader);
console.log(`components: ${JSON.stringify(sizes)} bytes after gzip`);
const exceeded = findExceededBudgets(sizes);
if (exceeded.length > 0) {
  console.error(exceeded.join('\n'));
  process.exitCode = 1;
}

/** @param {unknown} content */
function toJson(content) {
  return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
}

/** @param {[path: string, bytes: Buffer]} file */
function describeFile([path, bytes]) {
  return { path, integrity: getIntegrity(bytes), bytes: bytes.length, gzip: getGzipSize(bytes) };
}

/** Chunks import each other by file, so a page that pins the loader lists their hashes in an import map. */
function listIntegrity() {
  const integrity = Object.fromEntries(
    [...files].filter(([path]) => path.startsWith('v/')).map(([path, bytes]) => [`/${path}`, getIntegrity(bytes)]),
  );
  const importMap = Object.fromEntries(
    Object.entries(integrity).map(([path, hash]) => [`https://{script host}${path}`, hash]),
  );
  return toJson({
    version,
    files: integrity,
    // For a page: replace {script host}.
    importMap: `<script type="importmap">${JSON.stringify({ integrity: importMap })}</script>`,
  });
}
