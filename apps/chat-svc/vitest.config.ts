import { defineConfig } from 'vitest/config';
import { testConfig } from '../../vitest.base.js';

export default defineConfig(testConfig({ database: true }));
