import { defineConfig } from 'vite';

/**
 * One entry for funnel hosts, and one for the preview host, which loads the first as it is; the gateway writes the HTML around it and finds the files by `dist/.vite/manifest.json`. Parts that the first
 * step does not need (result page, camera) are chunks of their own.
 */
export default defineConfig({
  base: '/assets/',
  publicDir: false,
  build: {
    outDir: 'dist',
    assetsDir: '',
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: { input: ['src/main.ts', 'src/preview.ts'] },
  },
});
