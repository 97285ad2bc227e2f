/** Chunk `visits`: counts what a page of the shop shows. Loaded after everything else. */
export { define } from '../visits/report-visit.js';
