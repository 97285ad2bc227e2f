import { afterEach, describe, expect, it, vi } from 'vitest';
import { getThreadFile } from './thread-file.js';

describe('getThreadFile', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['file:///repo/apps/x/dist/threads/start.js', 'file:///repo/apps/x/dist/threads/worker.js'],
    ['file:///repo/apps/x/src/threads/start.ts', 'file:///repo/apps/x/dist/threads/worker.js'],
    ['file:///src/repo/src/start.ts', 'file:///src/repo/dist/worker.js'],
  ])('a thread that %s starts runs %s', (moduleUrl, file) => {
    expect(getThreadFile('./worker.js', moduleUrl).href).toBe(file);
  });

  it('sources use the bundle of a worker where the tests have current ones', () => {
    const moduleUrl = 'file:///src/repo/src/threads/start.ts';
    vi.stubEnv('TEST_THREAD_BUNDLES', 'true');
    expect(getThreadFile('./a-worker.js', moduleUrl).href).toBe('file:///src/repo/dist/bundle/threads-a-worker.js');
    expect(getThreadFile('./other.js', moduleUrl).href).toBe('file:///src/repo/dist/threads/other.js');
    vi.stubEnv('TEST_THREAD_BUNDLES', 'false');
    expect(getThreadFile('./a-worker.js', moduleUrl).href).toBe('file:///src/repo/dist/threads/a-worker.js');
  });
});
