/** Chunk `interactions`: reports what shoppers do with products of an analysis. Loaded with the first of them that is shown. */
import type { Runtime } from '../loader/runtime.js';
import { createInteractions, type Interactions } from '../reporting/interactions.js';

let interactions: Interactions;

export const define = (runtime: Runtime): void => {
  interactions = createInteractions(runtime);
};

/** What the chunk shows to others, once it is loaded. */
export const watch: Interactions['watch'] = (...given) => interactions.watch(...given);
