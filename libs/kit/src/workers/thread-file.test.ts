import { describe, expect, it } from 'vitest';
import { getThreadFile } from './thread-file.js';

describe('getThreadFile', () => {
  it.each([
    ['file:///repo/apps/x/dist/threads/start.js', 'file:///repo/apps/x/dist/threads/worker.js'],
    ['file:///repo/apps/x/src/threads/start.ts', 'file:///repo/apps/x/dist/threads/worker.js'],
    ['file:///src/repo/src/start.ts', 'file:///src/repo/dist/worker.js'],
  ])('a thread that %s starts runs %s', (moduleUrl, file) => {
    expect(getThreadFile('./worker.js', moduleUrl).href).toBe(file);
  });
});
