/**
 * `create`, called when a test first needs what it gives; later tests in the same worker get the same.
 *
 * It replaces a fixture with `scope: 'worker'` where nothing needs to be ended: Playwright ends a worker and its browser before a test
 * that has other fixtures of a worker than the test before. To start both takes nearly a second of processor time.
 * @param create - its arguments must be the same in all tests, as the base address is.
 */
export function oncePerWorker<A extends unknown[], T>(create: (...given: A) => T): (...given: A) => T {
  let created: { value: T } | undefined;
  return (...given) => {
    created ??= { value: create(...given) };
    return created.value;
  };
}
