import { defineConfig } from 'vitest/config';
import { testConfig } from '../../vitest.base.js';

const { test } = testConfig();

export default defineConfig({ test: { ...test, setupFiles: ['src/testing/set-origin.testing.ts'] } });
