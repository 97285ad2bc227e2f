/**
 * The module that a thread runs, named as in an import; sources, as in tests, use the built one.
 * @param moduleUrl - `import.meta.url` of the module that starts the thread.
 */
export function getThreadFile(name: string, moduleUrl: string): URL {
  const built = moduleUrl.endsWith('.ts') ? moduleUrl.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : moduleUrl;
  return new URL(name, built);
}
