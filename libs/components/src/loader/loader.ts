/** Entry of `components.js`, a classic script. The build sets the two constants. */
import { createChunkImport } from './chunk-loader.js';
import type { ChunkModule } from './runtime.js';
import { startComponents } from './start.js';

declare const SVC_VERSION: string;
/** Folder and hash of each chunk: `v/0.2.0/ core:1a2b3c4d frame:…`. */
declare const SVC_FILES: string;

const { src } = (document.currentScript ?? {}) as { src?: string };
// Without an address of its own, the script needs one of the settings.
const base = src ?? (window.SVC_AI as { PLATFORM_BASE_URL?: string } | undefined)?.PLATFORM_BASE_URL;

startComponents({
  version: SVC_VERSION,
  origin: src && new URL(src).origin,
  importChunk: createChunkImport(
    `${URL.canParse(base ?? '') ? new URL(base as string).origin : ''}/`,
    SVC_FILES,
    (address) => import(address) as Promise<ChunkModule>,
  ),
});
