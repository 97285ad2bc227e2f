import { afterAll } from 'vitest';
import { removeSystemDirectories } from './system-directory.js';

// A set-up file of each test file: it comes first, so what it does afterwards comes last, when the systems have stopped.
afterAll(removeSystemDirectories);
