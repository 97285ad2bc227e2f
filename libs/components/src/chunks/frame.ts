/** Chunk `frame`: frames of funnels, and `svc-analysis`. */
import { SvcAnalysis } from '../elements/svc-analysis/svc-analysis.element.js';
import type { Runtime } from '../loader/runtime.js';

export { createFunnelFrame } from '../elements/frame/funnel-frame.js';

export const define = (runtime: Runtime): void => runtime.define('svc-analysis', SvcAnalysis);
