import { defineConfig } from 'vitest/config';
import { testConfig } from '../vitest.base.ts';

export default defineConfig(testConfig());
