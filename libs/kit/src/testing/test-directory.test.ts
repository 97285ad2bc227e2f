import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { findTestFolder } from './test-directory.js';

const GIB = 1024 ** 3;

it.each([
  ['memory and its folder are large', 16, 8, '/dev/shm'],
  ['memory is short', 4, 8, tmpdir()],
  ['the folder in memory is small, as in containers', 16, 0.0625, tmpdir()],
  ['there is no folder in memory', 16, 0, tmpdir()],
])('databases of tests are kept in memory only where there is plenty: %s', (_what, memory, folder, expected) => {
  expect(findTestFolder({ memory: memory * GIB, folder: folder * GIB })).toBe(expected);
});
