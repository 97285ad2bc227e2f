// How the source becomes the text of a script: esbuild bundles, Terser shortens (ADR 55).
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { minify } from 'terser';
import { SHORT_NAMES } from './short-names.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const TARGET = ['chrome105', 'firefox121', 'safari16.4'];

/** Style sheets are template literals of `.styles.ts`. @type {import('esbuild').Plugin} */
const minifiedStyles = {
  name: 'minified styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.styles\.ts$/ }, async ({ path }) => {
      const [, name, css] = /export const (\w+) = `([^`]*)`;/.exec(await readFile(path, 'utf8')) ?? [];
      if (css === undefined) throw new Error(`${path} must export one template literal.`);
      const { code } = await transform(css, { loader: 'css', minify: true, target: TARGET });
      return { contents: `export const ${name} = ${JSON.stringify(code.trim())};`, loader: 'ts' };
    });
  },
};

/**
 * Bundles an entry of `src`, with readable names.
 * @param {string} entry
 * @param {Pick<import('esbuild').BuildOptions, 'format' | 'define' | 'plugins'>} options
 */
export async function bundle(entry, { plugins = [], ...options }) {
  const { outputFiles, metafile } = await build({
    bundle: true,
    write: false,
    minifySyntax: true,
    metafile: true,
    absWorkingDir: project,
    entryPoints: [`src/${entry}`],
    outfile: 'script.js',
    target: TARGET,
    legalComments: 'none',
    mangleProps: new RegExp(`^(?:${Object.keys(SHORT_NAMES).join('|')})$`),
    mangleCache: SHORT_NAMES,
    ...options,
    plugins: [minifiedStyles, ...plugins],
  });
  return { text: outputFiles[0].text, inputs: Object.values(metafile.outputs)[0].inputs };
}

/** Shortens a script. @param {string} text @param {{ module: boolean }} options */
export async function shorten(text, { module }) {
  const { code = '' } = await minify(text, {
    module,
    ecma: 2020,
    // Only what holds for this code: getters have no effects, and no function reads its name or its number of parameters.
    compress: { passes: 3, pure_getters: true, unsafe_arrows: true, unsafe_methods: true, keep_fargs: false },
    format: { comments: false },
  });
  return code;
}
