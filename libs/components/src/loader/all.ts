/** Entry of `all.js`: the loader with all chunks, for pages that pin a version. The build sets the constant. */
import * as actions from '../chunks/actions.js';
import * as avoid from '../chunks/avoid.js';
import * as changes from '../chunks/changes.js';
import * as chat from '../chunks/chat.js';
import * as core from '../chunks/core.js';
import * as frame from '../chunks/frame.js';
import * as interactions from '../chunks/interactions.js';
import * as launcher from '../chunks/launcher.js';
import * as layer from '../chunks/layer.js';
import * as opener from '../chunks/opener.js';
import * as orders from '../chunks/orders.js';
import * as page from '../chunks/page.js';
import * as popup from '../chunks/popup.js';
import * as results from '../chunks/results.js';
import * as visitor from '../chunks/visitor.js';
import * as visits from '../chunks/visits.js';
import * as widget from '../chunks/widget.js';
import type { ChunkModule, ChunkName } from './runtime.js';
import { startComponents } from './start.js';

declare const SVC_VERSION: string;

const chunks = {
  actions,
  avoid,
  changes,
  chat,
  core,
  frame,
  interactions,
  launcher,
  layer,
  opener,
  orders,
  page,
  popup,
  results,
  visitor,
  visits,
  widget,
} as Record<ChunkName, ChunkModule>;

startComponents({
  version: SVC_VERSION,
  address: (document.currentScript as HTMLScriptElement | null)?.src,
  importChunk: (name) => Promise.resolve(chunks[name]),
});
