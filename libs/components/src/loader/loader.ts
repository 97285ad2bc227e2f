/** Entry of `components.js`, a classic script. The build sets the two constants. */
import { createChunkImport } from './chunk-loader.js';
import type { ChunkModule } from './runtime.js';
import { startComponents } from './start.js';

declare const SVC_VERSION: string;
/** Path of the chunks: `v/0.2.0/*-1a2b3c4d.js`. */
declare const SVC_FILES: string;

startComponents({
  version: SVC_VERSION,
  address: (document.currentScript as HTMLScriptElement | null)?.src,
  importChunk: createChunkImport(SVC_FILES, (address) => import(address) as Promise<ChunkModule>),
});
