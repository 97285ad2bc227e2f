/** Chunk `results`: what the widget shows of an analysis. */
export { loadResults } from '../elements/svc-widget/load-results.js';
export { createVariants } from '../elements/svc-widget/variant-view.js';
