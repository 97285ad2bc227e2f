/** Set by the tests' configuration while the bundles of the project are those of its last compilation. */
const TEST_BUNDLES = 'TEST_THREAD_BUNDLES';

/**
 * The module that a thread or a process runs, named as in an import. In the bundle of a program, `tools/bundle.mjs` replaces the call by the
 * address of the thread's own bundle (ADR 169). Sources, as in tests, use what was built: the bundle, otherwise the compiled module.
 * @param moduleUrl - `import.meta.url` of the module that starts the thread.
 */
export function getThreadFile(name: string, moduleUrl: string): URL {
  if (!moduleUrl.endsWith('.ts')) return new URL(name, moduleUrl);
  const compiled = new URL(name, moduleUrl.replace(SOURCES, '/dist/'));
  if (process.env[TEST_BUNDLES] !== 'true' || !name.endsWith('-worker.js')) return compiled;
  const [, dist = '', path = ''] = /^(.*\/dist\/)(.*)$/.exec(compiled.href) ?? [];
  return new URL(`bundle/${path.replaceAll('/', '-')}`, dist);
}

/** The last folder `src` of a path. */
const SOURCES = /\/src\/(?!.*\/src\/)/;
