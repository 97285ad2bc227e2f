import { defineConfig } from 'vite';

/** One entry; the gateway writes the HTML around it and finds the files by `dist/.vite/manifest.json`. Each screen is a chunk. */
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
      // Packages mark files for servers that render components; there is none here.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
});
