import { defineConfig } from 'vite';

/**
 * One entry; the gateway writes the HTML around it and finds the files by `dist/.vite/manifest.json`. Each screen is a chunk.
 * What the first screen needs is in few files: each file costs a visitor a round trip, and browsers load six at a time.
 */
export default defineConfig({
  base: '/assets/',
  publicDir: false,
  build: {
    outDir: 'dist',
    assetsDir: '',
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rollupOptions: {
      input: 'src/main.tsx',
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: /^(?!.*\/src\/main\.tsx$)/, priority: 2 },
            { name: 'frame', test: /\/src\/app\/shell\.tsx$/, priority: 1 },
          ],
        },
      },
      // Packages mark files for servers that render components; there is none here.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
});
