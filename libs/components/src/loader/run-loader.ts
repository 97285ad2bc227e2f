import { VERSION } from '../version.js';
import type { ChunkModule, ChunkName } from './runtime.js';
import { startComponents } from './start.js';

export type { SvcComponents } from './start.js';

/** For pages that bundle the components: every chunk is a part of the page's own bundle. */
const CHUNKS: Record<ChunkName, () => Promise<unknown>> = {
  actions: () => import('../chunks/actions.js'),
  avoid: () => import('../chunks/avoid.js'),
  changes: () => import('../chunks/changes.js'),
  chat: () => import('../chunks/chat.js'),
  core: () => import('../chunks/core.js'),
  frame: () => import('../chunks/frame.js'),
  interactions: () => import('../chunks/interactions.js'),
  layer: () => import('../chunks/layer.js'),
  page: () => import('../chunks/page.js'),
  popup: () => import('../chunks/popup.js'),
  orders: () => import('../chunks/orders.js'),
  launcher: () => import('../chunks/launcher.js'),
  opener: () => import('../chunks/opener.js'),
  results: () => import('../chunks/results.js'),
  visitor: () => import('../chunks/visitor.js'),
  visits: () => import('../chunks/visits.js'),
  widget: () => import('../chunks/widget.js'),
};

/**
 * Starts the components as the script does. Call it in a browser.
 * @param base - address of the platform, for example `https://svc.example`.
 */
export const runLoader = ({ base }: { base: string }): void =>
  startComponents({
    version: VERSION,
    address: base,
    importChunk: (name) => CHUNKS[name]() as Promise<ChunkModule>,
  });
